#pragma once
// A process as a debugger sees it, live or dead: memory, modules, symbols, types, stacks, environment. What MPI is
// doing in it is for corefile/mpi to say.
//
// CoreImage (core_image.h) and LiveProcess (live_process.h) implement it. Nothing is written to a process, and nothing
// is loaded or run because a process says so: modules are opened as data.

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

namespace corefile {

class ElfFile;      // elf_file.h: one ELF file on disk, shared by all processes that map it
struct StructType;  // type_index.h: a struct type from DWARF

// Whether the file on disk is the one that the process mapped.
enum class ModuleFile {
  matches,     // same build-id
  unverified,  // one of the two has no build-id to compare
  missing,     // no file at the path
  differs      // the file's build-id is another one: it is not used
};

struct Module {
  std::string path;      // as the link map names it, the executable's real path for the first
  Address load_bias{};   // added to the addresses in the ELF file
  std::string build_id;  // as the process's memory has it, lower-case hexadecimal; empty if not in memory
  ModuleFile state = ModuleFile::missing;
  std::shared_ptr<const ElfFile> file;  // null if missing or differing
  std::string problem;                  // a sentence if state is missing or differs, naming path and both build-ids
};

// A function on a stack. Several frames have the same pc and stack pointer where functions were inlined.
struct Frame {
  Address pc{};
  Address stack_pointer{};
  std::string function;      // empty if no symbol covers pc
  std::string module;        // path, empty if none
  std::uint64_t offset = 0;  // of pc in the module: the load bias subtracted; 0 if there is none
  // Registers that a function preserves for its caller (x86-64: rbx, rbp, r12 to r15; machine.h has the others'), as
  // they are in this frame. What the function works with while it calls others is in them or in its own part of the
  // stack. Those that the unwinding does not know are left out.
  std::vector<std::uint64_t> preserved;
  bool returns = false;     // pc is where a call returns to, and the code before it is what made the call
  bool of_library = false;  // of an MPI library that is inside of the program's file (corefile/mpi/mpi_stack.h)

  // Filled in where source lines are asked for (corefile/mpi/call_site.h).
  std::string file;        // as the compiler was given it; empty if not known
  std::uint32_t line = 0;  // 0 if not known
  bool inlined = false;    // the next frame is of the function that this one was inlined into

  // Filled in where an interpreter's functions are asked for (corefile/mpi/python_frames.h).
  bool interpreted = false;     // a function of the interpreted program; pc is the interpreter's
  bool of_interpreter = false;  // code of the interpreter, or of its binding to MPI
};

struct ThreadStack {
  pid_t tid = 0;
  std::vector<Frame> frames;             // innermost first
  std::string problem;                   // why the stack ends early; empty if it ends where it should
  std::vector<std::uint64_t> registers;  // general ones of the innermost frame, in DWARF's order
  bool sleeps_for_own_process = false;   // until a thread of its own process wakes it (own_sleep.h)
  std::vector<Address> words_read;       // that the unwinding read: what another one will need
};

class Process {
 public:
  virtual ~Process() = default;

  virtual std::string name() const = 0;  // "pid 4151", or the core file's path
  virtual pid_t pid() const = 0;
  virtual bool is_live() const { return false; }
  // Only what a capture has is known (corefile/capture): neither files nor all memory.
  virtual bool is_capture() const { return false; }
  virtual const Machine &machine() const { return x86_64; }
  virtual AuxiliaryVector auxiliary_vector() const { return {}; }
  // What it was started with, the program first; empty if that is not known.
  virtual std::vector<std::string> arguments() const { return {}; }
  // CLOCK_MONOTONIC in nanoseconds at the time that the answer is about, if it is a time of this machine or a capture.
  virtual std::optional<std::int64_t> monotonic_time() const { return std::nullopt; }
  // Of the process as the kernel sees it; to be asked before stop().
  virtual KernelState state() const { return KernelState::unknown; }
  // What ended the process, "SIGSEGV ended it, for an access to address 0x0"; empty unless state() is crashed.
  virtual std::string crash() const { return {}; }
  virtual unsigned pointer_size() const = 0;
  virtual ByteOrder byte_order() const = 0;

  // Copies up to `size` bytes; how many could be read.
  virtual std::size_t read_up_to(Address address, void *buffer, std::size_t size) const = 0;

  // Told of what an answer reads, beside read_up_to(), which caches call for more than that. For captures: which memory
  // one needs, and what is not in it.
  virtual void note_wanted(Address, std::size_t) const {}

  // Writable memory that is the process's alone, by address: heap and anonymous mappings; no stacks, no mapped files.
  virtual std::vector<AddressRange> private_memory() const = 0;

  // All memory that the process has mapped for reading, by address; of a core what the file has of it.
  virtual std::vector<AddressRange> readable_memory() const { return {}; }

  // The executable first, then in the order of the dynamic linker's list.
  virtual const std::vector<Module> &modules() const = 0;

  // The definition the process uses: the first module in link-map order that defines the name.
  virtual std::optional<Address> find_symbol(std::string_view name, SymbolKind kind) const = 0;
  // The module that defines the name likewise, or null.
  virtual const Module *module_defining(std::string_view name) const = 0;

  // The function that covers the address, by the symbol tables of the module there; empty if none does.
  virtual std::string function_at(Address) const { return {}; }

  // The functions that the frame's code is part of, with their source lines (corefile/dwarf/source_lines.h); empty if
  // debug information does not have them.
  virtual std::vector<SourcePlace> source_places(const Frame &) const { return {}; }

  // The struct, union or typedef of that name in the debug information of the MPI library; null if there is none.
  // Sought only in modules that can hold its types: the one that defines MPI_Init, and those whose file name starts
  // with libmpi, libmpich, libopen-, libopen_mpi, libuc or mca_; never in an application that has its MPI library in a
  // file of its own. Valid while this object lives.
  virtual const StructType *find_type(std::string_view name) const = 0;

  // The threads as the kernel sees them, in no order; of a core, what it says of them. Of a live process, to be asked
  // before stop().
  virtual std::vector<ThreadStatus> thread_statuses() const { return {}; }

  // Its TCP sockets, as they are now. Nothing where that is not known, as of a core and of a capture.
  virtual std::optional<std::vector<Socket>> sockets() const { return std::nullopt; }

  // Opens what stacks() will need, so that it takes less time while the process is held still. Optional.
  virtual void prepare_stacks() {}

  // One for each thread, the main thread first. For a live process only between stop() and resume().
  virtual Result<std::vector<ThreadStack>> stacks() = 0;

  // The variables that the process was started with, which are what a launcher set. Empty if they cannot be read.
  virtual Environment initial_environment() const = 0;
  // Those that it would pass on now, through `environ`. Empty if they cannot be read, and for a live process, whose
  // initial ones always can.
  virtual Environment current_environment() const { return {}; }

  // Holds a live process still, all its threads, until as many calls of resume() as of stop() that succeeded, or the
  // destructor. Nothing to do for a core. A process
  // that another debugger holds is left as it is, with a warning. stop(), stacks() and resume() are for one thread of
  // the caller.
  virtual Status stop() { return {}; }
  virtual void resume() {}

  // Of a capture: what answers have wanted so far and it does not have, as sentences.
  virtual std::vector<std::string> problems() const { return {}; }

  // Of a capture of two looks at the process: on which run of which machine, and when (CLOCK_MONOTONIC, nanoseconds).
  struct Looks {
    std::string boot;
    std::int64_t first = 0, second = 0;
  };
  virtual std::optional<Looks> looks() const { return std::nullopt; }
  // Shows the first of them (true) from here on, or the second, as at the start.
  virtual void show_first_look(bool) {}

  // What limits every answer about this process, a truncated core for instance; not Module::problem.
  virtual std::vector<std::string> warnings() const = 0;
};

// "core.1: SIGSEGV ended it, for an access to address 0x0"; empty if it did not crash.
inline std::string crash_sentence(const Process &process) {
  const std::string crash = process.crash();
  return crash.empty() ? crash : process.name() + ": " + crash;
}

struct OpenOptions {
  std::string executable;                                           // --exe: instead of the path that the process names
  std::string sysroot;                                              // --sysroot: in front of every path
  std::vector<std::string> debug_directories = {"/usr/lib/debug"};  // --debug-dir
};

// Errors: no such process, no permission, not a core file, another architecture, ...: a sentence each, naming the
// target.
Result<std::unique_ptr<Process>> open_live_process(pid_t pid, const OpenOptions &options);
Result<std::unique_ptr<Process>> open_core_file(const std::string &path, const OpenOptions &options);

}  // namespace corefile
