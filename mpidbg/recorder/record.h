#pragma once
// The record itself: memory that is mapped at the process's first MPI call and never unmapped.
//
// Concurrency. Program threads, the recorder's interval thread and signal handlers run this library at the same time,
// and a debugger may stop the process between any two instructions and read the record. The rules for this folder:
//
// 1. A thread's slot (mpidbg_record_thread) is written by its thread alone. `call` is stored last when a call begins
// and
//    first when it ends, with release order, so that whoever sees a call sees its arguments. Other threads and signal
//    handlers read `call` and `state` only, atomically. this_thread is thread_local.
// 2. Rings (events, names, MPI_T events) take a number atomically and then write the entry with that number; the number
//    inside an entry, if it has one, is stored last. A reader rejects entries whose number does not fit.
// 3. Tables of live objects (requests, handles, locks, collectives) are changed under table_lock if several threads may
// call MPI
//    (record.threaded), without a lock otherwise. An entry's `flags` are stored last, with release order.
// 4. The catalogue of MPI_T, its handles, registrations and snapshots are used under sampling_lock, which is taken
// before
//    table_lock. A signal handler only tries to take it, never waits, and takes no other lock.
// 5. Single values that are set by one thread and read by others are Relaxed. Fields that are set once before the
// record
//    is published (pointers, masks, sizes, `keeps`, the library's functions) are plain: pthread_once orders them.
// 6. A forked child has one thread: adopt_copy releases the locks and ends the other threads' slots.

#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/collectives.h"
#include "mpidbg/recorder/handles.h"
#include "mpidbg/recorder/locks.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"
#include "mpidbg/recorder/relaxed.h"
#include "mpidbg/recorder/requests.h"

// The symbol that readers start from; null before the first MPI call, and if nothing is recorded.
extern "C" mpidbg_record_header *mpidbg_record;

namespace recorder {

// Pointers into the record; all valid once start_recording has answered true.
struct Record {
  mpidbg_record_header *header;
  mpidbg_record_thread *threads;
  RequestTable requests;
  HandleTable handles;
  LockTable locks;
  CollectiveTable collectives;
  mpidbg_record_event *events;
  mpidbg_record_name *names;
  char *catalogue;
  mpidbg_record_snapshot *snapshots;
  char *samples;
  mpidbg_record_mpit_event *mpit_events;
  std::uint32_t thread_count;
  std::uint32_t event_mask, name_mask, mpit_event_mask;  // count - 1
  Relaxed<bool> threaded;  // MPI_THREAD_MULTIPLE: several threads change the tables at once
  Relaxed<bool> paused;    // MPI_Pcontrol(0)
  Relaxed<bool> unusual;   // paused, or calls check whether it is time for a snapshot of MPI_T's variables
  bool keeps;              // MPIDBG_KEEP_FREED; kept_objects.h
};
extern Record record;

// Finds the library and maps the record, once. False, then and ever after: this process is not recorded.
bool start_recording();

// After MPI_Init and MPI_Init_thread have succeeded; after MPI_Finalize.
void note_initialized();
void note_finalized();
// After MPI_Session_init: at which thread level is not known.
void note_session();

// MPI_Pcontrol. 0: handles created from now on are not recorded, the end of known ones is; 2: like 1, and counted;
// others: like 1.
void set_level(int level);

// Call site, time, subject and result of a finished call.
inline void add_event(const mpidbg_record_event &event) {
  std::uint64_t &next = record.header->next_event;
  const std::uint64_t number = record.threaded ? __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED) : next++;
  record.events[number & record.event_mask] = event;
}

// Keeps a string; the number to find it by.
std::uint64_t add_name(enum mpidbg_record_kind kind, std::uint64_t subject, const char *text, std::uint64_t length);

// "comm:Comm color:Int newcomm:-NewComm"; in call_texts.cpp.
void write_call_texts(mpidbg_record_call *calls);

}  // namespace recorder
