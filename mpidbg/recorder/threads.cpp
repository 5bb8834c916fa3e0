#include "mpidbg/recorder/threads.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <initializer_list>

#include "mpidbg/recorder/record.h"

namespace recorder {

constinit thread_local ThisThread this_thread{};

namespace {

pthread_key_t at_thread_end;

void end_thread(void *entry) {
  auto *ended = static_cast<mpidbg_record_thread *>(entry);
  __atomic_store_n(&ended->call, 0, __ATOMIC_RELEASE);
  this_thread = {};
  __atomic_store_n(&ended->state, MPIDBG_RECORD_THREAD_ENDED, __ATOMIC_RELEASE);
}

bool claim(mpidbg_record_thread &entry, std::uint32_t state) {
  return __atomic_compare_exchange_n(&entry.state, &state, MPIDBG_RECORD_THREAD_ALIVE, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED);
}

// Returns an entry for this thread. Entries of ended threads are a history and are reused only if no unused entry is
// left.
mpidbg_record_thread *claim_entry() {
  for (const std::uint32_t state : {MPIDBG_RECORD_THREAD_UNUSED, MPIDBG_RECORD_THREAD_ENDED})
    for (std::uint32_t i = 0; i < record.thread_count; ++i)
      if (claim(record.threads[i], state)) return &record.threads[i];
  return nullptr;
}

}  // namespace

void prepare_threads() {
  pthread_key_create(&at_thread_end, end_thread);
}

bool start_thread() {
  static thread_local bool refused;
  if (refused || !start_recording()) return false;
  mpidbg_record_thread *entry = claim_entry();
  if (entry == nullptr) {
    refused = true;
    __atomic_fetch_add(&record.header->threads_not_recorded, 1, __ATOMIC_RELAXED);
    return false;
  }
  __atomic_store_n(&entry->call, 0, __ATOMIC_RELEASE);
  entry->last_call = 0;
  entry->calls = entry->site = 0;
  entry->since = 0;
  entry->tid = static_cast<std::uint64_t>(syscall(SYS_gettid));
  pthread_setspecific(at_thread_end, entry);
  this_thread = {.entry = entry, .index = static_cast<std::uint16_t>(entry - record.threads), .outer_frame = 0};
  return true;
}

void keep_this_thread_alone() {
  for (std::uint32_t i = 0; i < record.thread_count; ++i) {
    mpidbg_record_thread &entry = record.threads[i];
    if (__atomic_load_n(&entry.state, __ATOMIC_RELAXED) != MPIDBG_RECORD_THREAD_ALIVE) continue;
    if (&entry == this_thread.entry)
      entry.tid = static_cast<std::uint64_t>(syscall(SYS_gettid));
    else
      __atomic_store_n(&entry.state, MPIDBG_RECORD_THREAD_ENDED, __ATOMIC_RELAXED);
  }
}

}  // namespace recorder
