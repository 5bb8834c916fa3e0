#pragma once
// What a capture says of a process beside its memory: everything that an answer takes from files, from the kernel and
// from the call frame information, as it was found when the capture was made.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/capture/memory_blocks.h"
#include "corefile/dwarf/type_index.h"
#include "corefile/process/machine.h"
#include "corefile/process/process.h"

namespace corefile {

// Where a capture is from, for whoever has only the file.
struct CaptureOrigin {
  std::string version;    // of mpidbg
  std::string time;       // "2026-11-22 05:30:01 UTC"
  std::string host;       // that mpidbg ran on: of a live process where it runs
  std::string source;     // "pid 4151", or the path of a core file
  std::string arguments;  // the process's command line; only the program with --redact
};

// Something that was asked for: an answer, or that there is none. Not asked for: not known.
template <class T>
struct Asked {
  bool known = false;
  std::optional<T> answer;
};

struct SymbolFacts {
  Asked<Address> data, function;
  Asked<std::uint64_t> module;  // index of the one that defines it
};

// What changes while a process runs, as it was at one time.
struct LookFacts {
  std::optional<std::int64_t> monotonic;  // CLOCK_MONOTONIC in nanoseconds when the memory was copied
  KernelState state = KernelState::unknown;
  std::vector<ThreadStatus> threads;
  std::vector<ThreadStack> stacks;
  std::string stacks_problem;  // why there are none
};

// A look some time before the one that the capture is of, for what only two looks can show: that nothing moved.
struct EarlierLook {
  LookFacts facts;
  // Memory that was different then, or that only this look needs.
  std::vector<MemoryCopy::Run> memory;
};

struct CaptureFacts {
  CaptureOrigin origin;
  pid_t pid = 0;
  std::string boot;  // of the machine, on which alone times can be compared; empty if the capture is of a core file
  LookFacts look;
  std::optional<EarlierLook> earlier;
  Environment initial_environment, current_environment;
  std::vector<Module> modules;  // without their files
  std::vector<std::string> warnings;
  std::vector<AddressRange> readable;        // memory that the process has
  std::vector<AddressRange> private_memory;  // as Process::private_memory()

  std::map<std::string, SymbolFacts, std::less<>> symbols;
  std::map<std::uint64_t, std::string> functions;            // by any address in them; empty: none covers it
  std::map<std::uint64_t, std::vector<SourcePlace>> places;  // by code address
  std::map<std::string, std::optional<StructType>, std::less<>> types;
  std::vector<std::byte> profiling;  // the answer of `pmpi` (corefile/command/pmpi_facts.h)
};

// GDB's front end reads the same bytes (gdb_python/mpidbg_gdb/capture_file.py).
std::vector<std::byte> encode_facts(CaptureFacts &facts);
// Nothing if the bytes are not such facts.
std::optional<CaptureFacts> decode_facts(Bytes bytes);

}  // namespace corefile
