#pragma once
// A window in the terms of the MPI standard, and the state of its synchronisation at one process. Plain data; facts
// that memory does not contain are empty optionals.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model {

// The function that made the window. The values of this and the following enumerations are those in
// mpidbg/abi/handles/win.h.
enum class WindowFlavor { create = 1, allocate, dynamic, shared };
// The memory model of the window (MPI_WIN_MODEL).
enum class WindowModel { unified, separate };
// The epoch in which a process may access other processes' memory.
enum class WindowAccess { none, fence, start, lock, lock_all };
// The first argument of MPI_Win_lock.
enum class LockType { unknown, exclusive, shared };
// The state of a lock from the view of the process that uses it.
enum class LockState { held, wanted, held_or_wanted, releasing };
// A synchronisation call: `start` is MPI_Win_start, and so on.
enum class WindowCall { unknown, fence, start, complete, post, wait, test, lock, unlock, lock_all, unlock_all };

// This process's part of the window, as MPI_Win_get_attr returns it.
struct WindowMemory {
  Address base{};
  std::int64_t bytes = 0;
  // The displacement unit in bytes.
  int disp_unit = 0;
  WindowFlavor flavor = WindowFlavor::create;
  WindowModel model = WindowModel::unified;
};

// The state of the lock that protects one process's part of the window.
struct LockWord {
  // True if a process holds an exclusive lock.
  bool exclusive = false;
  // The number of processes that hold a shared lock.
  int shared = 0;
  // The number of processes that wait for the lock; empty if unknown.
  std::optional<int> waiting;
};

// A lock that this process holds, wants or is releasing.
struct WindowLock {
  // The rank in the window; -1 for all ranks (MPI_Win_lock_all).
  int target = 0;
  LockType type = LockType::unknown;
  LockState state = LockState::held;
  // True if the lock was requested with MPI_MODE_NOCHECK.
  bool nocheck = false;
  // The lock word in the target's memory, if this process can read it.
  std::optional<LockWord> at_target;
};

// A process that waits for the lock of this process's memory.
struct WindowWaiter {
  // The rank in the window.
  int rank = 0;
  LockType type = LockType::unknown;
};

// A process of a group that is passed to MPI_Win_start or MPI_Win_post.
struct WindowPeer {
  // The rank in the window; -1 if the process is not a member.
  int rank = -1;
  ProcessName process;
};

// Memory that was attached to a dynamic window.
struct WindowRegion {
  Address base{};
  std::uint64_t bytes = 0;
};

// The epochs of the window at this process.
struct WindowSync {
  // The epochs of this process as origin.
  WindowAccess access = WindowAccess::none;
  // If false, WindowAccess::none may also be an epoch of MPI_Win_fence.
  bool fence_known = false;
  // True if communication was started in the epoch of the fence.
  bool communicated = false;
  // True if MPI_Win_lock_all is inferred from locks of every rank.
  bool lock_all_inferred = false;
  // True if the program promised not to use locks, by an assertion or an info.
  bool no_locks = false;
  // The group passed to MPI_Win_start; null unless that call has begun an epoch.
  Handle start_group{};
  std::vector<WindowPeer> start_peers;
  // The number of processes of start_group whose MPI_Win_post has arrived.
  std::optional<int> posts_arrived;
  // The locks of this process, ordered by target; a lock of all ranks is the first.
  std::vector<WindowLock> locks;
  // The number of communication operations that are not complete.
  std::optional<int> pending_operations;

  // The epochs of this process as target.

  // The group passed to MPI_Win_post; null unless that call has begun an epoch.
  Handle post_group{};
  std::vector<WindowPeer> post_peers;
  // The number of processes of post_group whose MPI_Win_complete has arrived.
  std::optional<int> completes_arrived;
  // Processes that have posted to this process and whose post no MPI_Win_start has consumed yet.
  std::optional<std::vector<WindowPeer>> posters;
  // The lock of this process's own memory.
  std::optional<LockWord> lock_word;
  // The number of holders of MPI_Win_lock_all that are not counted in the lock word.
  std::optional<int> lock_all_holders;
  // Processes that the library has queued for the lock, in their order.
  std::vector<WindowWaiter> waiters;

  // The attached memory of a dynamic window.
  std::optional<std::vector<WindowRegion>> regions;

  // A sentence about members that are unknown, and why; empty if everything is known.
  std::string problem;
};

// Describes one window, as one process sees it. `handle` identifies it while the process is stopped.
struct Window {
  Handle handle{};
  std::string name;
  bool is_null = false;
  bool freed = false;
  int fortran_index = -1;
  int reference_count = 0;
  int rank = -1;
  // The size, for libraries that keep no group; -1 if unknown.
  int size_without_group = -1;
  Handle group{};
  // The library's own duplicate; null if unknown.
  Handle communicator{};
  // The communicator that the program passed; inferred; null if unknown.
  Handle origin_communicator{};
  Handle errhandler{};
  // The name of a predefined error handler, otherwise empty.
  std::string errhandler_name;
  // The memory that this process exposes; empty for MPI_WIN_NULL.
  std::optional<WindowMemory> memory;
  std::optional<Hints> hints;
  std::optional<std::vector<Attribute>> attributes;

  // The name of the library's component, such as "rdma"; empty if unknown.
  std::string component;
  // True if `component` was inferred instead of read.
  bool component_inferred = false;
  std::optional<WindowSync> sync;
  // Why `sync` is empty.
  std::string sync_problem;
  // The call that began the current epoch, if it can be inferred.
  std::optional<WindowCall> last_call;
};

}  // namespace mpidbg::model
