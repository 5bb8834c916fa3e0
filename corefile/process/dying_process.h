#pragma once
// Represents a dying process: the kernel is writing its core file, and it does not run any more. Its memory is read
// through /proc like that of a live process. The registers of its threads cannot be requested at that time and are
// taken from the start of the dump.

#include <memory>
#include <utility>

#include "corefile/process/dump_start.h"
#include "corefile/process/live_process.h"

namespace corefile {

class DyingProcess : public LiveProcess {
 public:
  // Opens the process `pid`, whose dump begins with `start`. Errors: those of open_live_process(); `start` is from the
  // dump of another process.
  static Result<std::unique_ptr<Process>> open(pid_t pid, DumpStart start, const OpenOptions &options);

  bool is_live() const override { return false; }
  // The numbers of threads are those that the process itself knows. If the process is in a container, they differ from
  // ours.
  std::vector<ThreadStatus> thread_statuses() const override { return statuses_in(start_.notes); }
  KernelState state() const override { return start_.notes.crash ? KernelState::crashed : KernelState::unknown; }
  std::string crash() const override { return start_.notes.crash ? start_.notes.crash->what : std::string(); }
  Result<std::vector<ThreadStack>> stacks() override { return unwind(start_.notes.threads); }
  Status stop() override { return {}; }
  void resume() override {}

 private:
  DyingProcess(pid_t pid, DumpStart start, const OpenOptions &options)
      : LiveProcess(pid, options), start_(std::move(start)) {}

  DumpStart start_;
};

}  // namespace corefile
