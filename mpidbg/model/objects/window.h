#pragma once
// A window as MPI means it, and the state of its synchronisation at one process. Plain data; what memory does not hold
// is an empty optional.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model {

// The enumerations are numbered as those of mpidbg/abi/handles/win.h.
enum class WindowFlavor { create = 1, allocate, dynamic, shared };
enum class WindowModel { unified, separate };
enum class WindowAccess { none, fence, start, lock, lock_all };
enum class LockType { unknown, exclusive, shared };
enum class LockState { held, wanted, held_or_wanted, releasing };
enum class WindowCall { unknown, fence, start, complete, post, wait, test, lock, unlock, lock_all, unlock_all };

// The part of a window that is this process's, as MPI_Win_get_attr gives it.
struct WindowMemory {
  Address base{};
  std::int64_t bytes = 0;
  int disp_unit = 0;
  WindowFlavor flavor = WindowFlavor::create;
  WindowModel model = WindowModel::unified;
};

// The lock of one process's memory.
struct LockWord {
  bool exclusive = false;      // someone holds it alone
  int shared = 0;              // how many hold it with others
  std::optional<int> waiting;  // how many wait for it
};

struct WindowLock {
  int target = 0;  // rank in the window; -1: all
  LockType type = LockType::unknown;
  LockState state = LockState::held;
  bool nocheck = false;
  std::optional<LockWord> at_target;
};

struct WindowWaiter {
  int rank = 0;  // in the window
  LockType type = LockType::unknown;
};

struct WindowPeer {
  int rank = -1;  // in the window; -1: not in it
  ProcessName process;
};

struct WindowRegion {
  Address base{};
  std::uint64_t bytes = 0;
};

struct WindowSync {
  // This process as origin.
  WindowAccess access = WindowAccess::none;
  bool fence_known = false;        // else access none may be an epoch of MPI_Win_fence
  bool communicated = false;       // in the epoch of the fence
  bool lock_all_inferred = false;  // from locks of every rank
  bool no_locks = false;           // the program promised to take none
  Handle start_group{};            // null unless started
  std::vector<WindowPeer> start_peers;
  std::optional<int> posts_arrived;  // of the group of the start
  std::vector<WindowLock> locks;     // by target; that of all first
  std::optional<int> pending_operations;

  // This process as target.
  Handle post_group{};  // null unless posted
  std::vector<WindowPeer> post_peers;
  std::optional<int> completes_arrived;
  std::optional<std::vector<WindowPeer>> posters;  // whose post no start of this process has taken yet
  std::optional<LockWord> lock_word;
  std::optional<int> lock_all_holders;  // that are not in the lock word
  std::vector<WindowWaiter> waiters;

  std::optional<std::vector<WindowRegion>> regions;  // of a dynamic window

  std::string problem;  // what of this is not known and why; empty if all is
};

struct Window {
  Handle handle{};
  std::string name;
  bool is_null = false;
  bool freed = false;
  int fortran_index = -1;
  int reference_count = 0;
  int rank = -1;
  int size_without_group = -1;  // where the library keeps no group; -1: not known
  Handle group{};
  Handle communicator{};         // the library's own duplicate; null: not known
  Handle origin_communicator{};  // what the program gave; inferred; null: not known
  Handle errhandler{};
  std::string errhandler_name;         // of a predefined error handler
  std::optional<WindowMemory> memory;  // MPI_WIN_NULL has none
  std::optional<Hints> hints;
  std::optional<std::vector<Attribute>> attributes;

  std::string component;  // "rdma"; empty: not known
  bool component_inferred = false;
  std::optional<WindowSync> sync;
  std::string sync_problem;             // why there is no sync
  std::optional<WindowCall> last_call;  // inferred
};

}  // namespace mpidbg::model
