#pragma once
// A process that is running or stopped on this machine.

#include <optional>
#include <string>

#include "corefile/elf/file_descriptor.h"
#include "corefile/process/other_tracer.h"
#include "corefile/process/private_mappings.h"
#include "corefile/process/proc_files.h"
#include "corefile/process/process_image.h"
#include "corefile/process/thread_stop.h"
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
  Result<std::vector<ThreadStack>> stacks() override;
  Environment initial_environment() const override;
  std::vector<ThreadStatus> thread_statuses() const override { return corefile::thread_statuses(pid_); }
  std::optional<std::vector<Socket>> sockets() const override { return sockets_of_process(pid_); }
  std::vector<AddressRange> private_memory() const override { return read_private_mappings(pid_); }
  std::optional<std::vector<AddressRange>> populated_memory(const AddressRange &range, std::size_t most) const override;
  std::vector<AddressRange> readable_memory() const override { return read_readable_mappings(pid_); }
  std::vector<std::string> arguments() const override;
  std::optional<std::int64_t> monotonic_time() const override;
  KernelState state() const override { return kernel_state(pid_); }
  // Waits for another mpidbg to let it go, but not while this one holds processes: whoever holds several lets all of
  // them go before the next attempt. ErrorCode::unavailable: another one traces it.
  Status stop() override;
  void resume() override;
  ~LiveProcess() override { let_go(); }

 protected:
  LiveProcess(pid_t pid, const OpenOptions &options) : ProcessImage(options), pid_(pid) {}
  // To be called once, before anything else.
  Status begin();

  std::size_t read_process(Address address, void *buffer, std::size_t size) const override;

 private:
  Status hold();
  Status read_beside(const OtherTracer &tracer);
  Error traced_and_runs(const OtherTracer &tracer) const;
  void let_go();
  static unsigned &processes_held();  // by this one
  Status check() const;
  Status check_readable(const AuxiliaryVector &auxiliary) const;
  void find_modules(const AuxiliaryVector &auxiliary, const Machine &machine);
  std::string path_of_mapping(Address inside) const;

  pid_t pid_;
  FileDescriptor memory_;           // /proc/PID/mem, for where process_vm_readv() is not allowed; also outlives the pid
  mutable FileDescriptor pagemap_;  // opened when it is first needed
  std::optional<ThreadStop> stop_;
  unsigned depth_ = 0;        // of calls of stop()
  std::string other_tracer_;  // who holds the process instead, as text; empty if we do
};

}  // namespace corefile
