#pragma once
// Windows of osc/rdma, which uses byte transfer layers with put and get, including shared memory. Source:
// ompi/mca/osc/rdma.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// The module of a window.
struct OscRdmaModuleLayout : StructLayout {
  OscRdmaModuleLayout() : StructLayout("ompi_osc_rdma_module_t") {}
  Slot<std::int32_t> locking_mode;
  Slot<bool> no_locks;
  // The peer with rank 0.
  Slot<Address> leader;
  // The data of this process in shared memory that others read and write.
  Slot<Address> state;
  Slot<Address> comm;
  // A communicator with one process per node.
  Slot<Address> local_leaders;
  // A communicator of the processes on this node.
  Slot<Address> shared_comm;
  // An ompi_osc_rdma_sync_t for fence, start and lock_all.
  Slot<Embedded> all_sync;
  // The group of MPI_Win_post; null if not posted.
  Slot<Address> pw_group;
  // An opal_list_t of posts that no start has consumed.
  Slot<Embedded> pending_posts;
  // The number of locks granted and not released; lock_all counts as one.
  Slot<std::int64_t> passive_target_access_epoch;
  // An opal_hash_table_t of granted locks by target.
  Slot<Embedded> outstanding_locks;
  // Used instead of the hash table if not null: one pointer per rank.
  Slot<Address> outstanding_lock_array;
  // Attached memory: one pointer per region.
  Slot<Address> dynamic_handles;
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

// The state that other processes access.
struct OscRdmaStateLayout : StructLayout {
  OscRdmaStateLayout() : StructLayout("ompi_osc_rdma_state_t") {}
  // For rank 0: the number of holders of lock_all times 2^32, plus the number of requests for exclusive locks.
  Slot<std::int64_t> global_lock;
  // The top bit for an exclusive lock, plus the number of shared holders.
  Slot<std::int64_t> local_lock;
  // An array of int64_t with rank + 1 of the processes whose post was not seen yet.
  Slot<Embedded> post_peers;
  Slot<std::int64_t> num_post_msgs;
  Slot<std::int64_t> num_complete_msgs;
  // The number of attached regions, in the low half.
  Slot<std::int64_t> region_count;
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

// The synchronisation of an epoch.
struct OscRdmaSyncLayout : StructLayout {
  OscRdmaSyncLayout() : StructLayout("ompi_osc_rdma_sync_t") {}
  using Base = ObjectLayout;
  Slot<Address> module;
  Slot<std::int32_t> type;
  // A union: lock {int target; int16_t type, assert}, or pscw {group}.
  Slot<Embedded> sync;
  // For a lock, its peer.
  Slot<Address> peer_list;
  Slot<std::int32_t> num_peers;
  Slot<bool> epoch_active;
  // The number of operations in progress.
  Slot<First<std::int64_t>> outstanding_rdma;
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

// A peer of a window.
struct OscRdmaPeerLayout : StructLayout {
  OscRdmaPeerLayout() : StructLayout("ompi_osc_rdma_peer_t") {}
  using Base = ObjectLayout;
  // The address of its ompi_osc_rdma_state_t.
  Slot<std::int64_t> state;
  Slot<std::int32_t> rank;
  Slot<std::int32_t> flags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("state", state);
    field("rank", rank);
    field("flags", flags);
  }
};

// A post that no start has consumed.
struct OscRdmaPendingPostLayout : StructLayout {
  OscRdmaPendingPostLayout() : StructLayout("ompi_osc_rdma_pending_post_t") {}
  using Base = ListItemLayout;
  Slot<std::int32_t> rank;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rank", rank);
  }
};

// A region of attached memory.
struct OscRdmaHandleLayout : StructLayout {
  OscRdmaHandleLayout() : StructLayout("ompi_osc_rdma_handle_t") {}
  using Base = ObjectLayout;
  // An opal_list_t of OscRdmaAttachmentLayout.
  Slot<Embedded> attachments;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("attachments", attachments);
  }
};

// A piece of memory attached to a dynamic window, in bytes.
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
