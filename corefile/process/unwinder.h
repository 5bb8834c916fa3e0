#pragma once
// Unwinds call stacks with elfutils and the call frame information of the known modules. The unwinder searches for no
// files itself, so neither debug information nor debuginfod is used.

#include <elfutils/libdwfl.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "corefile/process/machine.h"
#include "corefile/process/memory_reader.h"
#include "corefile/process/process.h"

namespace corefile {

class Unwinder {
 public:
  // `modules` must outlive this object. `vdso` may be null.
  Unwinder(const Machine &machine, const std::vector<Module> &modules, std::shared_ptr<const ElfFile> vdso,
           Address vdso_bias);
  ~Unwinder();
  Unwinder(const Unwinder &) = delete;
  Unwinder &operator=(const Unwinder &) = delete;

  // Opens in advance the call frame information of the modules that usually occur on stacks of MPI programs.
  void warm_up();

  // Returns one stack for each thread, in the order of `threads`.
  std::vector<ThreadStack> unwind(pid_t pid, const std::vector<ThreadRegisters> &threads, const ReadMemory &read);

 private:
  // A module that was reported to libdwfl, with the data that libdwfl's callbacks need.
  struct Reported {
    std::shared_ptr<const ElfFile> file;
    Address load_bias;
    std::string path;
    Dwfl_Module *handle;
  };
  // The state of one call of unwind(), and the functions that libdwfl calls.
  struct Session;
  struct Callbacks;

  // Makes a module known to libdwfl, except for a file without loadable bytes.
  void report(std::shared_ptr<const ElfFile> file, Address load_bias, const std::string &path);
  // Returns a frame with the module and function of an address. `is_call_site` means that `pc` is a return address.
  Frame describe(Address pc, bool is_call_site) const;

  const Machine &machine_;
  Dwfl *dwfl_ = nullptr;
  std::vector<std::unique_ptr<Reported>> reported_;
  std::unique_ptr<Session> session_;
};

}  // namespace corefile
