#pragma once
// Describes windows of the component osc/rdma. It uses byte transfer layers with put and get, such as shared memory.
// Source: ompi/mca/osc/rdma.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_osc_rdma_module_t, the data of osc/rdma about a window.
struct OscRdmaModuleLayout : StructLayout {
  OscRdmaModuleLayout() : StructLayout("ompi_osc_rdma_module_t") {}
  Slot<std::int32_t> locking_mode;
  Slot<bool> no_locks;
  // Points to the peer with rank 0.
  Slot<Address> leader;
  // Points to an OscRdmaStateLayout: the state of this process, in memory that other processes read and write.
  Slot<Address> state;
  Slot<Address> comm;
  // Points to a communicator with one process per node.
  Slot<Address> local_leaders;
  // Points to a communicator of the processes on this node.
  Slot<Address> shared_comm;
  // The state (ompi_osc_rdma_sync_t) of an epoch of MPI_Win_fence, MPI_Win_start or MPI_Win_lock_all.
  Slot<Embedded> all_sync;
  // Points to the group passed to MPI_Win_post; null if not posted.
  Slot<Address> pw_group;
  // A list (opal_list_t) of posts that no MPI_Win_start has consumed yet.
  Slot<Embedded> pending_posts;
  // The number of locks that this process holds. MPI_Win_lock_all counts as one.
  Slot<std::int64_t> passive_target_access_epoch;
  // A hash table (opal_hash_table_t), by target, of locks that this process holds.
  Slot<Embedded> outstanding_locks;
  // Points to an array with one pointer per rank, which is used instead of the hash table; null if the hash table is
  // used.
  Slot<Address> outstanding_lock_array;
  // Points to an array of pointers to regions of attached memory.
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

// Describes ompi_osc_rdma_state_t, the data of a process that other processes read and write.
struct OscRdmaStateLayout : StructLayout {
  OscRdmaStateLayout() : StructLayout("ompi_osc_rdma_state_t") {}
  // For rank 0: the upper half is the number of processes that hold a lock of all ranks, the lower half the number of
  // requests for exclusive locks.
  Slot<std::int64_t> global_lock;
  // The top bit is set for an exclusive lock of this process's memory; the other bits are the number of shared holders.
  Slot<std::int64_t> local_lock;
  // An array of int64_t. A post that this process has not seen yet is stored as the rank of the posting process plus
  // one.
  Slot<Embedded> post_peers;
  Slot<std::int64_t> num_post_msgs;
  Slot<std::int64_t> num_complete_msgs;
  // The number of attached regions, in the lower half.
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

// Describes ompi_osc_rdma_sync_t, the state of an epoch or of a lock.
struct OscRdmaSyncLayout : StructLayout {
  OscRdmaSyncLayout() : StructLayout("ompi_osc_rdma_sync_t") {}
  using Base = ObjectLayout;
  Slot<Address> module;
  Slot<std::int32_t> type;
  // The lock or the group of the epoch, as a union: lock {int target; int16_t type, assert}, or pscw {group}.
  Slot<Embedded> sync;
  // For a lock, points to the peer that is the target.
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

// Describes ompi_osc_rdma_peer_t, a peer of a window.
struct OscRdmaPeerLayout : StructLayout {
  OscRdmaPeerLayout() : StructLayout("ompi_osc_rdma_peer_t") {}
  using Base = ObjectLayout;
  // The address of the peer's ompi_osc_rdma_state_t.
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

// Describes ompi_osc_rdma_pending_post_t, a post of another process that no MPI_Win_start has consumed yet.
struct OscRdmaPendingPostLayout : StructLayout {
  OscRdmaPendingPostLayout() : StructLayout("ompi_osc_rdma_pending_post_t") {}
  using Base = ListItemLayout;
  Slot<std::int32_t> rank;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rank", rank);
  }
};

// Describes ompi_osc_rdma_handle_t, a region of memory that is attached to a dynamic window.
struct OscRdmaHandleLayout : StructLayout {
  OscRdmaHandleLayout() : StructLayout("ompi_osc_rdma_handle_t") {}
  using Base = ObjectLayout;
  // The pieces of memory in the region, a list (opal_list_t) of OscRdmaAttachmentLayout.
  Slot<Embedded> attachments;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("attachments", attachments);
  }
};

// Describes ompi_osc_rdma_attachment_t, a piece of memory that is attached to a dynamic window. Its size is in bytes.
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
