// Reads windows of the component osc/pt2pt.

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/osc/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/hash_tables.h"
#include "mpidbg/model/openmpi/osc/osc.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

using Pt2ptModuleView = View<OscPt2ptModuleLayout>;
using SyncView = View<OscPt2ptSyncLayout>;

LockType lock_type(std::int32_t type) {
  if (type == constants::lock_exclusive) return LockType::exclusive;
  return type == constants::lock_shared ? LockType::shared : LockType::unknown;
}

// Reads a lock. It is granted if no acknowledgement is missing, and wanted otherwise. For a lock of all ranks, nothing
// shows which acknowledgements are missing: they arrive one by one, for flushes and from each process that this one
// communicates with.
Result<WindowLock> read_lock(const OscModule &module, const SyncView &sync) {
  MPIDBG_ASSIGN(numbers, module.memory().read_int32s(sync.address_of(&OscPt2ptSyncLayout::sync), 3,
                                                     "ompi_osc_pt2pt_sync_t.sync"));
  WindowLock lock;
  if (numbers[0] != -1) MPIDBG_TRY(module.peer(numbers[0], "a lock"));
  lock.target = numbers[0];
  lock.type = lock_type(numbers[1]);
  lock.nocheck = (numbers[2] & constants::mode_nocheck) != 0;
  if (lock.target < 0) {
    if (sync.get(&OscPt2ptSyncLayout::sync_expected) != 0) lock.state = LockState::held_or_wanted;
  } else if (!lock.nocheck && !sync.get(&OscPt2ptSyncLayout::eager_send_active)) {
    lock.state = LockState::wanted;
  }
  return lock;
}

Status read_start(const OscModule &module, const SyncView &sync, WindowSync &result) {
  MPIDBG_ASSIGN(group,
                module.memory().read_pointer(sync.address_of(&OscPt2ptSyncLayout::sync), "ompi_osc_pt2pt_sync_t.sync"));
  MPIDBG_ASSIGN(peers, module.peers(group));
  MPIDBG_ASSIGN(missing, count_within(sync.get(&OscPt2ptSyncLayout::sync_expected),
                                      static_cast<std::int64_t>(peers.size()), "sync_expected", sync.address()));
  result.start_group = group;
  result.posts_arrived = static_cast<int>(peers.size()) - missing;
  result.start_peers = std::move(peers);
  return {};
}

Status read_locks(const OscModule &module, const Pt2ptModuleView &view, WindowSync &result) {
  MPIDBG_ASSIGN(entries, read_hash_table(module.objects(), view.address_of(&OscPt2ptModuleLayout::outstanding_locks)));
  for (const HashEntry &entry : entries) {
    const auto sync = module.objects().read_object(module.layouts().osc_pt2pt_sync, entry.value);
    const auto lock = sync ? read_lock(module, *sync) : sync.error();
    if (lock) {
      result.locks.push_back(*lock);
    } else {
      result.problem = "a lock: " + lock.error().message;
    }
  }
  return {};
}

Status read_exposure(const OscModule &module, const Pt2ptModuleView &view, WindowSync &result) {
  result.post_group = view.get(&OscPt2ptModuleLayout::pw_group);
  MPIDBG_ASSIGN(peers, module.peers(result.post_group.address()));
  result.post_peers = std::move(peers);
  const auto most = static_cast<std::int64_t>(result.post_peers.size());
  if (!result.post_group.is_null()) {
    MPIDBG_ASSIGN(completes, count_within(most + view.get(&OscPt2ptModuleLayout::num_complete_msgs), most,
                                          "num_complete_msgs", view.address()));
    result.completes_arrived = completes;
  }
  std::vector<WindowPeer> posters;
  MPIDBG_ASSIGN(entries, read_hash_table(module.objects(), view.address_of(&OscPt2ptModuleLayout::peer_hash)));
  for (const HashEntry &entry : entries) {
    MPIDBG_ASSIGN(peer, module.objects().read_object(module.layouts().osc_pt2pt_peer, entry.value));
    if ((peer.get(&OscPt2ptPeerLayout::flags) & constants::osc_pt2pt_peer_posted) == 0) continue;
    MPIDBG_ASSIGN(poster, module.peer(peer.get(&OscPt2ptPeerLayout::rank), "ompi_osc_pt2pt_peer_t"));
    posters.push_back(poster);
  }
  result.posters = std::move(posters);
  return {};
}

Status read_own_lock(const OscModule &module, const Pt2ptModuleView &view, WindowSync &result) {
  const std::int32_t status = view.get(&OscPt2ptModuleLayout::lock_status);
  LockWord word;
  word.exclusive = status < 0;
  if (!word.exclusive) {
    MPIDBG_ASSIGN(shared, count_within(status, module.size(), "lock_status", view.address()));
    word.shared = shared;
  }
  const auto &pending = module.layouts().osc_pt2pt_pending_lock;
  MPIDBG_ASSIGN(items, ListCursor::open(module.objects(), view.address_of(&OscPt2ptModuleLayout::locks_pending)));
  for (;;) {
    MPIDBG_ASSIGN(item, items.next());
    if (!item) break;
    MPIDBG_ASSIGN(lock, module.objects().read_object(pending, *item));
    MPIDBG_ASSIGN(peer, module.peer(lock.get(&OscPt2ptPendingLockLayout::peer), pending.type_name));
    result.waiters.push_back({peer.rank, lock_type(lock.get(&OscPt2ptPendingLockLayout::lock_type))});
  }
  word.waiting = static_cast<int>(result.waiters.size());
  result.lock_word = word;
  return {};
}

}  // namespace

Result<WindowSync> read_osc_pt2pt(const OscModule &module) {
  MPIDBG_ASSIGN(view, module.objects().read(module.layouts().osc_pt2pt_module, module.address));
  MPIDBG_ASSIGN(all, module.objects().read_object(module.layouts().osc_pt2pt_sync,
                                                  view.address_of(&OscPt2ptModuleLayout::all_sync)));
  const std::int32_t type = all.get(&OscPt2ptSyncLayout::type);
  if (type < constants::osc_sync_none || type > constants::osc_sync_pscw) {
    return Error{ErrorCode::corrupt,
                 "ompi_osc_pt2pt_sync_t at " + hex(all.address()) + " has type " + std::to_string(type), all.address()};
  }
  WindowSync result;
  result.fence_known = true;
  result.no_locks = view.get(&OscPt2ptModuleLayout::no_locks);
  if (type == constants::osc_sync_pscw) MPIDBG_TRY(read_start(module, all, result));
  if (type == constants::osc_sync_fence) result.communicated = all.get(&OscPt2ptSyncLayout::epoch_active);
  MPIDBG_TRY(read_locks(module, view, result));
  MPIDBG_TRY(read_exposure(module, view, result));
  MPIDBG_TRY(read_own_lock(module, view, result));
  result.pending_operations = std::max(0, -std::max(view.get(&OscPt2ptModuleLayout::outgoing_frag_count), -INT32_MAX));
  conclude(result, type == constants::osc_sync_fence);
  return result;
}

}  // namespace mpidbg::model::openmpi
