#include "corefile/process/other_tracer.h"

#include <unistd.h>

#include <map>
#include <random>
#include <thread>

#include "corefile/process/proc_files.h"

namespace corefile {

namespace {

// How long to wait for a tracer to leave: another mpidbg, a debugger that has stopped the process, or any other
// program. mpidbg holds a process for milliseconds, and for a second during a large capture. A process that a debugger
// has stopped can be read without waiting. Any other tracer may be a program that only reads the process.
constexpr std::chrono::milliseconds of_mpidbg{2000}, of_holder{0}, of_others{200};

constexpr std::chrono::seconds until_tried_again{10};

using Clock = std::chrono::steady_clock;
std::map<pid_t, Clock::time_point> &in_vain() {
  static std::map<pid_t, Clock::time_point> tracers;
  return tracers;
}

std::optional<OtherTracer> other_tracer_of(pid_t pid, pid_t thread) {
  const auto status = read_proc_file(proc_path(pid, "task/" + std::to_string(thread) + "/status"));
  if (!status) return std::nullopt;
  OtherTracer tracer;
  tracer.pid = static_cast<pid_t>(status_number(*status, "TracerPid"));
  if (tracer.pid == 0 || tracer.pid == ::gettid()) return std::nullopt;
  tracer.holds = thread == pid && status_field(*status, "State").starts_with('t');
  tracer.program = read_proc_file(proc_path(tracer.pid, "comm")).value_or("?\n");
  if (tracer.program.ends_with('\n')) tracer.program.pop_back();
  return tracer;
}

}  // namespace

std::optional<OtherTracer> other_tracer_of_main_thread(pid_t pid) {
  return other_tracer_of(pid, pid);
}

std::optional<OtherTracer> other_tracer_of_any_thread(pid_t pid) {
  if (auto tracer = other_tracer_of(pid, pid)) return tracer;
  for (const pid_t thread : numbers_in(proc_path(pid, "task")))
    if (auto tracer = other_tracer_of(pid, thread)) return tracer;
  return std::nullopt;
}

bool is_traced_by_this_thread(pid_t pid) {
  const auto status = read_proc_file(proc_path(pid, "status"));
  return status && status_number(*status, "TracerPid") == ::gettid();
}

std::chrono::milliseconds patience_with(const OtherTracer &tracer) {
  const auto known = in_vain().find(tracer.pid);
  if (known != in_vain().end() && Clock::now() - known->second < until_tried_again) return std::chrono::milliseconds(0);
  if (tracer.program.starts_with("mpidbg")) return of_mpidbg;
  return tracer.holds ? of_holder : of_others;
}

void note_in_vain(const OtherTracer &tracer) {
  in_vain()[tracer.pid] = Clock::now();
}

void wait_for_tracers() {
  static std::minstd_rand random(static_cast<unsigned>(::getpid()));
  std::this_thread::sleep_for(std::chrono::milliseconds(1) + std::chrono::microseconds(random() % 10000));
}

}  // namespace corefile
