#pragma once
// Windows of osc/ucx: over UCX. Source: ompi/mca/osc/ucx.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct OscUcxModuleLayout : StructLayout {
  OscUcxModuleLayout() : StructLayout("ompi_osc_ucx_module_t") {}
  Slot<Address> comm;
  Slot<Embedded> state;       // ompi_osc_ucx_state_t, which others read and write
  Slot<Embedded> epoch_type;  // ompi_osc_ucx_epoch_type_t
  Slot<Address> start_group;
  Slot<Address> post_group;
  Slot<Embedded> outstanding_locks;             // opal_hash_table_t of granted locks by target
  Slot<Embedded> pending_posts;                 // opal_list_t of posts that no start has taken
  Slot<std::int32_t> lock_count;                // locks wanted or granted
  Slot<std::int32_t> post_count;                // posts that the start in progress has seen
  Slot<Optional<std::int32_t>> global_ops_num;  // operations in progress; 5.0 has none
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

struct OscUcxStateLayout : StructLayout {
  OscUcxStateLayout() : StructLayout("ompi_osc_ucx_state_t") {}
  Slot<std::uint64_t> lock;  // 2^32 if exclusive, plus the number of shared holders
  Slot<std::uint64_t> complete_count;
  Slot<Embedded> post_state;  // uint64_t[]: rank + 1 of who posted and was not seen yet
  Slot<std::uint64_t> dynamic_win_count;
  Slot<Embedded> dynamic_wins;  // ompi_osc_dynamic_win_info_t[]
  template <class Visitor>
  void describe(Visitor &&field) {
    field("lock", lock);
    field("complete_count", complete_count);
    field("post_state", post_state);
    field("dynamic_win_count", dynamic_win_count);
    field("dynamic_wins", dynamic_wins);
  }
};

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

struct OscUcxLockLayout : StructLayout {
  OscUcxLockLayout() : StructLayout("ompi_osc_ucx_lock_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> target_rank;
  Slot<std::int32_t> type;  // set once it is granted
  Slot<bool> is_nocheck;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("target_rank", target_rank);
    field("type", type);
    field("is_nocheck", is_nocheck);
  }
};

struct OscUcxPendingPostLayout : StructLayout {
  OscUcxPendingPostLayout() : StructLayout("ompi_osc_ucx_pending_post_t") {}
  using Base = ListItemLayout;
  Slot<std::int32_t> rank;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rank", rank);
  }
};

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
