// Reads windows of the component osc/rdma.
//
// A granted lock is in the module's table of locks. A lock that is not granted yet is in no table, because MPI_Win_lock
// inserts the lock's object last. It is found by searching memory for objects of its class.

#include <set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/osc/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/hash_tables.h"
#include "mpidbg/model/openmpi/osc/osc.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

class RdmaWindow {
 public:
  RdmaWindow(const OscModule &module, const View<OscRdmaModuleLayout> &view)
      : module_(module), layouts_(module.layouts()), objects_(module.objects()), view_(view) {}

  Result<WindowSync> read();

 private:
  using Sync = View<OscRdmaSyncLayout>;

  Status read_start(const Sync &sync);
  Status read_locks(const Sync &all);
  Result<std::vector<Address>> granted_locks() const;
  Result<WindowLock> read_lock(const Sync &sync) const;
  Status find_wanted_locks();
  Status read_exposure(const View<OscRdmaStateLayout> &state);
  Status read_regions(const View<OscRdmaStateLayout> &state);
  std::optional<View<OscRdmaStateLayout>> state_of_peer(Address peer) const;
  static LockWord lock_word(std::int64_t word);

  const OscModule &module_;
  const Layouts &layouts_;
  Objects &objects_;
  const View<OscRdmaModuleLayout> &view_;
  WindowSync result_;
  std::set<Address> known_;      // the lock objects in the module's table
  std::int64_t operations_ = 0;  // the number of operations in all epochs
  bool all_operations_ = true;   // false if the operations of an unreadable epoch are missing
};

Result<WindowSync> RdmaWindow::read() {
  MPIDBG_ASSIGN(all, objects_.read_object(layouts_.osc_rdma_sync, view_.address_of(&OscRdmaModuleLayout::all_sync)));
  MPIDBG_ASSIGN(state, objects_.read(layouts_.osc_rdma_state, view_.get(&OscRdmaModuleLayout::state)));
  result_.fence_known = true;
  result_.no_locks = view_.get(&OscRdmaModuleLayout::no_locks);
  operations_ = all.get(&OscRdmaSyncLayout::outstanding_rdma) + view_.get(&OscRdmaModuleLayout::pending_ops);
  const std::int32_t type = all.get(&OscRdmaSyncLayout::type);
  if (type < constants::osc_sync_none || type > constants::osc_sync_pscw) {
    return Error{ErrorCode::corrupt,
                 "ompi_osc_rdma_sync_t at " + hex(all.address()) + " has type " + std::to_string(type), all.address()};
  }
  if (type == constants::osc_sync_pscw) MPIDBG_TRY(read_start(all));
  MPIDBG_TRY(read_locks(all));
  if (type == constants::osc_sync_fence) result_.communicated = all.get(&OscRdmaSyncLayout::epoch_active);
  if (type == constants::osc_sync_none || type == constants::osc_sync_lock) {
    if (const Status found = find_wanted_locks(); !found && result_.problem.empty()) {
      result_.problem = "whether a lock is wanted is not known: " + found.error().message;
    }
  }
  MPIDBG_TRY(read_exposure(state));
  if (all_operations_ && operations_ >= 0 && operations_ <= INT32_MAX)
    result_.pending_operations = static_cast<int>(operations_);
  if (const Status regions = read_regions(state); !regions && result_.problem.empty()) {
    result_.problem = "attached memory is not known: " + regions.error().message;
  }
  conclude(result_, type == constants::osc_sync_fence);
  return std::move(result_);
}

Status RdmaWindow::read_start(const Sync &sync) {
  MPIDBG_ASSIGN(group,
                module_.memory().read_pointer(sync.address_of(&OscRdmaSyncLayout::sync), "ompi_osc_rdma_sync_t.sync"));
  result_.start_group = group;
  MPIDBG_ASSIGN(peers, module_.peers(group));
  MPIDBG_ASSIGN(state, objects_.read(layouts_.osc_rdma_state, view_.get(&OscRdmaModuleLayout::state)));
  MPIDBG_ASSIGN(posts, count_within(state.get(&OscRdmaStateLayout::num_post_msgs),
                                    static_cast<std::int64_t>(peers.size()), "num_post_msgs", state.address()));
  result_.start_peers = std::move(peers);
  result_.posts_arrived = posts;
  return {};
}

Result<std::vector<Address>> RdmaWindow::granted_locks() const {
  const Address array = view_.get(&OscRdmaModuleLayout::outstanding_lock_array);
  std::vector<Address> locks;
  if (!array.is_null()) {
    MPIDBG_ASSIGN(slots, module_.memory().read_pointers(array, static_cast<std::uint64_t>(module_.size()),
                                                        "ompi_osc_rdma_module_t.outstanding_lock_array"));
    for (const Address slot : slots) {
      if (!slot.is_null()) locks.push_back(slot);
    }
    return locks;
  }
  MPIDBG_ASSIGN(entries, read_hash_table(objects_, view_.address_of(&OscRdmaModuleLayout::outstanding_locks)));
  for (const HashEntry &entry : entries) locks.push_back(entry.value);
  return locks;
}

Result<WindowLock> RdmaWindow::read_lock(const Sync &sync) const {
  std::array<std::byte, 8> bytes{};
  MPIDBG_TRY(module_.memory().read(sync.address_of(&OscRdmaSyncLayout::sync), bytes, "ompi_osc_rdma_sync_t.sync"));
  const auto number = [&](std::size_t at, std::size_t width) {
    return decode_signed(std::span(bytes).subspan(at, width), module_.memory().byte_order());
  };
  WindowLock lock;
  const std::int64_t target = number(0, 4), type = number(4, 2), assertion = number(6, 2);
  if (target != -1) MPIDBG_TRY(module_.peer(target, "a lock"));
  if (type != constants::lock_exclusive && type != constants::lock_shared) {
    return Error{ErrorCode::corrupt, "lock at " + hex(sync.address()) + " has type " + std::to_string(type),
                 sync.address()};
  }
  lock.target = static_cast<int>(target);
  lock.type = type == constants::lock_exclusive ? LockType::exclusive : LockType::shared;
  lock.nocheck = (assertion & constants::mode_nocheck) != 0;
  if (target >= 0) {
    if (const auto state = state_of_peer(sync.get(&OscRdmaSyncLayout::peer_list))) {
      lock.at_target = lock_word(state->get(&OscRdmaStateLayout::local_lock));
    }
  }
  return lock;
}

Status RdmaWindow::read_locks(const Sync &all) {
  MPIDBG_ASSIGN(granted, granted_locks());
  const std::int64_t epochs = view_.get(&OscRdmaModuleLayout::passive_target_access_epoch);
  for (const Address address : granted) {
    known_.insert(address);
    const auto sync = objects_.read_object(layouts_.osc_rdma_sync, address);
    const auto lock = sync ? read_lock(*sync) : sync.error();
    if (!lock) {
      result_.problem = "a lock that is held: " + lock.error().message;
      all_operations_ = false;
      continue;
    }
    operations_ += sync->get(&OscRdmaSyncLayout::outstanding_rdma);
    result_.locks.push_back(*lock);
  }
  if (all.get(&OscRdmaSyncLayout::type) != constants::osc_sync_lock) return {};
  MPIDBG_ASSIGN(lock, read_lock(all));
  lock.target = -1;
  const bool is_granted = epochs > static_cast<std::int64_t>(granted.size());
  lock.state = is_granted ? LockState::held : LockState::wanted;
  result_.locks.push_back(lock);
  return {};
}

// Finds the locks that are not in the table: those not granted yet, and one being released, which still counts as an
// epoch.
Status RdmaWindow::find_wanted_locks() {
  MPIDBG_ASSIGN(found, module_.handles.search.find("ompi_osc_rdma_sync_t_class"));
  const Address all = view_.address_of(&OscRdmaModuleLayout::all_sync);
  std::int64_t held = 0;
  for (const WindowLock &lock : result_.locks) held += lock.state == LockState::held ? 1 : 0;
  const bool releasing = view_.get(&OscRdmaModuleLayout::passive_target_access_epoch) > held;
  for (const Address address : found) {
    if (address == all || known_.contains(address)) continue;
    const auto sync = objects_.read_object(layouts_.osc_rdma_sync, address);
    if (!sync || sync->get(&OscRdmaSyncLayout::module) != module_.address) continue;
    if (sync->get(&OscRdmaSyncLayout::type) != constants::osc_sync_lock) continue;
    auto lock = read_lock(*sync);
    if (!lock || lock->target < 0) continue;
    lock->state = releasing ? LockState::releasing : LockState::wanted;
    operations_ += sync->get(&OscRdmaSyncLayout::outstanding_rdma);
    result_.locks.push_back(*lock);
  }
  if (const std::string why = module_.handles.search.problem(); !why.empty() && result_.problem.empty()) {
    result_.problem = "whether more locks are wanted is not known: " + why;
  }
  return {};
}

// Returns the state of another process; nullopt unless it is on this node, so that its state is in memory mapped here.
std::optional<View<OscRdmaStateLayout>> RdmaWindow::state_of_peer(Address peer) const {
  const auto view = objects_.read_object(layouts_.osc_rdma_peer, peer);
  if (!view || (view->get(&OscRdmaPeerLayout::flags) & constants::osc_rdma_peer_local_state) == 0) return std::nullopt;
  auto state =
      objects_.read(layouts_.osc_rdma_state, Address(static_cast<std::uint64_t>(view->get(&OscRdmaPeerLayout::state))));
  if (!state) return std::nullopt;
  return std::move(*state);
}

// Decodes the word of a lock. If the lock is exclusive, the count is ignored: it includes processes that try to share
// the lock.
LockWord RdmaWindow::lock_word(std::int64_t word) {
  const auto bits = static_cast<std::uint64_t>(word);
  LockWord result;
  result.exclusive = (bits & constants::osc_rdma_lock_exclusive) != 0;
  result.shared = result.exclusive ? 0 : static_cast<int>(std::min<std::uint64_t>(bits, limits::group_members));
  return result;
}

Status RdmaWindow::read_exposure(const View<OscRdmaStateLayout> &state) {
  result_.post_group = view_.get(&OscRdmaModuleLayout::pw_group);
  MPIDBG_ASSIGN(peers, module_.peers(result_.post_group.address()));
  result_.post_peers = std::move(peers);
  if (!result_.post_group.is_null()) {
    MPIDBG_ASSIGN(completes, count_within(state.get(&OscRdmaStateLayout::num_complete_msgs),
                                          static_cast<std::int64_t>(result_.post_peers.size()), "num_complete_msgs",
                                          state.address()));
    result_.completes_arrived = completes;
  }
  std::vector<WindowPeer> posters;
  MPIDBG_TRY(read_pending_posts(module_, view_.address_of(&OscRdmaModuleLayout::pending_posts),
                                layouts_.osc_rdma_pending_post, posters));
  MPIDBG_TRY(read_posters(module_, state.address_of(&OscRdmaStateLayout::post_peers), posters));
  result_.posters = std::move(posters);

  result_.lock_word = lock_word(state.get(&OscRdmaStateLayout::local_lock));
  if (view_.get(&OscRdmaModuleLayout::locking_mode) == constants::osc_rdma_two_level) {
    if (const auto leader = state_of_peer(view_.get(&OscRdmaModuleLayout::leader))) {
      const auto word = static_cast<std::uint64_t>(leader->get(&OscRdmaStateLayout::global_lock));
      if (word >> 32 <= limits::group_members) result_.lock_all_holders = static_cast<int>(word >> 32);
    }
  }
  return {};
}

Status RdmaWindow::read_regions(const View<OscRdmaStateLayout> &state) {
  const Address handles = view_.get(&OscRdmaModuleLayout::dynamic_handles);
  if (handles.is_null()) return {};
  const std::uint64_t count = static_cast<std::uint64_t>(state.get(&OscRdmaStateLayout::region_count)) & 0xffffffff;
  MPIDBG_ASSIGN(checked, count_within(static_cast<std::int64_t>(count), limits::topology_entries, "region_count",
                                      state.address()));
  MPIDBG_ASSIGN(pointers, module_.memory().read_pointers(handles, static_cast<std::uint64_t>(checked),
                                                         "ompi_osc_rdma_module_t.dynamic_handles"));
  std::vector<WindowRegion> regions;
  for (const Address pointer : pointers) {
    MPIDBG_ASSIGN(handle, objects_.read_object(layouts_.osc_rdma_handle, pointer));
    MPIDBG_ASSIGN(items, ListCursor::open(objects_, handle.address_of(&OscRdmaHandleLayout::attachments)));
    for (;;) {
      MPIDBG_ASSIGN(item, items.next());
      if (!item) break;
      MPIDBG_ASSIGN(view, objects_.read_object(layouts_.osc_rdma_attachment, *item));
      regions.push_back({Address(static_cast<std::uint64_t>(view.get(&OscRdmaAttachmentLayout::base))),
                         view.get(&OscRdmaAttachmentLayout::len)});
    }
  }
  result_.regions = std::move(regions);
  return {};
}

}  // namespace

Result<WindowSync> read_osc_rdma(const OscModule &module) {
  MPIDBG_ASSIGN(view, module.objects().read(module.layouts().osc_rdma_module, module.address));
  return RdmaWindow(module, view).read();
}

}  // namespace mpidbg::model::openmpi
