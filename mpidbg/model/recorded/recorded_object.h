#pragma once
// These structs hold the facts that the recorder has about one handle, one thread or one call. They are plain data.
// Times are nanoseconds of CLOCK_MONOTONIC, or 0 if no time was taken. Addresses of code are return addresses of MPI
// calls, or null if they were not recorded.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::recorded {

// A RecordedLock is a lock of a window that was taken and not released.
struct RecordedLock {
  // `target` is the rank in the window, or -1 for all ranks.
  int target = -1;
  bool exclusive = false;
  Address site{};
  std::int64_t time = 0;
};

// A RecordedObject is an object to which a handle refers or referred. The kind determines which members are filled.
struct RecordedObject {
  HandleKind kind{};
  Handle handle{};
  // `flags` has bits of enum mpidbg_record_flags.
  unsigned flags = 0;
  // An object is live, or freed by the program. If neither is true, it ended in another way or its end was not
  // recorded.
  bool live() const;
  bool freed() const;

  // `created_by` is the name of the MPI function that created the object: "MPI_Comm_split".
  std::string created_by;
  // `call` is the call with its arguments: "MPI_Comm_split(comm=MPI_COMM_WORLD, color=1, key=0)".
  std::string call;
  Address created_at{};
  std::int64_t created = 0;
  // `freed_by` is the name of the MPI function that freed the object; empty if the object is live or its end was not
  // recorded.
  std::string freed_by;
  Address freed_at{};
  std::int64_t ended = 0;
  std::optional<HandleReference> parent;
  // `communicator` is the communicator among the arguments of the call that created the object; null if there is none.
  Handle communicator{};
  // `name` is the path of a file; for other kinds, the name set by MPI_Comm_set_name and similar functions.
  std::string name;
  // `size` is the size of a communicator's local group, and `rank` the rank of the process in that group.
  std::optional<int> size, rank;
  // `given` is the number of times that the program received the handle, minus the number of times that it freed it.
  std::uint32_t given = 0;

  // For a window, the latest synchronisation call that has returned, by name and with its arguments: "MPI_Win_lock" and
  // "MPI_Win_lock(rank=1)".
  std::string last_call, last_call_text;
  std::int64_t last_used = 0;
  std::vector<RecordedLock> locks;

  // `kept` is true if the program has freed the object but the recorder prevents its destruction (MPIDBG_KEEP_FREED).
  bool kept = false;
  // The return addresses of the functions that led to the call at `created_at`, the innermost one first.
  std::vector<Address> callers;

  // The members from `owner` to `tag` are filled only for requests.
  std::optional<HandleReference> owner;
  Handle datatype{}, op{};
  Address buffer{};
  // `second_datatype` is the second datatype that was passed to the call; null if there was none.
  Handle second_datatype{};
  // `more_datatypes` is true if further datatypes were passed to the call. These were not recorded.
  bool more_datatypes = false;
  std::optional<int> count, peer, tag;

  // For a live object, the live objects that use it (see Recorder::users_of), and the calls in progress that have it as
  // an argument.
  std::vector<HandleReference> users;
  std::vector<std::string> calls_in_progress;

  // `earlier` counts the objects of the same kind that had the same handle before.
  unsigned earlier = 0;
  // `doubt` explains how the library's memory contradicts the recorded facts; empty if it does not.
  std::string doubt;
};

// A RecordedThread is one thread that has made an MPI call.
struct RecordedThread {
  std::uint64_t tid = 0;
  bool alive = false;
  bool in_call = false;
  // `name` is the name of the call in progress or, outside of calls, of the latest call: "MPI_Recv". It is empty before
  // the first call.
  std::string name;
  // `call` is the same call with its arguments.
  std::string call;
  // `number` is the call's number in this process's record.
  std::uint16_t number = 0;
  Address site{};
  std::int64_t since = 0;
  // `calls` counts the calls that the thread has begun.
  std::uint64_t calls = 0;
  // `words` contains the arguments of that call, one per parameter. Arguments at the end may be missing.
  std::vector<std::uint64_t> words;
};

// A RecordedEvent is one entry of the record's history of calls.
struct RecordedEvent {
  // `call` is the name of the call.
  std::string call;
  std::uint64_t tid = 0;
  Address site{};
  std::int64_t time = 0;
  Handle subject{};
  int result = 0;
};

}  // namespace mpidbg::model::recorded
