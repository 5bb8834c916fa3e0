#pragma once
// Describes the facts that a capture (the recorded state of one process in a file) contains besides memory. These facts
// are everything that answers take from files, from the kernel and from call frame information. They describe the state
// at the time of the capture.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corefile/base.h"
#include "corefile/capture/memory_blocks.h"
#include "corefile/dwarf/type_index.h"
#include "corefile/process/machine.h"
#include "corefile/process/process.h"

namespace corefile {

// The version of the capture format that is written. Captures of older versions can be read as well: those of
// version 1 lack sockets, those of versions 1 and 2 lack frames of functions that ended with a jump,
// and signals of timers.
inline constexpr std::uint32_t capture_format = 3;

// Records where a capture comes from, for people who have only the file.
struct CaptureOrigin {
  // The version of mpidbg.
  std::string version;
  // The time of the capture, for example "2026-11-22 05:30:01 UTC".
  std::string time;
  // The host on which mpidbg ran. A live process ran on the same host.
  std::string host;
  // The captured process: "pid 4151", or the path of a core file.
  std::string source;
  // The process's command line; with --redact, only the name of the program.
  std::string arguments;
};

// The recorded answer to one question about the process. `known` is true if the question was asked while the capture
// was made. `answer` is then empty if nothing was found, for example because a symbol does not exist.
template <class T>
struct Asked {
  bool known = false;
  std::optional<T> answer;
};

// The recorded results of looking up one symbol. The symbol's name is the key in CaptureFacts::symbols.
struct SymbolFacts {
  Asked<Address> data, function;
  // The index of the module that defines the name.
  Asked<std::uint64_t> module;
};

// The facts that change while a process runs, as they were at one look (one inspection of the process).
struct LookFacts {
  // CLOCK_MONOTONIC in nanoseconds when the memory was copied.
  std::optional<std::int64_t> monotonic;
  KernelState state = KernelState::unknown;
  std::vector<ThreadStatus> threads;
  std::vector<ThreadStack> stacks;
  // Why the stacks are missing; empty if they are not.
  std::string stacks_problem;
  // The TCP sockets of the process; nullopt if they are not known, as in captures of core files and of format 1.
  std::optional<std::vector<Socket>> sockets;
  // The result of Process::timer_signal(); 0 in captures of formats 1 and 2.
  int timer_signal = 0;
};

// An earlier look (inspection) of the same process. Whether the process has made progress can be seen only by comparing
// two looks.
struct EarlierLook {
  LookFacts facts;
  // Memory that had other contents at the earlier look, and memory that is needed only for answers about that look.
  std::vector<MemoryCopy::Run> memory;
};

// Everything in a capture except memory.
struct CaptureFacts {
  CaptureOrigin origin;
  pid_t pid = 0;
  // The id that the kernel gives each boot of the machine; empty if the capture is made from a core file. Times of
  // CLOCK_MONOTONIC can be compared only within one boot.
  std::string boot;
  LookFacts look;
  std::optional<EarlierLook> earlier;
  Environment initial_environment, current_environment;
  // The loaded modules, without their files (Module::file is null).
  std::vector<Module> modules;
  std::vector<std::string> warnings;
  // All memory that the process could read, including memory that is not in the capture.
  std::vector<AddressRange> readable;
  // The process's writable private memory, as returned by Process::private_memory().
  std::vector<AddressRange> private_memory;

  std::map<std::string, SymbolFacts, std::less<>> symbols;
  // Maps each address that was looked up to the name of its function; the name is empty if no function covers the
  // address.
  std::map<std::uint64_t, std::string> functions;
  // Maps addresses of code to their source lines.
  std::map<std::uint64_t, std::vector<SourcePlace>> places;
  // Maps the pc of a caller and that of the next inner frame to the frames that Process::jumped_frames() adds between
  // them. Pairs without such frames are omitted.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Frame>> jumped;
  std::map<std::string, std::optional<StructType>, std::less<>> types;
  // The answer of `mpidbg pmpi`, encoded by corefile/command/verbs/pmpi_facts.h.
  std::vector<std::byte> profiling;
};

// Encodes the facts in the format capture_format.
std::vector<std::byte> encode_facts(CaptureFacts &facts);
// Decodes facts; returns nullopt if the bytes are not facts in the given version of the format.
std::optional<CaptureFacts> decode_facts(Bytes bytes, std::uint32_t format = capture_format);

}  // namespace corefile
