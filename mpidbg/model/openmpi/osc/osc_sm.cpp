// Reads windows of the component osc/sm, whose processes communicate through shared memory.

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/osc/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/osc/osc.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

using SmModuleView = View<OscSmModuleLayout>;

// Interprets the numbers of a lock. `counter` issues tickets. A release increments `write`; granting a shared lock and
// releasing an exclusive one increment `read`. The shared holders are those that were let in and have not left. If
// neither number has passed an issued ticket, the owner of that ticket holds the lock exclusively.
LockWord lock_word(std::uint32_t counter, std::uint32_t write, std::uint32_t read) {
  LockWord word;
  word.shared = static_cast<int>(read - write);
  word.exclusive = read == write && counter != write;
  word.waiting = static_cast<int>(counter - read) - (word.exclusive ? 1 : 0);
  return word;
}

Result<LockWord> read_lock_word(const OscModule &module, Address node_state) {
  MPIDBG_ASSIGN(view, module.objects().read(module.layouts().osc_sm_lock,
                                            node_state + module.layouts().osc_sm_node_state.lock.offset));
  const LockWord word = lock_word(view.get(&OscSmLockLayout::counter), view.get(&OscSmLockLayout::write),
                                  view.get(&OscSmLockLayout::read));
  // A process has at most one ticket of a lock, except if it has several threads, or while the numbers are being
  // updated.
  MPIDBG_TRY(count_within(word.shared, module.size(), "ompi_osc_sm_lock_t", view.address()));
  MPIDBG_TRY(count_within(*word.waiting, module.size(), "ompi_osc_sm_lock_t", view.address()));
  return word;
}

// Infers the state of a lock, because memory shows only which kind of lock was requested and how many processes hold
// it.
LockState state_of(LockType type, const LockWord &word) {
  const bool nobody_waits = *word.waiting == 0;
  if (nobody_waits) return LockState::held;
  if (type == LockType::exclusive) return word.exclusive ? LockState::held_or_wanted : LockState::wanted;
  return word.shared == 0 ? LockState::wanted : LockState::held_or_wanted;
}

Status read_locks(const OscModule &module, const SmModuleView &view, WindowSync &result) {
  const Address states = view.get(&OscSmModuleLayout::node_states);
  MPIDBG_ASSIGN(kinds, module.memory().read_int32s(view.get(&OscSmModuleLayout::outstanding_locks),
                                                   static_cast<std::uint64_t>(module.size()),
                                                   "ompi_osc_sm_module_t.outstanding_locks"));
  for (int target = 0; target < module.size(); ++target) {
    const std::int32_t kind = kinds[static_cast<std::size_t>(target)];
    if (kind == constants::osc_sm_lock_none) continue;
    WindowLock lock;
    lock.target = target;
    MPIDBG_ASSIGN(word, read_lock_word(module, states + module.layouts().osc_sm_node_state.byte_size *
                                                            static_cast<std::uint64_t>(target)));
    lock.at_target = word;
    switch (kind) {
      case constants::osc_sm_lock_nocheck:
        lock.nocheck = true;
        break;
      case constants::osc_sm_lock_exclusive:
        lock.type = LockType::exclusive;
        lock.state = state_of(lock.type, word);
        break;
      case constants::osc_sm_lock_shared:
        lock.type = LockType::shared;
        lock.state = state_of(lock.type, word);
        break;
      default:
        return Error{ErrorCode::corrupt,
                     "ompi_osc_sm_module_t at " + hex(module.address) + " has a lock of kind " + std::to_string(kind),
                     module.address};
    }
    result.locks.push_back(lock);
  }
  // MPI_Win_lock_all locks the ranks one after the other, so locks of all ranks are taken for its result.
  const auto not_exclusive = [](const WindowLock &lock) { return lock.type != LockType::exclusive; };
  if (module.size() > 1 && static_cast<int>(result.locks.size()) == module.size() &&
      std::all_of(result.locks.begin(), result.locks.end(), not_exclusive)) {
    result.access = WindowAccess::lock_all;
    result.lock_all_inferred = true;
  }
  return {};
}

// Reads the posts of other processes: one bit per rank, in words. The library uses atomic operations on these words,
// which have 64 bits if pointers have 64 bits.
Status read_post_bits(const OscModule &module, const SmModuleView &view, WindowSync &result) {
  if (!module.has_rank(module.rank)) return {};
  const auto &memory = module.memory();
  const std::uint64_t width = memory.pointer_size();
  const std::uint64_t words = (static_cast<std::uint64_t>(module.size()) + 8 * width - 1) / (8 * width);
  MPIDBG_ASSIGN(
      own, memory.read_pointer(view.get(&OscSmModuleLayout::posts) + width * static_cast<std::uint64_t>(module.rank),
                               "ompi_osc_sm_module_t.posts"));
  std::vector<std::byte> bytes(words * width);
  MPIDBG_TRY(memory.read(own, bytes, "the posts of a window"));
  std::vector<WindowPeer> posters;
  for (int rank = 0; rank < module.size(); ++rank) {
    const auto bit = static_cast<std::uint64_t>(rank);
    const std::uint64_t word =
        decode_unsigned(std::span(bytes).subspan(bit / (8 * width) * width, width), memory.byte_order());
    if ((word >> (bit % (8 * width)) & 1) == 0) continue;
    MPIDBG_ASSIGN(peer, module.peer(rank, "a post"));
    posters.push_back(peer);
  }
  result.posters = std::move(posters);
  return {};
}

}  // namespace

Result<WindowSync> read_osc_sm(const OscModule &module) {
  MPIDBG_ASSIGN(view, module.objects().read(module.layouts().osc_sm_module, module.address));
  MPIDBG_ASSIGN(state,
                module.objects().read(module.layouts().osc_sm_node_state, view.get(&OscSmModuleLayout::my_node_state)));
  WindowSync result;
  result.start_group = view.get(&OscSmModuleLayout::start_group);
  MPIDBG_ASSIGN(start_peers, module.peers(result.start_group.address()));
  result.start_peers = std::move(start_peers);
  result.post_group = view.get(&OscSmModuleLayout::post_group);
  MPIDBG_ASSIGN(post_peers, module.peers(result.post_group.address()));
  result.post_peers = std::move(post_peers);
  if (!result.post_group.is_null()) {
    MPIDBG_ASSIGN(completes,
                  count_within(state.get(&OscSmNodeStateLayout::complete_count),
                               static_cast<std::int64_t>(result.post_peers.size()), "complete_count", state.address()));
    result.completes_arrived = completes;
  }
  MPIDBG_TRY(read_post_bits(module, view, result));
  MPIDBG_TRY(read_locks(module, view, result));
  MPIDBG_ASSIGN(word, read_lock_word(module, view.get(&OscSmModuleLayout::my_node_state)));
  result.lock_word = word;
  result.pending_operations = 0;  // operations are loads and stores, which are complete at once
  conclude(result, false);
  return result;
}

}  // namespace mpidbg::model::openmpi
