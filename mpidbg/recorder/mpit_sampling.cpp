#include "mpidbg/recorder/mpit_sampling.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/errno_keeper.h"
#include "mpidbg/recorder/fatal_signals.h"
#include "mpidbg/recorder/interval_thread.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpit_events.h"
#include "mpidbg/recorder/mpit_functions.h"
#include "mpidbg/recorder/mpit_handles.h"
#include "mpidbg/recorder/mpit_numbers.h"
#include "mpidbg/recorder/mpit_objects.h"
#include "mpidbg/recorder/mpit_snapshots.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/record_file.h"
#include "mpidbg/recorder/threads.h"

namespace recorder {

Relaxed<bool> is_mpit_unsafe;

namespace {

Relaxed<bool> sampling;                         // true between the end of MPI_Init and the start of MPI_Finalize
Relaxed<std::int64_t> interval;                 // in nanoseconds
Relaxed<std::int64_t> next_sample = INT64_MAX;  // time of the next snapshot that a call takes

class SamplingLocked {
 public:
  SamplingLocked() { sampling_lock.acquire(); }
  ~SamplingLocked() { sampling_lock.release(); }
  SamplingLocked(const SamplingLocked &) = delete;
  SamplingLocked &operator=(const SamplingLocked &) = delete;

 private:
  ErrnoKeeper keeper_;
};

void take_snapshot(mpidbg_record_snapshot_reason reason, std::int32_t detail) {
  const SamplingLocked locked;
  if (sampling && !record.paused) write_snapshot(reason, detail);
}

void take_interval_snapshot() {
  take_snapshot(MPIDBG_RECORD_AT_INTERVAL, 0);
}

// Returns the thread level to pass to MPI_T_init_thread; see mpit_sampling.h. MPICH's MPI_T takes locks only at the
// highest level.
int wanted_thread_level() {
  if (!is_open_mpi()) return MPI_THREAD_MULTIPLE;
  return record.header->thread_level < 0 ? MPI_THREAD_SINGLE : record.header->thread_level;
}

std::int32_t initialise_mpit() {
  const char *wanted = std::getenv("MPIDBG_RECORD_MPIT");
  if (wanted != nullptr && std::strcmp(wanted, "0") == 0) return MPIDBG_RECORD_MPIT_NOT_WANTED;
  if (!find_mpit_functions()) return MPIDBG_RECORD_MPIT_MISSING;
  if (is_mpit_unsafe) return MPIDBG_RECORD_MPIT_UNSAFE;
  int provided = 0, result = MPI_SUCCESS;
  {
    const KeptSignalActions kept;  // Open MPI opens its components here; their libraries may set signal actions
    result = mpit.init_thread(wanted_thread_level(), &provided);
  }
  if (result != MPI_SUCCESS) return result;
  find_datatypes();
  return prepare_snapshots() && open_pvar_session() ? 0 : MPI_ERR_OTHER;
}

void warn(std::int32_t error) {
  if (error == MPIDBG_RECORD_MPIT_MISSING)
    std::fputs("mpidbg: no MPI_T variables are recorded: the MPI library has no MPI_T\n", stderr);
  else if (error == MPIDBG_RECORD_MPIT_UNSAFE)
    std::fputs(
        "mpidbg: no MPI_T variables are recorded: the program called MPI_T_init_thread before MPI_Init, after which "
        "Open "
        "MPI lists variables of components that it has unloaded\n",
        stderr);
  else if (error > 0)
    std::fprintf(stderr, "mpidbg: no MPI_T variables are recorded: MPI_T_init_thread failed (%d)\n", error);
}

void sample_in_calls(std::int64_t first) {
  next_sample = first;
  record.unusual = record.paused || calls_sample();
}

void start_interval() {
  constexpr unsigned long most = 24ul * 60 * 60 * 1000;
  const char *text = std::getenv("MPIDBG_RECORD_INTERVAL");
  const unsigned long milliseconds = text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
  if (milliseconds == 0 || milliseconds > most) return;
  record.header->mpit_interval = static_cast<std::uint32_t>(milliseconds);
  interval = static_cast<std::int64_t>(milliseconds) * 1000000;
  if (record.threaded)
    start_interval_thread(record.header->mpit_interval, take_interval_snapshot);
  else
    sample_in_calls(now() + interval);
}

}  // namespace

void start_sampling() {
  const ErrnoKeeper keeper;
  if (record.header->mpit_error != MPIDBG_RECORD_MPIT_NOT_STARTED) return;
  const std::int32_t error = initialise_mpit();
  record.header->mpit_error = error;
  warn(error);
  sampling = error == 0;
  prepare_record_file();
  take_snapshot(MPIDBG_RECORD_AT_INIT, 0);
  if (sampling) start_interval();
  if (sampling || is_file_wanted()) watch_fatal_signals();
}

void finish_sampling() {
  const ErrnoKeeper keeper;
  stop_interval_thread();
  sample_in_calls(INT64_MAX);
  take_snapshot(MPIDBG_RECORD_AT_FINALIZE, 0);
  write_record_file(0);
  release_fatal_signals();
  const SamplingLocked locked;
  if (!sampling) return;
  sampling = false;
  free_registrations();
  close_pvar_session();
}

void sample_at_pcontrol() {
  const ErrnoKeeper keeper;
  take_snapshot(MPIDBG_RECORD_AT_PCONTROL, 0);
  write_record_file(0);
}

void sample_at_abort(std::int32_t error_code) {
  const ErrnoKeeper keeper;
  take_snapshot(MPIDBG_RECORD_AT_ABORT, error_code);
  write_record_file(0);
}

bool record_unusual_call() {
  if (record.paused) return false;
  const std::int64_t time = now();
  if (time < next_sample) return true;
  next_sample = time + interval;
  const std::uintptr_t outer_frame = this_thread.outer_frame;
  this_thread.outer_frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  take_snapshot(MPIDBG_RECORD_AT_INTERVAL, 0);
  this_thread.outer_frame = outer_frame;
  return true;
}

bool calls_sample() {
  return next_sample != INT64_MAX;
}

namespace {

Relaxed<bool> in_haste;  // true while the signal handler holds the lock

bool library_is_free() {
  if (this_thread.entry == nullptr || this_thread.outer_frame != 0) return false;
  if (record.threaded) return true;
  for (std::uint32_t i = 0; i < record.thread_count; ++i) {
    const mpidbg_record_thread &thread = record.threads[i];
    if (__atomic_load_n(&thread.state, __ATOMIC_RELAXED) == MPIDBG_RECORD_THREAD_ALIVE &&
        __atomic_load_n(&thread.call, __ATOMIC_RELAXED) != 0)
      return false;
  }
  return true;
}

}  // namespace

void sample_at_signal(int signal) {
  if (!sampling || record.paused || !library_is_free() || !sampling_lock.try_acquire()) return;
  in_haste = true;
  write_snapshot_in_haste(MPIDBG_RECORD_AT_SIGNAL, signal);
  in_haste = false;
  sampling_lock.release();
}

void give_up_sampling() {
  sampling = false;
  if (in_haste) sampling_lock.release();
  in_haste = false;
}

void object_ends(mpidbg_record_kind kind, std::uint64_t handle) {
  if (!sampling || !is_bound_kind(kind)) return;
  const SamplingLocked locked;
  object_is_ending(kind, handle);
  free_pvar_handles_of(kind, handle);
  free_registrations_of(kind, handle);
}

void object_ended(mpidbg_record_kind kind, std::uint64_t handle) {
  if (!sampling || !is_bound_kind(kind)) return;
  const SamplingLocked locked;
  object_has_ended(kind, handle);
}

void sample_no_more() {
  sampling = false;
  sampling_lock.release();
  sample_in_calls(INT64_MAX);
  forget_interval_thread();
  forget_record_file();
  release_fatal_signals();
}

}  // namespace recorder
