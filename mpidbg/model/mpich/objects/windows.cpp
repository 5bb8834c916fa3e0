#include "mpidbg/model/mpich/objects/windows.h"

#include <algorithm>
#include <unordered_map>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/mpich/objects/live_handles.h"
#include "mpidbg/model/mpich/objects/window_hints.h"
#include "mpidbg/model/objects/last_window_call.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

Error strange(Address window, const char *field, std::int64_t value) {
  return {ErrorCode::corrupt, std::string(field) + " at " + hex(window) + " is " + std::to_string(value), window};
}

Result<WindowAccess> access_of(std::int32_t epoch, Address window) {
  switch (epoch) {
    case constants::epoch_none:
      return WindowAccess::none;
    case constants::epoch_lock:
      return WindowAccess::lock;
    case constants::epoch_start:
      return WindowAccess::start;
    case constants::epoch_fence:
    case constants::epoch_after_fence:
      return WindowAccess::fence;
    case constants::epoch_lock_all:
      return WindowAccess::lock_all;
    default:
      return strange(window, "MPIDIG_win_sync_t.access_epoch_type", epoch);
  }
}

LockType lock_type(const HeaderValues &header, std::int32_t number) {
  return number == header.lock_exclusive ? LockType::exclusive
         : number == header.lock_shared  ? LockType::shared
                                         : LockType::unknown;
}

void add_problem(WindowSync &sync, const std::string &problem) {
  if (!sync.problem.empty()) sync.problem += "; ";
  sync.problem += problem;
}

}  // namespace

std::string Windows::problem() {
  const std::string why = table_problem(pools_, ObjectKind::window, process_.layouts.window);
  return why.empty() ? left_out_.problem() : why;
}

std::string Windows::why_unseen() {
  return why_no_table(pools_, ObjectKind::window, process_.layouts.window);
}

std::vector<Handle> Windows::live() {
  return live_handles(pools_, HandleKind::window, ObjectKind::window);
}

Result<Windows::View> Windows::view_of(Address object) const {
  return View::read(process_.memory, process_.layouts.window, object);
}

Result<Windows::DeviceView> Windows::device_state(const View &view) const {
  MPIDBG_ASSIGN(device, view.part(&WindowLayout::dev, process_.layouts.device_window));
  return device.part(&DeviceWindowLayout::am, process_.layouts.active_message_window);
}

bool Windows::is_being_made(const View &view) {
  const auto device = device_state(view);
  if (!device || !device->get(&ActiveMessageWindowLayout::targets).is_null()) return false;
  const auto state = device->part(&ActiveMessageWindowLayout::sync, process_.layouts.window_sync);
  const bool is_unused = state && state->get(&WindowSyncLayout::access_epoch_type) == constants::epoch_none &&
                         state->get(&WindowSyncLayout::exposure_epoch_type) == constants::epoch_none &&
                         state->get(&WindowSyncLayout::lockall) == 0 && state->get(&WindowSyncLayout::lock) == 0;
  if (!is_unused) return false;
  const Address communicator = view.get(&WindowLayout::comm_ptr);
  if (communicator.is_null()) {
    return view.get(&WindowLayout::create_flavor) == 0 && view.get(&WindowLayout::model) == 0 &&
           view.get(&WindowLayout::base).is_null() && view.get(&WindowLayout::size) == 0;
  }
  const auto header = layout::View<ObjectLayout>::read(process_.memory, process_.layouts.object, communicator);
  const std::uint32_t handle = header ? header->get(&ObjectLayout::handle) : 0;
  if (kind_of_handle(handle) != ObjectKind::communicator) return false;
  const auto in_use = pools_.find(ObjectKind::communicator, handle);
  return !in_use && in_use.error().code == ErrorCode::not_found;
}

Result<Window> Windows::read(Handle handle) {
  const auto number = value_of(handle);
  Window window;
  window.handle = handle;
  window.fortran_index = static_cast<int>(number);
  window.component = "ch4";
  if (const auto name = predefined_name(HandleKind::window, number); !name.empty()) {
    window.name = name;
    window.is_null = true;
    return window;
  }
  MPIDBG_ASSIGN(object, pools_.find(ObjectKind::window, number));
  MPIDBG_ASSIGN(view, view_of(object));
  if (is_being_made(view)) {
    return Error{ErrorCode::being_made, hex(handle) + " is a window that the library is making at this moment", object};
  }
  MPIDBG_ASSIGN(name, view.text(&WindowLayout::name));
  window.name = std::move(name);
  AttachedErrhandler errhandler = errhandlers_.attached(view.get(&WindowLayout::errhandler));
  window.errhandler = errhandler.handle;
  window.errhandler_name = std::move(errhandler.name);
  const Address communicator = view.get(&WindowLayout::comm_ptr);
  if (const auto own = pools_.handle_of(ObjectKind::communicator, communicator)) window.communicator = int_handle(*own);
  window.group = surroundings_.group_of_communicator(communicator);
  const auto ranks =
      layout::View<CommunicatorLayout>::read(process_.memory, process_.layouts.communicator, communicator);
  if (ranks) {
    window.rank = ranks->get(&CommunicatorLayout::rank);
    window.size_without_group = ranks->get(&CommunicatorLayout::local_size);
  }
  if (auto attributes = surroundings_.attributes(view.get(&WindowLayout::attributes))) {
    window.attributes = std::move(*attributes);
  } else {
    left_out_.note("the attributes", handle, attributes.error());
  }
  MPIDBG_TRY(read_memory(view, window));
  if (const auto device = device_state(view)) {
    const auto hints = device->part(&ActiveMessageWindowLayout::info_args, process_.layouts.window_hints);
    if (hints) window.hints = window_hints(*hints);
  }
  if (auto sync = read_sync(view, window)) {
    window.last_call = inferred_last_call(*sync);
    window.sync = std::move(*sync);
  } else {
    window.sync_problem = sync.error().message;
  }
  return window;
}

Status Windows::read_memory(const View &view, Window &window) const {
  const std::int32_t flavor = view.get(&WindowLayout::create_flavor), model = view.get(&WindowLayout::model);
  const HeaderValues &header = *process_.header;
  if (flavor < header.flavor_create || flavor > header.flavor_shared) {
    return strange(view.address(), "MPIR_Win.create_flavor", flavor);
  }
  if (model != header.model_separate && model != header.model_unified) {
    return strange(view.address(), "MPIR_Win.model", model);
  }
  window.memory =
      WindowMemory{view.get(&WindowLayout::base), view.get(&WindowLayout::size), view.get(&WindowLayout::disp_unit),
                   static_cast<WindowFlavor>(flavor - header.flavor_create + 1),
                   model == header.model_unified ? WindowModel::unified : WindowModel::separate};
  return {};
}

Result<WindowSync> Windows::read_sync(const View &view, const Window &window) const {
  const Layouts &layouts = process_.layouts;
  const Address communicator = view.get(&WindowLayout::comm_ptr);
  const int size = window.size_without_group;
  if (size <= 0 || static_cast<std::uint64_t>(size) > limits::group_members) {
    return strange(communicator, "MPIR_Comm.local_size", size);
  }
  MPIDBG_ASSIGN(am, device_state(view));
  MPIDBG_ASSIGN(state, am.part(&ActiveMessageWindowLayout::sync, layouts.window_sync));
  MPIDBG_ASSIGN(hints, am.part(&ActiveMessageWindowLayout::info_args, layouts.window_hints));
  MPIDBG_ASSIGN(start, state.part(&WindowSyncLayout::sc, layouts.group_sync));
  MPIDBG_ASSIGN(post, state.part(&WindowSyncLayout::pw, layouts.group_sync));

  WindowSync sync;
  const std::int32_t epoch = state.get(&WindowSyncLayout::access_epoch_type);
  MPIDBG_ASSIGN(access, access_of(epoch, view.address()));
  sync.access = access;
  sync.fence_known = true;
  sync.communicated = epoch == constants::epoch_fence;
  sync.no_locks = hints.get(&WindowHintsLayout::no_locks) != 0;
  if (access == WindowAccess::start) {
    read_peers(start.get(&GroupSyncLayout::group), communicator, sync.start_group, sync.start_peers, sync);
    // MPI_Win_start has returned, and it waits for all posts.
    if (sync.problem.empty()) sync.posts_arrived = static_cast<int>(sync.start_peers.size());
  }
  if (state.get(&WindowSyncLayout::exposure_epoch_type) == constants::epoch_post) {
    read_peers(post.get(&GroupSyncLayout::group), communicator, sync.post_group, sync.post_peers, sync);
    sync.completes_arrived = static_cast<int>(start.get(&GroupSyncLayout::count));
  }
  MPIDBG_TRY(read_lock_all(state, size, sync));
  MPIDBG_TRY(read_locks(am, size, sync));
  // The library notes the epoch when the first lock is granted. Its note of a fence stays until then.
  const bool may_open = access == WindowAccess::none || (access == WindowAccess::fence && !sync.communicated);
  if (may_open && !sync.locks.empty())
    sync.access = sync.locks.front().target < 0 ? WindowAccess::lock_all : WindowAccess::lock;
  MPIDBG_TRY(read_lock_queue(state, size, sync));
  if (window.memory && window.memory->flavor == WindowFlavor::dynamic) {
    add_problem(sync, "MPICH keeps no list of the memory attached to a dynamic window");
  }
  return sync;
}

// Fills in the peers of an epoch. Their ranks are the ranks that the group's processes have in the window's
// communicator.
void Windows::read_peers(Address group, Address communicator, Handle &handle, std::vector<WindowPeer> &peers,
                         WindowSync &sync) const {
  if (const auto number = pools_.handle_of(ObjectKind::group, group)) handle = int_handle(*number);
  const auto members = surroundings_.members_of_communicator(communicator);
  if (!members) {
    add_problem(sync, "the processes of the window cannot be read: " + members.error().message);
    return;
  }
  // Groups and windows can be large, so ranks are looked up in a table.
  std::unordered_map<std::uint64_t, int> ranks;
  const auto key = [](const ProcessName &process) { return std::uint64_t{process.job} << 32 | process.rank; };
  for (std::size_t rank = 0; rank < (*members)->size(); ++rank) {
    ranks.emplace(key((**members)[rank]), static_cast<int>(rank));
  }
  const auto processes = surroundings_.members_of_group(group);
  if (!processes) {
    add_problem(sync, "the group of the epoch cannot be read: " + processes.error().message);
    return;
  }
  for (const ProcessName &process : **processes) {
    const auto known = ranks.find(key(process));
    peers.push_back({known == ranks.end() ? -1 : known->second, process});
  }
}

// Reads the lock of all ranks. The targets grant it one by one, and the counter of grants decreases again while the
// lock is released.
Status Windows::read_lock_all(const SyncView &view, int size, WindowSync &sync) const {
  const std::uint32_t granted = view.get(&WindowSyncLayout::lockall);
  const bool open = sync.access == WindowAccess::lock_all;
  if (granted > static_cast<std::uint32_t>(size)) {
    return strange(view.address(), "MPIDIG_win_sync_t.lockall", granted);
  }
  if (granted == 0 && !open) return {};
  WindowLock lock;
  lock.target = -1;
  lock.type = LockType::shared;
  lock.state = !open                                         ? LockState::wanted
               : granted == static_cast<std::uint32_t>(size) ? LockState::held
                                                             : LockState::releasing;
  lock.nocheck = (view.get(&WindowSyncLayout::assert_mode) & constants::mode_nocheck) != 0;
  sync.locks.push_back(lock);
  return {};
}

// Reads the locks of single targets. A target is added to the window's table of targets when its lock is first
// requested, and stays there. If the lock of the target that was added last was never granted, the process is therefore
// waiting for this lock, unless the target was added for an active message of another kind of epoch. A lock that was
// granted before and is requested again looks like one that was released.
Status Windows::read_locks(const DeviceView &device, int size, WindowSync &sync) const {
  const Layouts &layouts = process_.layouts;
  const bool may_want = sync.access == WindowAccess::none || sync.access == WindowAccess::lock ||
                        (sync.access == WindowAccess::fence && !sync.communicated);
  std::vector<WindowLock> locks;
  std::optional<int> last_never_locked;
  bool was_locked_before = false;
  debugger::ListWalk walk("MPIDIG_win_target_t.hash_handle.next");
  for (Address at = device.get(&ActiveMessageWindowLayout::targets); !at.is_null();) {
    MPIDBG_TRY(walk.step(at));
    MPIDBG_ASSIGN(target, layout::View<WindowTargetLayout>::read(process_.memory, layouts.window_target, at));
    MPIDBG_ASSIGN(state, target.part(&WindowTargetLayout::sync, layouts.target_sync));
    MPIDBG_ASSIGN(link, target.part(&WindowTargetLayout::hash_handle, layouts.hash_link));
    const int rank = target.get(&WindowTargetLayout::rank);
    if (rank < 0 || rank >= size) return strange(at, "MPIDIG_win_target_t.rank", rank);
    const std::uint32_t locked = state.get(&TargetSyncLayout::lock);
    if (locked > 1) return strange(at, "MPIDIG_win_target_sync_t.lock", locked);
    last_never_locked.reset();
    if (locked == 1) {
      WindowLock lock;
      lock.target = rank;
      lock.nocheck = (state.get(&TargetSyncLayout::assert_mode) & constants::mode_nocheck) != 0;
      locks.push_back(lock);
    } else if (state.get(&TargetSyncLayout::access_epoch_type) == constants::epoch_none) {
      last_never_locked = rank;
    } else {
      was_locked_before = true;
    }
    at = link.get(&HashLinkLayout::next);
  }
  if (last_never_locked && may_want) {
    WindowLock lock;
    lock.target = *last_never_locked;
    lock.state = LockState::wanted;
    locks.push_back(lock);
  }
  if (was_locked_before && may_want) {
    add_problem(sync, "whether a lock that was released is being waited for again cannot be determined");
  }
  std::stable_sort(locks.begin(), locks.end(),
                   [](const WindowLock &a, const WindowLock &b) { return a.target < b.target; });
  sync.locks.insert(sync.locks.end(), locks.begin(), locks.end());
  return {};
}

Status Windows::read_lock_queue(const SyncView &view, int size, WindowSync &sync) const {
  const Layouts &layouts = process_.layouts;
  MPIDBG_ASSIGN(queue, view.part(&WindowSyncLayout::lock_recvd, layouts.lock_queue));
  const std::uint32_t granted = queue.get(&LockQueueLayout::count);
  const LockType type = lock_type(*process_.header, queue.get(&LockQueueLayout::type));
  const bool exclusive = type == LockType::exclusive && granted != 0;
  // An origin may hold a single lock in addition to a lock of all ranks.
  if (granted > 2 * static_cast<std::uint32_t>(size) || (exclusive && granted != 1)) {
    return strange(queue.address(), "MPIDIG_win_lock_recvd_t.count", granted);
  }
  debugger::ListWalk walk("MPIDIG_win_lock.next", 2 * static_cast<std::uint64_t>(size));
  for (Address at = queue.get(&LockQueueLayout::head); !at.is_null();) {
    MPIDBG_TRY(walk.step(at));
    MPIDBG_ASSIGN(waiting, layout::View<WaitingLockLayout>::read(process_.memory, layouts.waiting_lock, at));
    const int rank = waiting.get(&WaitingLockLayout::rank);
    if (rank < 0 || rank >= size) return strange(at, "MPIDIG_win_lock.rank", rank);
    sync.waiters.push_back({rank, lock_type(*process_.header, waiting.get(&WaitingLockLayout::type))});
    at = waiting.get(&WaitingLockLayout::next);
  }
  sync.lock_word =
      LockWord{exclusive, exclusive ? 0 : static_cast<int>(granted), static_cast<int>(sync.waiters.size())};
  return {};
}

std::vector<Address> Windows::own_communicators() {
  std::vector<Address> own;
  for (const PooledObject &object : pools_.live(ObjectKind::window)) {
    const auto view = view_of(object.address);
    if (view) own.push_back(view->get(&WindowLayout::comm_ptr));
  }
  return own;
}

Status Windows::collect_references(References &references) {
  for (const PooledObject &object : pools_.live(ObjectKind::window)) {
    const auto view = view_of(object.address);
    if (!view || is_being_made(*view)) continue;
    const HandleReference user{HandleKind::window, int_handle(object.handle)};
    if (const Address errhandler = view->get(&WindowLayout::errhandler); !errhandler.is_null()) {
      references.add(user, {HandleKind::errhandler, errhandlers_.attached(errhandler).handle});
    }
    const Address communicator = view->get(&WindowLayout::comm_ptr);
    if (const auto own = pools_.handle_of(ObjectKind::communicator, communicator)) {
      references.add(user, {HandleKind::communicator, int_handle(*own)});
    }
    const Handle group = surroundings_.group_of_communicator(communicator);
    if (!group.is_null()) references.add(user, {HandleKind::group, group});
  }
  return {};
}

}  // namespace mpidbg::model::mpich
