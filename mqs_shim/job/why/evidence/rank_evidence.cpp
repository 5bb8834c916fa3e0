#include "mqs_shim/job/why/evidence/rank_evidence.h"

#include <algorithm>

#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/communicator_steps.h"
#include "mqs_shim/job/why/evidence/file_evidence.h"
#include "mqs_shim/job/why/evidence/pending.h"
#include "mqs_shim/job/why/evidence/recorded_evidence.h"
#include "mqs_shim/job/why/evidence/system_wait.h"
#include "mqs_shim/job/why/evidence/thread_wait.h"
#include "mqs_shim/job/why/evidence/window_evidence.h"
#include "mqs_shim/job/why/evidence/window_wait.h"

namespace mqs_shim::why {

namespace {

Site to_site(const FrameRecord &frame) {
  return {frame.function, frame.file, frame.module, frame.line, frame.offset};
}

// Returns the program's frames on the stack, from the outermost down to the place of the MPI call (ThreadRecord::site).
std::vector<Site> path_to(const ThreadRecord &record) {
  std::vector<Site> path;
  if (!record.site) return path;
  for (std::size_t i = record.frames.size(); i-- > *record.site;) {
    if (!record.frames[i].internal && !record.frames[i].function.empty()) path.push_back(to_site(record.frames[i]));
  }
  return path;
}

bool is_in(const ProcessReport &report, CallKind kind) {
  return std::any_of(report.threads.begin(), report.threads.end(), [&](const ThreadRecord &thread) {
    return kind_of_call(thread.call) == kind || kind_of_call(thread.inside) == kind;
  });
}

// Returns true if the process is in MPI_Finalize. Returns false in the finalization of a session, and in code of the
// program that MPI_Finalize calls.
bool is_in_finalize(const ProcessReport &report) {
  return std::any_of(report.threads.begin(), report.threads.end(),
                     [](const ThreadRecord &thread) { return thread.call == "MPI_Finalize" && thread.inside.empty(); });
}

// Returns a thread that waits in MPI although the library says that it is not initialised, or null.
const ThreadRecord *waiting_before_init(const ProcessReport &report) {
  if (report.mpi_state != MPIDBG_MPI_NOT_INITIALIZED || is_in(report, CallKind::init)) return nullptr;
  const auto found = std::find_if(report.threads.begin(), report.threads.end(),
                                  [](const ThreadRecord &thread) { return thread.blocking; });
  return found == report.threads.end() ? nullptr : &*found;
}

// Returns why the evidence is missing or incomplete. The text does not contain the name of the target, which is shown
// beside it.
std::string problem_of(const ProcessReport &report) {
  if (const ThreadRecord *waiting = waiting_before_init(report); waiting != nullptr)
    return "a thread is in " + waiting->call + ", but the library says that MPI is not initialised";
  const std::string prefix = report.target + ": ";
  return report.error.starts_with(prefix) ? report.error.substr(prefix.size()) : report.error;
}

bool all_are(const ProcessReport &report, KernelState state) {
  return !report.threads.empty() && std::all_of(report.threads.begin(), report.threads.end(),
                                                [&](const ThreadRecord &thread) { return thread.state == state; });
}

bool is_dead(const ProcessReport &report) {
  return report.state == KernelState::zombie || report.state == KernelState::gone ||
         report.state == KernelState::crashed;
}

ProcessState state_of(const ProcessReport &report) {
  if (report.state == KernelState::zombie || report.state == KernelState::gone) return ProcessState::exited;
  if (report.state == KernelState::crashed) return ProcessState::crashed;
  switch (report.mpi_state) {
    case MPIDBG_MPI_NOT_INITIALIZED:
      if (waiting_before_init(report) != nullptr) return ProcessState::unreadable;
      return is_in(report, CallKind::init) ? ProcessState::in_init : ProcessState::before_init;
    case MPIDBG_MPI_FINALIZED:
      return is_in(report, CallKind::finalize) ? ProcessState::in_finalize : ProcessState::finalized;
    case MPIDBG_MPI_FINALIZING:
      return ProcessState::in_finalize;
    default:
      break;
  }
  if (!report.error.empty()) return ProcessState::unreadable;
  // The stacks are examined as well: some libraries store the start of MPI_Finalize only after the ranks have
  // synchronised in it.
  return is_in_finalize(report) ? ProcessState::in_finalize : ProcessState::alive;
}

bool is_stopped(const ProcessReport &report) {
  return report.state == KernelState::stopped || report.state == KernelState::traced ||
         (!is_dead(report) && all_are(report, KernelState::stopped));
}

ThreadLevel level_of(const ProcessReport &report) {
  switch (report.thread_level) {
    case MPIDBG_THREAD_SINGLE:
      return ThreadLevel::single;
    case MPIDBG_THREAD_FUNNELED:
      return ThreadLevel::funneled;
    case MPIDBG_THREAD_SERIALIZED:
      return ThreadLevel::serialized;
    case MPIDBG_THREAD_MULTIPLE:
      return ThreadLevel::multiple;
    default:
      return ThreadLevel::unknown;
  }
}

// Returns true if the program's threads are seen to respect the thread level. If a program violates the level, its
// behaviour cannot be predicted. The result is wrongly false if only one thread may call MPI and that is not the first
// thread.
bool keeps_to_level(const ProcessReport &report) {
  std::size_t inside = 0;
  for (std::size_t i = 0; i < report.threads.size(); ++i) {
    if (report.threads[i].call.empty()) continue;
    ++inside;
    if (i != 0 && report.thread_level != MPIDBG_THREAD_SERIALIZED) return false;
  }
  return inside < 2;
}

// Returns true if the thread may call MPI. Below MPI_THREAD_MULTIPLE, only one thread at a time may; below
// MPI_THREAD_SERIALIZED, only the main thread.
bool may_call(const ProcessReport &report, std::size_t thread) {
  const ThreadRecord &record = report.threads[thread];
  if (!record.call.empty() || !record.inside.empty() || !record.library_function.empty()) return true;
  if (!record.site && record.problem.empty() && !is_of_c_library(record)) return false;  // a library's own thread
  if (!keeps_to_level(report)) return true;
  switch (report.thread_level) {
    case MPIDBG_THREAD_SINGLE:
    case MPIDBG_THREAD_FUNNELED:
      return thread == 0;
    case MPIDBG_THREAD_SERIALIZED:
      return std::none_of(report.threads.begin(), report.threads.end(),
                          [](const ThreadRecord &other) { return !other.call.empty() && other.blocking; });
    default:
      return true;
  }
}

// Recognizes threads that the MPI library has started for itself, which are unrelated to the waits of the program's
// threads.
bool is_of_library(const ThreadRecord &record) {
  return !record.site && std::any_of(record.frames.begin(), record.frames.end(),
                                     [](const FrameRecord &frame) { return frame.internal; });
}

// Returns true if all threads that may not call MPI sleep, like the idle threads of OpenMP. In that case only a thread
// that may call MPI can wake a sleeping thread.
bool do_others_sleep(const ProcessReport &report) {
  for (std::size_t i = 0; i < report.threads.size(); ++i) {
    const ThreadRecord &record = report.threads[i];
    if (!may_call(report, i) && !sleeps_outside(record) && !is_of_library(record)) return false;
  }
  return true;
}

// Returns true if the thread's call is unknown, because its stack ends before the first frame of the program.
bool is_lost(const ThreadRecord &record) {
  return record.call.empty() && record.inside.empty() && !record.site && !record.problem.empty() &&
         !is_of_c_library(record);
}

// Marks a thread as blocked by the operating system within an MPI call. The thread continues when the system call
// returns, whatever other ranks do. Does not mark MPI calls that always depend on something outside of the job, as
// these are shown as such.
void block(const std::string &system_call, Thread &thread) {
  if (kind_of_call(thread.call) == CallKind::outside) return;
  thread.activity = Activity::runs;
  thread.system_call = system_call;
  thread.conditions.clear();
  thread.inferred = false;
  thread.why_unknown.clear();
}

Thread to_thread(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending,
                 const Evidence &evidence, bool others_sleep) {
  Thread thread;
  thread.tid = record.tid;
  thread.call = record.call;
  if (const FrameRecord *site = record.call_site()) thread.site = to_site(*site);
  thread.path = path_to(record);
  thread.call_frame = record.call_stack_pointer();
  thread.inside = record.inside;
  if (!record.library_function.empty()) {
    thread.activity = Activity::unknown;
    thread.why_unknown = "inside the MPI library (" + record.library_function + ")";
  } else if (is_lost(record)) {
    thread.activity = Activity::unknown;
    thread.why_unknown = "at a place that is not known: its stack cannot be walked: " + record.problem;
  } else if (record.call.empty()) {
    const bool sleeps = sleeps_outside(record) && others_sleep;
    thread.activity = sleeps ? Activity::sleeps : Activity::runs;
    if (sleeps || is_blocked_outside(record)) thread.system_call = record.system_function;
    thread.of_c_library = is_of_c_library(record);
    if (thread.of_c_library) thread.system_call.clear();
    find_surrounding_collective(record, pending, thread);
  } else if (!record.blocking) {
    thread.activity = is_poll(record.call) ? Activity::polls : Activity::runs;
    find_late_lock(record, evidence, thread);
  } else {
    find_wait(record, report, pending, evidence, thread);
    if (is_blocked_in_library(record)) block(record.system_function, thread);
  }
  return thread;
}

}  // namespace

// Removes the schedules and threads of a dead process from its evidence, as it does not wait. Keeps only the thread
// that crashed.
void end(const ProcessReport &report, Evidence &evidence) {
  evidence.schedules.clear();
  evidence.threads.clear();
  for (const ThreadRecord &record : report.threads) {
    if (record.state != KernelState::crashed) continue;
    if (!record.call.empty()) evidence.counts = false;  // the thread may have been about to count a message
    Thread thread;
    thread.tid = record.tid;
    if (const FrameRecord *site = record.call_site()) thread.site = to_site(*site);
    evidence.threads.push_back(std::move(thread));
  }
}

BoxedOptional<std::vector<std::string>> warnings_of(const ProcessReport &report) {
  std::vector<std::string> warnings = report.warnings;
  std::erase(warnings, report.lost_call());
  if (warnings.empty()) return {};
  return warnings;
}

Evidence rank_evidence(const ProcessReport &report) {
  Evidence evidence;
  evidence.id = {report.job, report.world_rank};
  evidence.job_known = report.error.empty() || report.job != 0;
  evidence.job_name = report.environment_job;
  evidence.world_size = report.world_size;
  evidence.pid = report.pid;
  evidence.host = report.host;
  evidence.target = report.target;
  evidence.state = state_of(report);
  evidence.stopped = is_stopped(report);
  evidence.callbacks_over = report.callbacks_over;
  evidence.problem = problem_of(report);
  evidence.incomplete = report.incomplete;
  evidence.record_problem = report.record_problem;
  evidence.warnings = warnings_of(report);
  evidence.is_core = report.is_core;
  evidence.progress_counters = report.progress;
  evidence.transport_empty = report.transport_empty;
  if (report.sockets) evidence.sockets = *report.sockets;
  const PendingOperations pending = add_operations(report, evidence);
  add_windows(report, pending, evidence);
  add_files(report, pending, evidence);
  const bool others_sleep = do_others_sleep(report);
  evidence.thread_level = level_of(report);
  evidence.timer_signal = report.timer_signal;
  for (std::size_t i = 0; i < report.threads.size(); ++i) {
    const ThreadRecord &record = report.threads[i];
    const bool runs_program =
        record.site && record.call.empty() && record.library_function.empty() && record.state == KernelState::running;
    if (runs_program && record.processor_milliseconds)
      evidence.computing.push_back({record.tid, *record.processor_milliseconds});
    if (!may_call(report, i)) {
      if (record.site && !sleeps_outside(record)) {
        if (!evidence.silent) evidence.silent.emplace();
        evidence.silent->push_back(to_site(*record.call_site()));
      }
      continue;
    }
    evidence.threads.push_back(to_thread(report.threads[i], report, pending, evidence, others_sleep));
  }
  mark_parts_of_calls(evidence);
  add_recorded(report, evidence);
  if (report.state == KernelState::crashed) end(report, evidence);
  return evidence;
}

}  // namespace mqs_shim::why
