#pragma once
// Describes windows of the component osc/pt2pt, which uses messages. It was removed in 5.0. Source: ompi/mca/osc/pt2pt.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_osc_pt2pt_module_t, the data of osc/pt2pt about a window.
struct OscPt2ptModuleLayout : StructLayout {
  OscPt2ptModuleLayout() : StructLayout("ompi_osc_pt2pt_module_t") {}
  Slot<bool> no_locks;
  Slot<Address> comm;
  // A hash table (opal_hash_table_t) of peers by rank.
  Slot<Embedded> peer_hash;
  // The number of messages that have not been sent yet, as a negative number.
  Slot<std::int32_t> outgoing_frag_count;
  Slot<std::uint32_t> passive_target_access_epoch;
  // The state (ompi_osc_pt2pt_sync_t) of an epoch of MPI_Win_fence, MPI_Win_start or MPI_Win_lock_all.
  Slot<Embedded> all_sync;
  // Points to the group passed to MPI_Win_post; null if not posted.
  Slot<Address> pw_group;
  // The number of announcements of MPI_Win_complete that have not been received yet, as a negative number.
  Slot<std::int32_t> num_complete_msgs;
  // -1 while an exclusive lock of this process's memory is held, otherwise the number of shared locks.
  Slot<std::int32_t> lock_status;
  // A list (opal_list_t) of the processes that wait for the lock.
  Slot<Embedded> locks_pending;
  // A hash table (opal_hash_table_t), by target, of locks that this process waits for or holds. MPI_Win_lock_all has
  // the key 2^32 - 1.
  Slot<Embedded> outstanding_locks;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("no_locks", no_locks);
    field("comm", comm);
    field("peer_hash", peer_hash);
    field("outgoing_frag_count", outgoing_frag_count);
    field("passive_target_access_epoch", passive_target_access_epoch);
    field("all_sync", all_sync);
    field("pw_group", pw_group);
    field("num_complete_msgs", num_complete_msgs);
    field("lock_status", lock_status);
    field("locks_pending", locks_pending);
    field("outstanding_locks", outstanding_locks);
  }
};

// Describes ompi_osc_pt2pt_sync_t, the state of an epoch.
struct OscPt2ptSyncLayout : StructLayout {
  OscPt2ptSyncLayout() : StructLayout("ompi_osc_pt2pt_sync_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> type;
  // The lock or the group of the epoch, as a union: lock {int target, type, assert}, or pscw {group}.
  Slot<Embedded> sync;
  Slot<std::int32_t> num_peers;
  // The number of answers that have not arrived yet. An answer grants a lock or announces a post.
  Slot<std::int32_t> sync_expected;
  // True if the answers that the epoch needs have all arrived.
  Slot<bool> eager_send_active;
  Slot<bool> epoch_active;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
    field("sync", sync);
    field("num_peers", num_peers);
    field("sync_expected", sync_expected);
    field("eager_send_active", eager_send_active);
    field("epoch_active", epoch_active);
  }
};

// Describes ompi_osc_pt2pt_peer_t, a peer of a window.
struct OscPt2ptPeerLayout : StructLayout {
  OscPt2ptPeerLayout() : StructLayout("ompi_osc_pt2pt_peer_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> rank;
  Slot<std::int32_t> flags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rank", rank);
    field("flags", flags);
  }
};

// Describes ompi_osc_pt2pt_pending_lock_t, an entry of the list of processes that wait for the lock.
struct OscPt2ptPendingLockLayout : StructLayout {
  OscPt2ptPendingLockLayout() : StructLayout("ompi_osc_pt2pt_pending_lock_t") {}
  using Base = ListItemLayout;
  Slot<std::int32_t> peer;
  Slot<std::int32_t> lock_type;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer", peer);
    field("lock_type", lock_type);
  }
};

}  // namespace mpidbg::layout::openmpi
