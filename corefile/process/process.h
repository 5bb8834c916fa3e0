#pragma once
// A process as a debugger sees it, live or dead: memory, modules, symbols, types, stacks, environment.
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

#include "mpidbg/base/address.h"
#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/result.h"

namespace corefile {

using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Result;
using mpidbg::Status;

class ElfFile;    // elf_file.h: one ELF file on disk, shared by all processes that map it
class TypeIndex;  // type_index.h: struct types by name from DWARF
struct StructType;

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

enum class SymbolKind { data, function };

struct Frame {
  Address pc{};
  Address stack_pointer{};
  std::string function;  // empty if no symbol covers pc
  std::string module;    // path, empty if none
};

struct ThreadStack {
  pid_t tid = 0;
  std::vector<Frame> frames;  // innermost first
  std::string problem;        // why the stack ends early; empty if it ends where it should

  // The outermost frame whose function is an MPI call ("MPI_Recv" for PMPI_Recv, and for the Fortran mpi_recv_), empty
  // if the thread is in none: the call the program made, not those the library makes inside.
  std::string mpi_call;

  // In an MPI call: what the library is working with. The registers, and every word of the stack from the innermost
  // frame to that of the MPI call; the address of the request that a blocking call waits for is among them. Sorted;
  // empty outside of MPI calls, and limited to 64 KiB of stack.
  std::vector<Address> library_words;
  // The part of the stack that these words are from: objects that the library keeps on the stack lie in it.
  Address library_stack_begin{};
  Address library_stack_end{};
};

// Who the process is in its job, from its environment block (Open MPI's OMPI_COMM_WORLD_RANK, _SIZE, PMIX_NAMESPACE,
// PMIX_RANK; MPICH's PMI_RANK, PMI_SIZE).
struct JobIdentity {
  std::optional<int> world_rank;
  std::optional<int> world_size;
  std::string job;   // name of the job, empty if unknown
  std::string host;  // where it runs or ran, empty if unknown
};

struct AddressRange {
  Address begin{}, end{};
};

class Process {
 public:
  virtual ~Process() = default;

  virtual std::string name() const = 0;  // "pid 4151", or the core file's path
  virtual pid_t pid() const = 0;
  virtual bool is_live() const { return false; }
  virtual unsigned pointer_size() const = 0;
  virtual ByteOrder byte_order() const = 0;

  // Copies up to `size` bytes; how many could be read.
  virtual std::size_t read_up_to(Address address, void *buffer, std::size_t size) const = 0;

  // Writable memory that is the process's alone, by address: heap and anonymous mappings; no stacks, no mapped files.
  virtual std::vector<AddressRange> private_memory() const = 0;

  // The executable first, then in the order of the dynamic linker's list.
  virtual const std::vector<Module> &modules() const = 0;

  // The definition the process uses: the first module in link-map order that defines the name.
  virtual std::optional<Address> find_symbol(std::string_view name, SymbolKind kind) const = 0;
  // The module that defines the name likewise, or null.
  virtual const Module *module_defining(std::string_view name) const = 0;

  // The function that covers the address, by the symbol tables of the module there; empty if none does.
  virtual std::string function_at(Address) const { return {}; }

  // The struct, union or typedef of that name in the debug information of the MPI library; null if there is none.
  // Sought only in modules that can hold its types: the one that defines MPI_Init, and those whose file name starts
  // with libmpi, libmpich, libopen-, libuc or mca_; never in an application that has its MPI library in a file of its
  // own. Valid as long as this object.
  virtual const StructType *find_type(std::string_view name) const = 0;

  // Opens what stacks() will need, so that it takes less time while the process is held still. Optional.
  virtual void prepare_stacks() {}

  // One for each thread, the main thread first. For a live process only between stop() and resume().
  virtual Result<std::vector<ThreadStack>> stacks() = 0;

  virtual JobIdentity job_identity() const = 0;

  // Holds a live process still, all its threads, until resume() or the destructor. Nothing to do for a core. A process
  // that another debugger holds is left as it is, with a warning. stop(), stacks() and resume() are for one thread of
  // the caller.
  virtual Status stop() { return {}; }
  virtual void resume() {}

  // What the user should know about this process that limits every answer: a truncated core, a missing module.
  virtual std::vector<std::string> warnings() const = 0;
};

struct OpenOptions {
  std::string executable;                                           // --exe: instead of the path that the process names
  std::string sysroot;                                              // --sysroot: in front of every path
  std::vector<std::string> debug_directories = {"/usr/lib/debug"};  // --debug-dir
};

// Errors: no such process, no permission, not a core file, another architecture, ...: a sentence each, naming the
// target.
Result<std::unique_ptr<Process>> open_live_process(pid_t pid, const OpenOptions &options);
Result<std::unique_ptr<Process>> open_core_file(const std::string &path, const OpenOptions &options);

// The MPI processes of one job on this node that were started by the given mpirun/mpiexec, in rank order; empty if pid
// is no launcher.
std::vector<pid_t> processes_started_by(pid_t launcher);

}  // namespace corefile
