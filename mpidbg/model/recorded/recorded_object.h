#pragma once
// What the recorder knows of one handle, of one thread, of one call. Plain data. Times are the record's:
// CLOCK_MONOTONIC in nanoseconds, 0 where none was taken.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::recorded {

// A lock of a window that was taken and not given back.
struct RecordedLock {
  int target = -1;  // rank in the window; -1: all
  bool exclusive = false;
  Address site{};
  std::int64_t time = 0;
};

struct RecordedObject {
  HandleKind kind{};
  Handle handle{};
  unsigned flags = 0;  // enum mpidbg_record_flags
  bool live() const;
  bool freed() const;

  std::string created_by;  // "MPI_Comm_split"
  std::string call;        // "MPI_Comm_split(comm=MPI_COMM_WORLD, color=1, key=0)"
  Address created_at{};    // where the program continues after the call; null: not kept
  std::int64_t created = 0;
  std::string freed_by;  // empty: it lives, or how it ended is not known
  Address freed_at{};
  std::int64_t ended = 0;
  std::optional<HandleReference> parent;
  std::string name;               // of a file its path; else what MPI_Comm_set_name and the like gave it
  std::optional<int> size, rank;  // of a communicator: of its local group, of the process in it
  std::uint32_t given = 0;        // how often the program was given the handle and has not freed it

  // Of a window: the last synchronisation call that has returned, "MPI_Win_lock(rank=1)".
  std::string last_call, last_call_text;
  std::int64_t last_used = 0;
  std::vector<RecordedLock> locks;

  bool kept = false;             // freed by the program, and kept by the recorder (MPIDBG_KEEP_FREED)
  std::vector<Address> callers;  // of the function at created_at, from the inside out

  // Of a request.
  std::optional<HandleReference> owner;
  Handle datatype{}, op{};
  Address buffer{};
  Handle second_datatype{};     // another one that the call was given; null: none
  bool more_datatypes = false;  // that are not known
  std::optional<int> count, peer, tag;

  // Live requests that use it, and calls in progress that were given it.
  std::vector<HandleReference> users;
  std::vector<std::string> calls_in_progress;

  unsigned earlier = 0;  // objects of the kind that had the same handle before
  std::string doubt;     // how memory contradicts this; empty if it does not
};

struct RecordedThread {
  std::uint64_t tid = 0;
  bool alive = false;
  bool in_call = false;
  std::string name;          // of the call in progress, else of the last one: "MPI_Recv"; empty: none yet
  std::string call;          // the same with its arguments
  std::uint16_t number = 0;  // the call's, in this process
  Address site{};
  std::int64_t since = 0;
  std::uint64_t calls = 0;
  std::vector<std::uint64_t> words;
};

struct RecordedEvent {
  std::string call;  // its name
  std::uint64_t tid = 0;
  Address site{};
  std::int64_t time = 0;
  Handle subject{};
  int result = 0;
};

}  // namespace mpidbg::model::recorded
