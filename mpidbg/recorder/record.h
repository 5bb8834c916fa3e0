#pragma once
// Manages the record: memory that is mapped at the process's first MPI call and never unmapped.
//
// Concurrency: program threads, the recorder's interval thread and signal handlers run this library at the same time,
// and a debugger may stop the process between any two instructions and read the record. The rules for this folder are:
//
// 1. A thread's slot (mpidbg_record_thread) is written only by its thread. `call` is stored last when a call begins and
// first when it ends, with release order, so if a debugger sees a call, it also sees the call's arguments. Other
// threads and signal handlers read only `call` and `state`, atomically. this_thread is thread_local. 2. Rings (events,
// names, MPI_T events) take a number atomically and then write the entry with that number. The number inside an entry,
// if it has one, is stored last. A reader rejects entries with an unexpected number. 3. Tables of live objects
// (requests, handles, locks, collectives) are changed under table_lock if several threads may call MPI
// (record.threaded), otherwise without a lock. An entry's `flags` are stored last, with release order. 4. The catalogue
// of MPI_T, its handles, registrations and snapshots are used under sampling_lock, which is taken before table_lock. A
// signal handler only tries to take it, never waits, and takes no other lock. 5. Single values that are set by one
// thread and read by others are Relaxed. Fields that are set once before the record is published (pointers, masks,
// sizes, `keeps`, the library's functions) are plain, because pthread_once orders them. 6. A forked child has one
// thread: adopt_copy() releases the locks and ends the other threads' slots.

#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/collectives.h"
#include "mpidbg/recorder/handles.h"
#include "mpidbg/recorder/locks.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"
#include "mpidbg/recorder/relaxed.h"
#include "mpidbg/recorder/requests.h"

// Points to the record's header; debuggers find the record by the symbol of this variable. It is null before the first
// MPI call and if nothing is recorded.
extern "C" mpidbg_record_header *mpidbg_record;

namespace recorder {

// Holds pointers into the record, which are valid once start_recording() has returned true.
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
  // For each ring, its number of entries minus one.
  std::uint32_t event_mask, name_mask, mpit_event_mask;
  // True if several threads may change the tables at once (MPI_THREAD_MULTIPLE).
  Relaxed<bool> threaded;
  // True after MPI_Pcontrol(0), which stops recording.
  Relaxed<bool> paused;
  // True if recording is paused, or if calls have to check whether a snapshot of MPI_T's variables is due.
  Relaxed<bool> unusual;
  // True if MPIDBG_KEEP_FREED is set; see kept_objects.h.
  bool keeps;
};
extern Record record;

// Finds the library and maps the record, once. Returns true if this process is recorded. Once the result is false, it
// stays so.
bool start_recording();

// These functions write to the record that MPI is initialised or finalised. The first must be called after MPI_Init or
// MPI_Init_thread has succeeded, the second after MPI_Finalize.
void note_initialized();
void note_finalized();
// Must be called after MPI_Session_init. From then on, several threads are assumed to call MPI, because the thread
// level of a session is unknown.
void note_session();

// Implements MPI_Pcontrol. At level 0, new handles are not recorded, but the end of known handles is. At all other
// levels everything is recorded; calls with level 2 are also counted.
void set_level(int level);

// Adds a finished call to the ring of events.
inline void add_event(const mpidbg_record_event &event) {
  std::uint64_t &next = record.header->next_event;
  const std::uint64_t number = record.threaded ? __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED) : next++;
  record.events[number & record.event_mask] = event;
}

// Stores the name of an object in the ring of names, and returns the number by which debuggers find the name there.
std::uint64_t add_name(enum mpidbg_record_kind kind, std::uint64_t subject, const char *text, std::uint64_t length);

// Writes the descriptions of parameters, such as "comm:Comm color:Int newcomm:-NewComm". Defined in call_texts.cpp.
void write_call_texts(mpidbg_record_call *calls);

}  // namespace recorder
