#pragma once
// Represents a process that is running or stopped on this machine.

#include <optional>
#include <string>

#include "corefile/process/other_tracer.h"
#include "corefile/process/private_mappings.h"
#include "corefile/process/proc_files.h"
#include "corefile/process/process_image.h"
#include "corefile/process/thread_stop.h"
#include "corefile/process/timer_signal.h"
#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/populated_memory.h"

namespace corefile {

class LiveProcess : public ProcessImage, public mpidbg::PopulatedMemory {
 public:
  static Result<std::unique_ptr<Process>> open(pid_t pid, const OpenOptions &options);

  std::string name() const override { return "pid " + std::to_string(pid_); }
  pid_t pid() const override { return pid_; }
  bool is_live() const override { return true; }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const override {
    return read_process(address, buffer, size);
  }
  // The process must be held, by stop() or by a debugger that has loaded this code and calls this on the thread with
  // which it traces the process.
  Result<std::vector<ThreadStack>> stacks() override;
  Environment initial_environment() const override;
  std::vector<ThreadStatus> thread_statuses() const override { return corefile::thread_statuses(pid_); }
  std::optional<std::vector<Socket>> sockets() const override;
  int timer_signal() const override { return corefile::timer_signal(pid_); }
  std::vector<AddressRange> private_memory() const override { return read_private_mappings(pid_); }
  std::optional<std::vector<AddressRange>> populated_memory(const AddressRange &range, std::size_t most) const override;
  std::vector<AddressRange> readable_memory() const override { return read_readable_mappings(pid_); }
  std::vector<std::string> arguments() const override;
  std::optional<std::int64_t> monotonic_time() const override;
  KernelState state() const override { return kernel_state(pid_); }
  // Holds the process still. If another mpidbg holds the process, waits until that one releases it. Does not wait while
  // this program holds other processes; the caller then has to release all of them before it tries again. Errors:
  // unavailable if another process traces the process.
  Status stop() override;
  void resume() override;
  ~LiveProcess() override { let_go(); }

 protected:
  LiveProcess(pid_t pid, const OpenOptions &options) : ProcessImage(options), pid_(pid) {}
  // Opens the process. Must be called once, before anything else.
  Status begin();

  std::size_t read_process(Address address, void *buffer, std::size_t size) const override;

 private:
  Status hold();
  Status read_beside(const OtherTracer &tracer);
  Error traced_and_runs(const OtherTracer &tracer) const;
  void let_go();
  // The number of processes held by this program.
  static unsigned &processes_held();
  Status check() const;
  Status check_readable(const AuxiliaryVector &auxiliary) const;
  void find_modules(const AuxiliaryVector &auxiliary, const Machine &machine);
  std::string path_of_mapping(Address inside) const;

  pid_t pid_;
  // A descriptor of /proc/PID/mem, which is used where process_vm_readv() is not allowed. Unlike the pid, it cannot
  // come to refer to another process.
  mpidbg::FileDescriptor memory_;
  // A descriptor of /proc/PID/pagemap, which is opened when it is first needed.
  mutable mpidbg::FileDescriptor pagemap_;
  std::optional<ThreadStop> stop_;
  // The number of nested calls of stop().
  unsigned depth_ = 0;
  // Describes another tracer that holds this process still, so that it can be read without being stopped by us. Empty
  // if no such tracer exists.
  std::string other_tracer_;
};

}  // namespace corefile
