// These are the entry points mpidbg_win_*, for windows.

#include <algorithm>
#include <iterator>

#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_attributes.h"
#include "mpidbg/entry/pack_info.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/recorded_facts.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(static_cast<int>(model::WindowFlavor::shared) == MPIDBG_WIN_FLAVOR_SHARED);
static_assert(static_cast<int>(model::WindowAccess::lock_all) == MPIDBG_WIN_ACCESS_LOCK_ALL);
static_assert(static_cast<int>(model::LockType::shared) == MPIDBG_WIN_LOCK_SHARED);
static_assert(static_cast<int>(model::LockState::releasing) == MPIDBG_WIN_LOCK_RELEASING);
static_assert(static_cast<int>(model::WindowCall::unlock_all) == MPIDBG_WIN_CALL_UNLOCK_ALL);

namespace {

unsigned bitflags(const model::Window &window) {
  unsigned flags = 0;
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(window.is_null, MPIDBG_WIN_INFO_PREDEFINED | MPIDBG_WIN_INFO_WIN_NULL);
  set(window.freed, MPIDBG_WIN_INFO_FREED_HANDLE);
  set(window.memory.has_value(), MPIDBG_WIN_INFO_MEMORY_KNOWN);
  set(window.origin_inferred && !window.origin_communicator.is_null(), MPIDBG_WIN_INFO_ORIGIN_COMM_INFERRED);
  set(window.hints.has_value(), MPIDBG_WIN_INFO_HINTS);
  set(window.attributes.has_value(), MPIDBG_WIN_INFO_ATTRIBUTES_KNOWN);
  set(window.component_inferred, MPIDBG_WIN_INFO_COMPONENT_INFERRED);
  set(window.last_call.has_value(), MPIDBG_WIN_INFO_LAST_CALL_INFERRED);
  set(window.sync.has_value(), MPIDBG_WIN_INFO_SYNC_KNOWN);
  if (const auto &sync = window.sync) {
    set(sync->fence_known, MPIDBG_WIN_INFO_FENCE_KNOWN);
    set(sync->communicated, MPIDBG_WIN_INFO_COMMUNICATED);
    set(sync->lock_all_inferred, MPIDBG_WIN_INFO_LOCK_ALL_INFERRED);
    set(sync->no_locks, MPIDBG_WIN_INFO_NO_LOCKS);
    set(sync->posts_arrived.has_value(), MPIDBG_WIN_INFO_POSTS_COUNTED);
    set(sync->completes_arrived.has_value(), MPIDBG_WIN_INFO_COMPLETES_COUNTED);
    set(sync->pending_operations.has_value(), MPIDBG_WIN_INFO_OPERATIONS_COUNTED);
    set(sync->posters.has_value(), MPIDBG_WIN_INFO_POSTERS_KNOWN);
    set(sync->regions.has_value(), MPIDBG_WIN_INFO_REGIONS_KNOWN);
  }
  return flags;
}

mpidbg_win_lock_word_t pack_lock_word(const std::optional<model::LockWord> &word) {
  if (!word) return {0, 0, 0, -1};
  return {1, word->exclusive ? 1 : 0, word->shared, word->waiting.value_or(-1)};
}

mpidbg_win_peer_t *pack_peers(Allocations &memory, const std::vector<model::WindowPeer> &peers,
                              const model::Identity &identity) {
  auto *packed = memory.make<mpidbg_win_peer_t>(peers.size());
  for (std::size_t i = 0; i < peers.size(); ++i) {
    packed[i] = {peers[i].rank, identity.world_rank_of(peers[i].process)};
  }
  return packed;
}

void pack_origin(Allocations &memory, const model::WindowSync &sync, const model::Identity &identity,
                 mpidbg_win_info_t &packed) {
  packed.wi_access = static_cast<mpidbg_win_access_t>(sync.access);
  packed.wi_start_group = sync.start_group.value();
  packed.wi_num_start_peers = static_cast<int>(sync.start_peers.size());
  packed.wi_start_peers = pack_peers(memory, sync.start_peers, identity);
  packed.wi_posts_arrived = sync.posts_arrived.value_or(0);
  packed.wi_num_locks = static_cast<int>(sync.locks.size());
  packed.wi_locks = memory.make<mpidbg_win_lock_t>(sync.locks.size());
  for (std::size_t i = 0; i < sync.locks.size(); ++i) {
    const model::WindowLock &lock = sync.locks[i];
    packed.wi_locks[i] = {lock.target, static_cast<mpidbg_win_lock_type_t>(lock.type),
                          static_cast<mpidbg_win_lock_state_t>(lock.state), lock.nocheck ? 1 : 0,
                          pack_lock_word(lock.at_target)};
  }
  packed.wi_pending_operations = sync.pending_operations.value_or(0);
}

void pack_target(Allocations &memory, const model::WindowSync &sync, const model::Identity &identity,
                 mpidbg_win_info_t &packed) {
  packed.wi_post_group = sync.post_group.value();
  packed.wi_num_post_peers = static_cast<int>(sync.post_peers.size());
  packed.wi_post_peers = pack_peers(memory, sync.post_peers, identity);
  packed.wi_completes_arrived = sync.completes_arrived.value_or(0);
  if (sync.posters) {
    packed.wi_num_posters = static_cast<int>(sync.posters->size());
    packed.wi_posters = pack_peers(memory, *sync.posters, identity);
  }
  packed.wi_lock_word = pack_lock_word(sync.lock_word);
  packed.wi_num_lock_all_holders = sync.lock_all_holders.value_or(-1);
  packed.wi_num_waiters = static_cast<int>(sync.waiters.size());
  packed.wi_waiters = memory.make<mpidbg_win_waiter_t>(sync.waiters.size());
  for (std::size_t i = 0; i < sync.waiters.size(); ++i) {
    packed.wi_waiters[i] = {sync.waiters[i].rank, static_cast<mpidbg_win_lock_type_t>(sync.waiters[i].type)};
  }
  if (sync.regions) {
    packed.wi_num_regions = static_cast<int>(sync.regions->size());
    packed.wi_regions = memory.make<mpidbg_win_region_t>(sync.regions->size());
    for (std::size_t i = 0; i < sync.regions->size(); ++i) {
      packed.wi_regions[i] = {(*sync.regions)[i].base.value(), (*sync.regions)[i].bytes};
    }
  }
}

mpidbg_win_call_t last_call(const std::string &name) {
  static constexpr const char *names[] = {"",
                                          "MPI_Win_fence",
                                          "MPI_Win_start",
                                          "MPI_Win_complete",
                                          "MPI_Win_post",
                                          "MPI_Win_wait",
                                          "MPI_Win_test",
                                          "MPI_Win_lock",
                                          "MPI_Win_unlock",
                                          "MPI_Win_lock_all",
                                          "MPI_Win_unlock_all",
                                          "MPI_Win_flush",
                                          "MPI_Win_flush_all",
                                          "MPI_Win_flush_local",
                                          "MPI_Win_flush_local_all",
                                          "MPI_Win_sync"};
  static_assert(std::size(names) == MPIDBG_WIN_CALL_SYNC + 1);
  static_assert(std::all_of(std::begin(names) + 1, std::end(names),
                            [](const char *one) { return mpi_call(one).takes_window(); }));
  for (std::size_t i = 1; i < std::size(names); ++i)
    if (name == names[i]) return static_cast<mpidbg_win_call_t>(i);
  return MPIDBG_WIN_CALL_UNKNOWN;
}

}  // namespace

Status mpidbg::entry::query_win(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(window, objects->window(handle));
  add_recorded(state, library, window);
  int size = window.size_without_group;
  if (!window.group.is_null()) {
    MPIDBG_ASSIGN(group, objects->group(window.group));
    MPIDBG_ASSIGN(members, members_of(group));
    size = static_cast<int>(members->size());
  }
  MPIDBG_ASSIGN(users, objects->users_of({model::HandleKind::window, handle}));
  add_recorded_users(state, library, {model::HandleKind::window, handle}, users);

  Allocations memory;
  auto *packed = memory.make<mpidbg_win_info_t>();
  copy_text(packed->wi_name, sizeof packed->wi_name, window.name);
  packed->wi_bitflags = static_cast<mpidbg_win_info_bitmap_t>(bitflags(window));
  packed->wi_c_handle = handle.value();
  packed->wi_fortran_handle = window.fortran_index;
  packed->wi_rank = window.rank;
  packed->wi_size = size;
  packed->wi_group = window.group.value();
  packed->wi_comm = window.communicator.value();
  packed->wi_origin_comm = window.origin_communicator.value();
  packed->wi_errhandler = window.errhandler.value();
  if (!window.errhandler_name.empty()) packed->wi_errhandler_name = memory.copy(window.errhandler_name);
  packed->wi_reference_count = window.reference_count;
  if (const auto &part = window.memory) {
    packed->wi_base = part->base.value();
    packed->wi_bytes = part->bytes;
    packed->wi_disp_unit = part->disp_unit;
    packed->wi_flavor = static_cast<mpidbg_win_flavor_t>(part->flavor);
    packed->wi_model = static_cast<mpidbg_win_model_t>(part->model);
  }
  if (const auto &hints = window.hints) {
    packed->wi_num_info_pairs = static_cast<int>(hints->pairs.size());
    packed->wi_info_pairs = pack_pairs(memory, hints->pairs);
    packed->wi_num_ignored_info_pairs = static_cast<int>(hints->ignored.size());
    packed->wi_ignored_info_pairs = pack_pairs(memory, hints->ignored);
  }
  if (const auto &attributes = window.attributes) {
    packed->wi_num_attrs = static_cast<int>(attributes->size());
    packed->wi_attrs = pack_attributes(memory, *attributes);
    packed->wi_attr_values = pack_attribute_values(memory, *attributes);
  }
  std::vector<mqs_taddr_t> requests;
  for (const model::HandleReference &user : users) {
    if (user.kind == model::HandleKind::request) requests.push_back(user.handle.value());
  }
  packed->wi_num_pending_requests = static_cast<int>(requests.size());
  packed->wi_pending_requests = memory.copy<mqs_taddr_t>(requests);

  if (!window.component.empty()) packed->wi_component = memory.copy(window.component);
  const std::string &problem = window.sync ? window.sync->problem : window.sync_problem;
  if (!problem.empty()) packed->wi_sync_problem = memory.copy(problem);
  packed->wi_lock_word = pack_lock_word(std::nullopt);
  packed->wi_num_lock_all_holders = -1;
  if (window.sync) {
    pack_origin(memory, *window.sync, library.identity(), *packed);
    pack_target(memory, *window.sync, library.identity(), *packed);
  }
  packed->wi_last_call = static_cast<mpidbg_win_call_t>(window.last_call.value_or(model::WindowCall::unknown));
  const auto noted = recorded(state, library, model::HandleKind::window, handle);
  if (noted && noted->live() && last_call(noted->last_call) != MPIDBG_WIN_CALL_UNKNOWN) {
    packed->wi_last_call = last_call(noted->last_call);
    packed->wi_bitflags =
        static_cast<mpidbg_win_info_bitmap_t>(packed->wi_bitflags & ~MPIDBG_WIN_INFO_LAST_CALL_INFERRED);
  }
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_win(void *result) {
  auto *info = static_cast<mpidbg_win_info_t *>(result);
  release_pairs(info->wi_num_info_pairs, info->wi_info_pairs);
  release_pairs(info->wi_num_ignored_info_pairs, info->wi_ignored_info_pairs);
  release_attributes(info->wi_num_attrs, info->wi_attrs);
  release_all(info->wi_errhandler_name, info->wi_attr_values, info->wi_pending_requests, info->wi_component,
              info->wi_sync_problem, info->wi_start_peers, info->wi_locks, info->wi_post_peers, info->wi_posters,
              info->wi_waiters, info->wi_regions, info);
}

int mpidbg::entry::capabilities_of_win(model::MpiLibrary &library) {
  if (!why_unseen(library, model::HandleKind::window).empty()) return 0;
  return MPIDBG_WIN_CAP_BASIC | MPIDBG_WIN_CAP_STRING_NAMES | MPIDBG_WIN_CAP_COMM | MPIDBG_WIN_CAP_INFO |
         MPIDBG_WIN_CAP_ATTRIBUTES | MPIDBG_WIN_CAP_SYNCHRONIZATION | MPIDBG_WIN_CAP_REQUEST_LIST;
}
