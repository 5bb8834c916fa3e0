// Reads windows of the component osc/ucx.

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

using UcxModuleView = View<OscUcxModuleLayout>;
using UcxStateView = View<OscUcxStateLayout>;

// Returns the locks in the tables of all windows of osc/ucx.
std::set<Address> granted_locks(const OscModule &module) {
  std::set<Address> granted;
  const auto windows = module.handles.windows.live();
  if (!windows) return granted;
  for (const Address address : *windows) {
    const auto window = module.objects().read_object(module.layouts().window, address);
    if (!window) continue;
    const OscModule other{module.handles, window->get(&WindowLayout::w_osc_module), -1, nullptr};
    if (other.address.is_null() || osc_component(other).name != "ucx") continue;
    const auto view = module.objects().read(module.layouts().osc_ucx_module, other.address);
    if (!view) continue;
    const auto entries = read_hash_table(module.objects(), view->address_of(&OscUcxModuleLayout::outstanding_locks));
    if (!entries) continue;
    for (const HashEntry &entry : *entries) granted.insert(entry.value);
  }
  return granted;
}

// Finds locks that are not granted yet. The module counts them but has them in no table, so their objects are found by
// a search of memory. Such an object does not refer to its window, and its kind is set only when it is granted.
Status find_wanted_locks(const OscModule &module, std::int64_t missing, WindowSync &result) {
  const std::set<Address> known = granted_locks(module);
  MPIDBG_ASSIGN(found, module.handles.search.find("ompi_osc_ucx_lock_t_class"));
  std::vector<WindowLock> candidates;
  for (const Address address : found) {
    if (known.contains(address)) continue;
    const auto view = module.objects().read_object(module.layouts().osc_ucx_lock, address);
    if (!view || !module.has_rank(view->get(&OscUcxLockLayout::target_rank))) continue;
    WindowLock lock;
    lock.target = view->get(&OscUcxLockLayout::target_rank);
    lock.state = LockState::wanted;
    candidates.push_back(lock);
  }
  if (static_cast<std::int64_t>(candidates.size()) != missing) {
    result.problem = std::to_string(missing) + " more lock is wanted, at which target is not known";
    return {};
  }
  result.locks.insert(result.locks.end(), candidates.begin(), candidates.end());
  return {};
}

Status read_locks(const OscModule &module, const UcxModuleView &view, WindowSync &result) {
  const auto &lock_layout = module.layouts().osc_ucx_lock;
  MPIDBG_ASSIGN(entries, read_hash_table(module.objects(), view.address_of(&OscUcxModuleLayout::outstanding_locks)));
  for (const HashEntry &entry : entries) {
    MPIDBG_ASSIGN(object, module.objects().read_object(lock_layout, entry.value));
    MPIDBG_TRY(module.peer(object.get(&OscUcxLockLayout::target_rank), lock_layout.type_name));
    WindowLock lock;
    lock.target = object.get(&OscUcxLockLayout::target_rank);
    lock.nocheck = object.get(&OscUcxLockLayout::is_nocheck);
    if (!lock.nocheck) {
      lock.type =
          object.get(&OscUcxLockLayout::type) == constants::osc_ucx_exclusive ? LockType::exclusive : LockType::shared;
    }
    result.locks.push_back(lock);
  }
  MPIDBG_ASSIGN(wanted,
                count_within(view.get(&OscUcxModuleLayout::lock_count), module.size(), "lock_count", view.address()));
  const std::int64_t missing = wanted - static_cast<std::int64_t>(entries.size());
  if (missing > 0) {
    if (const Status found = find_wanted_locks(module, missing, result); !found) {
      result.problem = "which lock is wanted is not known: " + found.error().message;
    }
  }
  return {};
}

LockWord lock_word(std::uint64_t bits) {
  LockWord word;
  word.exclusive = bits >= constants::osc_ucx_lock_exclusive;
  word.shared = word.exclusive ? 0 : static_cast<int>(std::min<std::uint64_t>(bits, limits::group_members));
  return word;
}

Status read_exposure(const OscModule &module, const UcxModuleView &view, const UcxStateView &state,
                     WindowSync &result) {
  result.post_group = view.get(&OscUcxModuleLayout::post_group);
  MPIDBG_ASSIGN(peers, module.peers(result.post_group.address()));
  result.post_peers = std::move(peers);
  if (!result.post_group.is_null()) {
    MPIDBG_ASSIGN(completes,
                  count_within(static_cast<std::int64_t>(state.get(&OscUcxStateLayout::complete_count)),
                               static_cast<std::int64_t>(result.post_peers.size()), "complete_count", state.address()));
    result.completes_arrived = completes;
  }
  std::vector<WindowPeer> posters;
  MPIDBG_TRY(read_pending_posts(module, view.address_of(&OscUcxModuleLayout::pending_posts),
                                module.layouts().osc_ucx_pending_post, posters));
  MPIDBG_TRY(read_posters(module, state.address_of(&OscUcxStateLayout::post_state), posters));
  result.posters = std::move(posters);
  result.lock_word = lock_word(state.get(&OscUcxStateLayout::lock));
  return {};
}

// Examines all entries of the library's table of regions, because the table has holes that dynamic_win_count does not
// include: when looking for a place, the library goes one entry too far and then skips one (4.1.4).
Status read_regions(const OscModule &module, const UcxStateView &state, WindowSync &result) {
  const auto &region = module.layouts().osc_ucx_region;
  std::vector<WindowRegion> regions;
  if (state.get(&OscUcxStateLayout::dynamic_win_count) != 0) {
    MPIDBG_ASSIGN(length, module.layouts().numbers.osc_ucx_regions.get());
    const auto room = std::clamp<std::int64_t>(length, 0, limits::topology_entries);
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(room); ++i) {
      MPIDBG_ASSIGN(view, module.objects().read(
                              region, state.address_of(&OscUcxStateLayout::dynamic_wins) + region.byte_size * i));
      if (view.get(&OscUcxRegionLayout::base) != 0)
        regions.push_back({Address(view.get(&OscUcxRegionLayout::base)), view.get(&OscUcxRegionLayout::size)});
    }
  }
  result.regions = std::move(regions);
  return {};
}

}  // namespace

Result<WindowSync> read_osc_ucx(const OscModule &module) {
  MPIDBG_ASSIGN(view, module.objects().read(module.layouts().osc_ucx_module, module.address));
  MPIDBG_ASSIGN(state,
                module.objects().read(module.layouts().osc_ucx_state, view.address_of(&OscUcxModuleLayout::state)));
  MPIDBG_ASSIGN(
      epoch, module.objects().read(module.layouts().osc_ucx_epoch, view.address_of(&OscUcxModuleLayout::epoch_type)));
  const std::int32_t access = epoch.get(&OscUcxEpochLayout::access);
  if (access < constants::osc_ucx_none || access > constants::osc_ucx_passive_all) {
    return Error{ErrorCode::corrupt,
                 "ompi_osc_ucx_module_t at " + hex(module.address) + " has access epoch " + std::to_string(access),
                 module.address};
  }
  WindowSync result;
  result.fence_known = true;
  if (access == constants::osc_ucx_start) {
    result.start_group = view.get(&OscUcxModuleLayout::start_group);
    MPIDBG_ASSIGN(peers, module.peers(result.start_group.address()));
    result.start_peers = std::move(peers);
    // The counter is used only while MPI_Win_start waits, and is 0 again when MPI_Win_start returns.
    const std::int32_t posts = view.get(&OscUcxModuleLayout::post_count);
    if (posts > 0 && static_cast<std::size_t>(posts) <= result.start_peers.size()) result.posts_arrived = posts;
  }
  if (access == constants::osc_ucx_passive_all) {
    WindowLock lock;
    lock.target = -1;
    lock.type = LockType::shared;
    lock.nocheck = view.get(&OscUcxModuleLayout::lock_all_is_nocheck);
    lock.state = lock.nocheck ? LockState::held : LockState::held_or_wanted;
    result.locks.push_back(lock);
  }
  if (access == constants::osc_ucx_passive) MPIDBG_TRY(read_locks(module, view, result));
  MPIDBG_TRY(read_exposure(module, view, state, result));
  if (const auto operations = view.get(&OscUcxModuleLayout::global_ops_num); operations && *operations >= 0) {
    result.pending_operations = *operations;
    if (access == constants::osc_ucx_fence) result.communicated = *operations > 0;
  }
  if (const Status regions = read_regions(module, state, result); !regions && result.problem.empty()) {
    result.problem = "attached memory is not known: " + regions.error().message;
  }
  conclude(result, access == constants::osc_ucx_fence);
  if (access == constants::osc_ucx_passive && result.locks.empty()) result.access = WindowAccess::lock;
  return result;
}

}  // namespace mpidbg::model::openmpi
