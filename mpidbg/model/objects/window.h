#pragma once
// Describes a window in the terms of the MPI standard, and the state of its synchronisation at one process. Plain data;
// facts that memory does not contain are empty optionals.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model {

// The function that made the window. This and the following enumerations have the values in mpidbg/abi/handles/win.h.
enum class WindowFlavor { create = 1, allocate, dynamic, shared };
// The memory model of the window (MPI_WIN_MODEL).
enum class WindowModel { unified, separate };
// The kind of epoch in which a process may access other processes' memory.
enum class WindowAccess { none, fence, start, lock, lock_all };
// The first argument of MPI_Win_lock.
enum class LockType { unknown, exclusive, shared };
// The state of a lock as seen by the process that uses it.
enum class LockState { held, wanted, held_or_wanted, releasing };
// A synchronisation call: `start` is MPI_Win_start, and so on.
enum class WindowCall { unknown, fence, start, complete, post, wait, test, lock, unlock, lock_all, unlock_all };

// Describes this process's part of the window, as MPI_Win_get_attr returns it.
struct WindowMemory {
  Address base{};
  std::int64_t bytes = 0;
  // The displacement unit in bytes.
  int disp_unit = 0;
  WindowFlavor flavor = WindowFlavor::create;
  WindowModel model = WindowModel::unified;
};

// Describes the lock that protects one process's part of the window.
struct LockWord {
  // True if a process holds an exclusive lock.
  bool exclusive = false;
  // The number of processes that hold a shared lock.
  int shared = 0;
  // The number of processes that wait for the lock; empty if unknown.
  std::optional<int> waiting;
};

// Describes a lock that this process holds, wants or is releasing.
struct WindowLock {
  // The rank of the target in the window's group; -1 for all ranks (MPI_Win_lock_all).
  int target = 0;
  LockType type = LockType::unknown;
  LockState state = LockState::held;
  // True if the lock was requested with MPI_MODE_NOCHECK.
  bool nocheck = false;
  // The state of the lock in the target's memory, if this process can read it.
  std::optional<LockWord> at_target;
};

// Describes a process that waits for the lock of this process's part of the window.
struct WindowWaiter {
  // The rank of the process in the window's group.
  int rank = 0;
  LockType type = LockType::unknown;
};

// Identifies a process of a group that was passed to MPI_Win_start or MPI_Win_post.
struct WindowPeer {
  // The rank of the process in the window's group; -1 if it is not a member.
  int rank = -1;
  ProcessName process;
};

// Describes memory that was attached to a dynamic window.
struct WindowRegion {
  Address base{};
  std::uint64_t bytes = 0;
};

// Describes the epochs of the window at this process, and the locks.
struct WindowSync {
  // The access epoch, in which this process is the origin.
  WindowAccess access = WindowAccess::none;
  // True if epochs of MPI_Win_fence can be recognised. If false, WindowAccess::none may also stand for such an epoch.
  bool fence_known = false;
  // True if communication was started in the fence epoch.
  bool communicated = false;
  // True if MPI_Win_lock_all was inferred from locks of every rank.
  bool lock_all_inferred = false;
  // True if the program promised not to use locks, by an assertion or a hint.
  bool no_locks = false;
  // The group passed to MPI_Win_start; null unless that call has begun an epoch.
  Handle start_group{};
  std::vector<WindowPeer> start_peers;
  // The number of processes of start_group whose MPI_Win_post has arrived.
  std::optional<int> posts_arrived;
  // The locks of this process, ordered by target; a lock of all ranks comes first.
  std::vector<WindowLock> locks;
  // The number of communication operations of this process that are not complete.
  std::optional<int> pending_operations;

  // The following members describe exposure epochs, in which this process is the target.

  // The group passed to MPI_Win_post; null unless that call has begun an epoch.
  Handle post_group{};
  std::vector<WindowPeer> post_peers;
  // The number of processes of post_group whose MPI_Win_complete has arrived.
  std::optional<int> completes_arrived;
  // Processes whose MPI_Win_post has arrived at this process, but was not consumed by an MPI_Win_start yet.
  std::optional<std::vector<WindowPeer>> posters;
  // The lock of this process's own memory.
  std::optional<LockWord> lock_word;
  // The number of holders of MPI_Win_lock_all that are not counted in the lock word.
  std::optional<int> lock_all_holders;
  // Processes that the library has queued for the lock, in the order of the queue.
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
  // The number of processes, for libraries that keep no group; -1 if unknown.
  int size_without_group = -1;
  Handle group{};
  // The library's own duplicate of the communicator with which the window was made; null if unknown.
  Handle communicator{};
  // The communicator with which the program made the window; null if unknown.
  Handle origin_communicator{};
  // True if `origin_communicator` is inferred instead of recorded.
  bool origin_inferred = true;
  Handle errhandler{};
  // The name of a predefined error handler, otherwise empty.
  std::string errhandler_name;
  // The memory that this process exposes; empty for MPI_WIN_NULL.
  std::optional<WindowMemory> memory;
  std::optional<Hints> hints;
  std::optional<std::vector<Attribute>> attributes;

  // The name of the component of the library that implements the window, such as "rdma"; empty if unknown.
  std::string component;
  // True if `component` was inferred instead of read.
  bool component_inferred = false;
  std::optional<WindowSync> sync;
  // The reason why `sync` is empty.
  std::string sync_problem;
  // The call that began the current epoch, if it can be inferred.
  std::optional<WindowCall> last_call;
};

}  // namespace mpidbg::model
