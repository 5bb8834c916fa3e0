#pragma once
// These structs say what the recorder knows of one handle, one thread and one call. They are plain data. Times are
// those of the record: CLOCK_MONOTONIC in nanoseconds, and 0 if none was taken. Addresses of code are where the program
// continues after the call, and null if they were not kept.

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

// A RecordedObject is one object that a handle refers to or referred to. Which members are filled depends on `kind`.
struct RecordedObject {
  HandleKind kind{};
  Handle handle{};
  // `flags` has bits of enum mpidbg_record_flags.
  unsigned flags = 0;
  // An object is live, freed by the program, or neither: then it ended in another way or the end was not recorded.
  bool live() const;
  bool freed() const;

  // `created_by` is the name of the call: "MPI_Comm_split".
  std::string created_by;
  // `call` is the call with its arguments: "MPI_Comm_split(comm=MPI_COMM_WORLD, color=1, key=0)".
  std::string call;
  Address created_at{};
  std::int64_t created = 0;
  // `freed_by` is empty if the object lives or if its end was not recorded.
  std::string freed_by;
  Address freed_at{};
  std::int64_t ended = 0;
  std::optional<HandleReference> parent;
  // `name` is the path of a file, and for other kinds what MPI_Comm_set_name and the like gave the object.
  std::string name;
  // `size` is that of a communicator's local group, and `rank` that of the process in it.
  std::optional<int> size, rank;
  // `given` counts how often the program was given the handle and has not freed it.
  std::uint32_t given = 0;

  // A window has the last synchronisation call that has returned: "MPI_Win_lock" and "MPI_Win_lock(rank=1)".
  std::string last_call, last_call_text;
  std::int64_t last_used = 0;
  std::vector<RecordedLock> locks;

  // `kept` is true if the program freed the object and the recorder keeps it (MPIDBG_KEEP_FREED).
  bool kept = false;
  // `callers` are the callers of the function at `created_at`, from the inside out.
  std::vector<Address> callers;

  // The members from `owner` to `tag` belong to requests.
  std::optional<HandleReference> owner;
  Handle datatype{}, op{};
  Address buffer{};
  // `second_datatype` is another one that the call was given; null means none.
  Handle second_datatype{};
  // `more_datatypes` is true if the call was given further ones, which are not known.
  bool more_datatypes = false;
  std::optional<int> count, peer, tag;

  // A live object has the live requests that use it and the calls in progress that were given it.
  std::vector<HandleReference> users;
  std::vector<std::string> calls_in_progress;

  // `earlier` counts the objects of the same kind that had the same handle before.
  unsigned earlier = 0;
  // `doubt` says how memory contradicts this, and is empty if it does not.
  std::string doubt;
};

// A RecordedThread is one thread that has made an MPI call.
struct RecordedThread {
  std::uint64_t tid = 0;
  bool alive = false;
  bool in_call = false;
  // `name` is that of the call in progress, else that of the last one: "MPI_Recv". It is empty if none was made.
  std::string name;
  // `call` is the same call with its arguments.
  std::string call;
  // `number` is the call's number in this process's record.
  std::uint16_t number = 0;
  Address site{};
  std::int64_t since = 0;
  // `calls` counts the calls that the thread has begun.
  std::uint64_t calls = 0;
  // `words` are the arguments of that call, one per parameter, as far as they were kept.
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
