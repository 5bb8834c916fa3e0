#pragma once
// Describes windows of the component osc/ucx, which uses UCX. Source: ompi/mca/osc/ucx.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_osc_ucx_module_t, the data of osc/ucx about a window.
struct OscUcxModuleLayout : StructLayout {
  OscUcxModuleLayout() : StructLayout("ompi_osc_ucx_module_t") {}
  Slot<Address> comm;
  // The state of this process, an ompi_osc_ucx_state_t. Other processes read and write it.
  Slot<Embedded> state;
  // The kinds of the current epochs, an ompi_osc_ucx_epoch_type_t.
  Slot<Embedded> epoch_type;
  Slot<Address> start_group;
  Slot<Address> post_group;
  // A hash table (opal_hash_table_t), by target, of locks that this process holds.
  Slot<Embedded> outstanding_locks;
  // A list (opal_list_t) of posts that no MPI_Win_start has consumed yet.
  Slot<Embedded> pending_posts;
  // The number of locks that this process waits for or holds.
  Slot<std::int32_t> lock_count;
  // The number of posts that the MPI_Win_start in progress has received.
  Slot<std::int32_t> post_count;
  // The number of operations in progress; missing in 5.0.
  Slot<Optional<std::int32_t>> global_ops_num;
  Slot<bool> lock_all_is_nocheck;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("comm", comm);
    field("state", state);
    field("epoch_type", epoch_type);
    field("start_group", start_group);
    field("post_group", post_group);
    field("outstanding_locks", outstanding_locks);
    field("pending_posts", pending_posts);
    field("lock_count", lock_count);
    field("post_count", post_count);
    field("global_ops_num", global_ops_num);
    field("lock_all_is_nocheck", lock_all_is_nocheck);
  }
};

// Describes ompi_osc_ucx_state_t, the data of a process that other processes read and write.
struct OscUcxStateLayout : StructLayout {
  OscUcxStateLayout() : StructLayout("ompi_osc_ucx_state_t") {}
  // The lock of the process's memory: 2^32 for an exclusive lock, plus the number of shared holders.
  Slot<std::uint64_t> lock;
  Slot<std::uint64_t> complete_count;
  // An array of uint64_t. A post that this process has not seen yet is stored as the rank of the posting process plus
  // one.
  Slot<Embedded> post_state;
  Slot<std::uint64_t> dynamic_win_count;
  // An array of ompi_osc_dynamic_win_info_t, one per attached region.
  Slot<Embedded> dynamic_wins;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("lock", lock);
    field("complete_count", complete_count);
    field("post_state", post_state);
    field("dynamic_win_count", dynamic_win_count);
    field("dynamic_wins", dynamic_wins);
  }
};

// Describes ompi_osc_ucx_epoch_type_t, the kinds of a window's current epochs, as values of OscUcxEpoch.
struct OscUcxEpochLayout : StructLayout {
  OscUcxEpochLayout() : StructLayout("ompi_osc_ucx_epoch_type_t") {}
  Slot<std::int32_t> access;
  Slot<std::int32_t> exposure;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("access", access);
    field("exposure", exposure);
  }
};

// Describes ompi_osc_ucx_lock_t, a lock that this process waits for or holds.
struct OscUcxLockLayout : StructLayout {
  OscUcxLockLayout() : StructLayout("ompi_osc_ucx_lock_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> target_rank;
  // The type of the lock, which is set when the lock is granted.
  Slot<std::int32_t> type;
  Slot<bool> is_nocheck;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("target_rank", target_rank);
    field("type", type);
    field("is_nocheck", is_nocheck);
  }
};

// Describes ompi_osc_ucx_pending_post_t, a post of another process that no MPI_Win_start has consumed yet.
struct OscUcxPendingPostLayout : StructLayout {
  OscUcxPendingPostLayout() : StructLayout("ompi_osc_ucx_pending_post_t") {}
  using Base = ListItemLayout;
  Slot<std::int32_t> rank;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rank", rank);
  }
};

// Describes ompi_osc_dynamic_win_info_t, a region of attached memory. Its size is in bytes.
struct OscUcxRegionLayout : StructLayout {
  OscUcxRegionLayout() : StructLayout("ompi_osc_dynamic_win_info_t") {}
  Slot<std::uint64_t> base;
  Slot<SizeT> size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("base", base);
    field("size", size);
  }
};

}  // namespace mpidbg::layout::openmpi
