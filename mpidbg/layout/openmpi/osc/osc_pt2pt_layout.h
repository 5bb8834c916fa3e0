#pragma once
// Windows of osc/pt2pt: over messages. Gone with 5.0. Source: ompi/mca/osc/pt2pt.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct OscPt2ptModuleLayout : StructLayout {
  OscPt2ptModuleLayout() : StructLayout("ompi_osc_pt2pt_module_t") {}
  Slot<bool> no_locks;
  Slot<Address> comm;
  Slot<Embedded> peer_hash;                // opal_hash_table_t of peers by rank
  Slot<std::int32_t> outgoing_frag_count;  // minus the number of messages that are not sent yet
  Slot<std::uint32_t> passive_target_access_epoch;
  Slot<Embedded> all_sync;               // ompi_osc_pt2pt_sync_t of fence, start, lock_all
  Slot<Address> pw_group;                // of MPI_Win_post; null if not posted
  Slot<std::int32_t> num_complete_msgs;  // minus the number of completes that are missing
  Slot<std::int32_t> lock_status;        // -1 exclusive, else the number of shared holders
  Slot<Embedded> locks_pending;          // opal_list_t of those who wait for the lock
  Slot<Embedded> outstanding_locks;      // opal_hash_table_t by target of locks wanted or granted, lock_all as 2^32 - 1
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

struct OscPt2ptSyncLayout : StructLayout {
  OscPt2ptSyncLayout() : StructLayout("ompi_osc_pt2pt_sync_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> type;
  Slot<Embedded> sync;  // a union: lock {int target, type, assert}, or pscw {group}
  Slot<std::int32_t> num_peers;
  Slot<std::int32_t> sync_expected;  // answers that are missing: grants of locks, posts
  Slot<bool> eager_send_active;      // all are there
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
