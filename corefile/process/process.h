#pragma once
// Declares the view that a debugger has of a process, live or dead: memory, modules, symbols, types, stacks,
// environment. corefile/mpi interprets what MPI is doing in the process.
//
// Among others, CoreImage (core_image.h) and LiveProcess (live_process.h) implement this interface. Nothing is written
// to a process, and nothing is loaded or executed because a process refers to it: modules are opened as data.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"
#include "corefile/dwarf/source_place.h"
#include "corefile/elf/symbol_kind.h"
#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/environment.h"
#include "corefile/process/machine.h"
#include "corefile/process/socket_table.h"
#include "corefile/process/thread_status.h"
#include "mqs_shim/stacks/stack.h"

namespace corefile {

// One ELF file on disk, shared by all processes that map it (elf_file.h).
class ElfFile;
// A struct type from DWARF (type_index.h).
struct StructType;

// The relation between the file on disk and the one that the process mapped.
enum class ModuleFile {
  // The two files have the same build-id.
  matches,
  // One of the two has no build-id to compare.
  unverified,
  // No file is at the path.
  missing,
  // The build-ids of the two differ, so the file is not used.
  differs
};

// An executable or library that the process has loaded.
struct Module {
  // The path in the link map; for the executable, its real path.
  std::string path;
  // The number that is added to addresses in the ELF file.
  Address load_bias{};
  // The build-id in the process's memory, in lower-case hexadecimal; empty if it is not in memory.
  std::string build_id;
  ModuleFile state = ModuleFile::missing;
  // The file on disk; null if the state is missing or differs.
  std::shared_ptr<const ElfFile> file;
  // A sentence about a problem with the file, for example that it is missing or has another build-id; empty if there is
  // none.
  std::string problem;
};

using mqs_shim::Frame;
using mqs_shim::ThreadStack;

class Process {
 public:
  virtual ~Process() = default;

  // Returns "pid 4151", or the path of the core file.
  virtual std::string name() const = 0;
  virtual pid_t pid() const = 0;
  virtual bool is_live() const { return false; }
  // Returns true for a capture (corefile/capture), which knows neither files nor all memory.
  virtual bool is_capture() const { return false; }
  virtual const Machine &machine() const { return x86_64; }
  virtual AuxiliaryVector auxiliary_vector() const { return {}; }
  // Returns the words with which the process was started, the program first; empty if unknown.
  virtual std::vector<std::string> arguments() const { return {}; }
  // Returns CLOCK_MONOTONIC in nanoseconds at the time to which answers refer: now for a live process, and the time of
  // the inspection for a capture. Returns nothing for core files.
  virtual std::optional<std::int64_t> monotonic_time() const { return std::nullopt; }
  // Returns the state of the process as the kernel sees it. Must be called before stop().
  virtual KernelState state() const { return KernelState::unknown; }
  // Returns the reason for the end of the process, such as "SIGSEGV ended it, for an access to address 0x0"; empty
  // unless state() is crashed.
  virtual std::string crash() const { return {}; }
  virtual unsigned pointer_size() const = 0;
  virtual ByteOrder byte_order() const = 0;

  // Copies up to `size` bytes and returns how many could be read.
  virtual std::size_t read_up_to(Address address, void *buffer, std::size_t size) const = 0;

  // Notes memory that an answer needs. Must be called in addition to read_up_to(), because caches call read_up_to() for
  // larger ranges. Captures record the noted memory, and which part of it is missing.
  virtual void note_wanted(Address, std::size_t) const {}

  // Returns writable private memory, ordered by address: heap and anonymous mappings without stacks and mapped files.
  virtual std::vector<AddressRange> private_memory() const = 0;

  // Returns all memory that is mapped for reading, ordered by address; for a core file, the part that is in the file.
  virtual std::vector<AddressRange> readable_memory() const { return {}; }

  // Returns the loaded modules: the executable first, then the libraries in the order of the dynamic linker's list.
  virtual const std::vector<Module> &modules() const = 0;

  // Returns the address of a variable or function: the definition in the first module of the link map that has one.
  virtual std::optional<Address> find_symbol(std::string_view name, SymbolKind kind) const = 0;
  // Returns the module with the definition of a variable or, if there is none, of a function; otherwise null.
  virtual const Module *module_defining(std::string_view name) const = 0;

  // Returns the function that covers the address according to the symbol tables of its module; empty if none does.
  virtual std::string function_at(Address) const { return {}; }

  // Returns the functions to which the frame's code belongs, with their source lines (corefile/dwarf/source_lines.h);
  // empty if debug information does not contain them.
  virtual std::vector<SourcePlace> source_places(const Frame &) const { return {}; }

  // Returns frames for the functions that ran between two adjacent frames of a stack and ended with a jump, so that the
  // stack lacks them; the innermost first. Their pc is inside the instruction that jumped. The result is empty unless
  // debug information shows that the call which returns to `caller.pc` can lead to the function of `callee` by exactly
  // one way of jumps.
  virtual std::vector<Frame> jumped_frames(const Frame & /*caller*/, const Frame & /*callee*/) const { return {}; }

  // Returns the struct, union or typedef with that name in the debug information of the MPI library; null if there is
  // none. Only modules that can contain the library's types are searched: the one that defines MPI_Init, and those
  // whose file name starts with libmpi, libmpich, libopen-, libopen_mpi, libuc or mca_. An application that has its MPI
  // library in a separate file is never searched. The result is valid while this object lives.
  virtual const StructType *find_type(std::string_view name) const = 0;

  // Returns the threads as the kernel sees them, in any order; for a core file, the threads in it. For a live process
  // it must be called before stop().
  virtual std::vector<ThreadStatus> thread_statuses() const { return {}; }

  // Returns the TCP sockets of the process as they are now. Returns nothing if they are not known, as for core
  // files.
  virtual std::optional<std::vector<Socket>> sockets() const { return std::nullopt; }

  // Opens the files that stacks() will need, so that stacks() takes less time while the process is held still.
  // Optional.
  virtual void prepare_stacks() {}

  // Returns the number of a signal that a timer may send, and for which the program has a handler; 0 if there is none,
  // or if that is not known, as for core files (timer_signal.h).
  virtual int timer_signal() const { return 0; }

  // Returns one stack per thread, the main thread first. For a live process it may be called only between stop() and
  // resume().
  virtual Result<std::vector<ThreadStack>> stacks() = 0;

  // Returns the variables with which the process was started, as set by the launcher; empty if they cannot be read.
  virtual Environment initial_environment() const = 0;
  // Returns the variables in `environ`, which the process would pass to a new process. The result is empty if the
  // variables cannot be read. It is also empty for a live process, because the initial environment of a live process
  // can always be read.
  virtual Environment current_environment() const { return {}; }

  // Holds all threads of a live process still until resume() has been called as often as stop() succeeded, or until
  // destruction. Does nothing for a core file. A process that another debugger holds is not changed, and a warning is
  // recorded. stop(), stacks() and resume() must be called by the same thread.
  virtual Status stop() { return {}; }
  virtual void resume() {}

  // For a capture: returns sentences about data that answers needed so far but did not find in the capture.
  virtual std::vector<std::string> problems() const { return {}; }
  // Forgets missing data, so that problems() is about the answers that follow.
  virtual void forget_problems() {}

  // Describes the two looks (inspections at different times) that a capture can contain: the id of the machine's boot,
  // and the times of the looks (CLOCK_MONOTONIC, nanoseconds).
  struct Looks {
    std::string boot;
    std::int64_t first = 0, second = 0;
  };
  virtual std::optional<Looks> looks() const { return std::nullopt; }
  // Selects the look to which the following answers refer: the first one (true), or the second one (false, the initial
  // state).
  virtual void show_first_look(bool) {}

  // Returns sentences about problems that limit all answers, such as a truncated core file; Module::problem is not
  // included.
  virtual std::vector<std::string> warnings() const = 0;
};

// Returns a sentence such as "core.1: SIGSEGV ended it, for an access to address 0x0"; empty if the process did not
// crash.
inline std::string crash_sentence(const Process &process) {
  const std::string crash = process.crash();
  return crash.empty() ? crash : process.name() + ": " + crash;
}

// Options of the command line that concern files.
struct OpenOptions {
  // --exe: the executable, instead of the path that the process names.
  std::string executable;
  // --sysroot: the directory that is put in front of all paths.
  std::string sysroot;
  // --debug-dir: directories with separate debug information.
  std::vector<std::string> debug_directories = {"/usr/lib/debug"};
};

// Open a target. Errors are sentences that name it: no such process, no permission, not a core file, another
// architecture and so on.
Result<std::unique_ptr<Process>> open_live_process(pid_t pid, const OpenOptions &options);
Result<std::unique_ptr<Process>> open_core_file(const std::string &path, const OpenOptions &options);

}  // namespace corefile
