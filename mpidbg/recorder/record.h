#pragma once
// The record itself: the memory, mapped at the process's first MPI call, and never unmapped.

#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/handles.h"
#include "mpidbg/recorder/locks.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"
#include "mpidbg/recorder/requests.h"

// What a reader with symbols starts from; null before the first MPI call, and where nothing is recorded.
extern "C" mpidbg_record_header *mpidbg_record;

namespace recorder {

// Pointers into the record; all valid once start_recording has answered true.
struct Record {
  mpidbg_record_header *header;
  mpidbg_record_thread *threads;
  RequestTable requests;
  HandleTable handles;
  LockTable locks;
  mpidbg_record_event *events;
  mpidbg_record_name *names;
  char *catalogue;
  mpidbg_record_snapshot *snapshots;
  char *samples;
  mpidbg_record_mpit_event *mpit_events;
  std::uint32_t thread_count;
  std::uint32_t event_mask, name_mask, mpit_event_mask;  // count - 1
  bool threaded;  // MPI_THREAD_MULTIPLE: several threads change the tables at once
  bool paused;    // MPI_Pcontrol(0)
  bool unusual;   // paused, or calls look whether it is time for a snapshot of MPI_T's variables
  bool keeps;     // MPIDBG_KEEP_FREED; kept_objects.h
};
extern Record record;

// Finds the library and maps the record, once. False, then and ever after: this process is not recorded.
bool start_recording();

// After MPI_Init and MPI_Init_thread have succeeded; after MPI_Finalize.
void note_initialized();
void note_finalized();
// After MPI_Session_init: at which thread level is not known.
void note_session();

// MPI_Pcontrol. 0: what is created from now on is not recorded, what ends is; 2: as 1, and counted; others: as 1.
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
