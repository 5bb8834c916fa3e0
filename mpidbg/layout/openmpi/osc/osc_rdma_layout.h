#pragma once
// Windows of osc/rdma: over byte transfer layers that put and get, shared memory among them. Source: ompi/mca/osc/rdma.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct OscRdmaModuleLayout : StructLayout {
  OscRdmaModuleLayout() : StructLayout("ompi_osc_rdma_module_t") {}
  Slot<std::int32_t> locking_mode;
  Slot<bool> no_locks;
  Slot<Address> leader;  // the peer that is rank 0
  Slot<Address> state;   // what others read and write of this process, in shared memory
  Slot<Address> comm;
  Slot<Address> local_leaders;                     // a communicator of one process a node
  Slot<Address> shared_comm;                       // a communicator of the processes on this node
  Slot<Embedded> all_sync;                         // ompi_osc_rdma_sync_t of fence, start, lock_all
  Slot<Address> pw_group;                          // of MPI_Win_post; null if not posted
  Slot<Embedded> pending_posts;                    // opal_list_t of posts that no start has taken
  Slot<std::int64_t> passive_target_access_epoch;  // locks granted and not released; lock_all counts as one
  Slot<Embedded> outstanding_locks;                // opal_hash_table_t of granted locks by target
  Slot<Address> outstanding_lock_array;            // instead of it where not null: one pointer a rank
  Slot<Address> dynamic_handles;                   // of attached memory, one pointer a region
  Slot<std::int32_t> pending_ops;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("locking_mode", locking_mode);
    field("no_locks", no_locks);
    field("leader", leader);
    field("state", state);
    field("comm", comm);
    field("local_leaders", local_leaders);
    field("shared_comm", shared_comm);
    field("all_sync", all_sync);
    field("pw_group", pw_group);
    field("pending_posts", pending_posts);
    field("passive_target_access_epoch", passive_target_access_epoch);
    field("outstanding_locks", outstanding_locks);
    field("outstanding_lock_array", outstanding_lock_array);
    field("dynamic_handles", dynamic_handles);
    field("pending_ops", pending_ops);
  }
};

struct OscRdmaStateLayout : StructLayout {
  OscRdmaStateLayout() : StructLayout("ompi_osc_rdma_state_t") {}
  Slot<std::int64_t> global_lock;  // of rank 0: holders of lock_all times 2^32, plus wishes for exclusive locks
  Slot<std::int64_t> local_lock;   // the top bit if exclusive, plus the number of shared holders
  Slot<Embedded> post_peers;       // int64_t[]: rank + 1 of who posted and was not seen yet
  Slot<std::int64_t> num_post_msgs;
  Slot<std::int64_t> num_complete_msgs;
  Slot<std::int64_t> region_count;  // number of attached regions in the low half
  template <class Visitor>
  void describe(Visitor &&field) {
    field("global_lock", global_lock);
    field("local_lock", local_lock);
    field("post_peers", post_peers);
    field("num_post_msgs", num_post_msgs);
    field("num_complete_msgs", num_complete_msgs);
    field("region_count", region_count);
  }
};

struct OscRdmaSyncLayout : StructLayout {
  OscRdmaSyncLayout() : StructLayout("ompi_osc_rdma_sync_t") {}
  using Base = ObjectLayout;
  Slot<Address> module;
  Slot<std::int32_t> type;
  Slot<Embedded> sync;      // a union: lock {int target; int16_t type, assert}, or pscw {group}
  Slot<Address> peer_list;  // of a lock: its peer
  Slot<std::int32_t> num_peers;
  Slot<bool> epoch_active;
  Slot<First<std::int64_t>> outstanding_rdma;  // operations in progress
  template <class Visitor>
  void describe(Visitor &&field) {
    field("module", module);
    field("type", type);
    field("sync", sync);
    field("peer_list", peer_list);
    field("num_peers", num_peers);
    field("epoch_active", epoch_active);
    field("outstanding_rdma", outstanding_rdma);
  }
};

struct OscRdmaPeerLayout : StructLayout {
  OscRdmaPeerLayout() : StructLayout("ompi_osc_rdma_peer_t") {}
  using Base = ObjectLayout;
  Slot<std::int64_t> state;  // address of its ompi_osc_rdma_state_t
  Slot<std::int32_t> rank;
  Slot<std::int32_t> flags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("state", state);
    field("rank", rank);
    field("flags", flags);
  }
};

struct OscRdmaPendingPostLayout : StructLayout {
  OscRdmaPendingPostLayout() : StructLayout("ompi_osc_rdma_pending_post_t") {}
  using Base = ListItemLayout;
  Slot<std::int32_t> rank;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rank", rank);
  }
};

struct OscRdmaHandleLayout : StructLayout {
  OscRdmaHandleLayout() : StructLayout("ompi_osc_rdma_handle_t") {}
  using Base = ObjectLayout;
  Slot<Embedded> attachments;  // opal_list_t
  template <class Visitor>
  void describe(Visitor &&field) {
    field("attachments", attachments);
  }
};

struct OscRdmaAttachmentLayout : StructLayout {
  OscRdmaAttachmentLayout() : StructLayout("ompi_osc_rdma_attachment_t") {}
  using Base = ListItemLayout;
  Slot<PtrdiffT> base;
  Slot<SizeT> len;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("base", base);
    field("len", len);
  }
};

}  // namespace mpidbg::layout::openmpi
