#pragma once
// Windows of osc/sm, which uses memory that all processes of the window share. Source: ompi/mca/osc/sm.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// The module of a window.
struct OscSmModuleLayout : StructLayout {
  OscSmModuleLayout() : StructLayout("ompi_osc_sm_module_t") {}
  Slot<Address> comm;
  // The group of MPI_Win_start; null if not started.
  Slot<Address> start_group;
  // The group of MPI_Win_post; null if not posted.
  Slot<Address> post_group;
  // An array of int32_t, one per rank.
  Slot<Address> outstanding_locks;
  Slot<Address> my_node_state;
  // An array of OscSmNodeStateLayout, one per rank.
  Slot<Address> node_states;
  // An array of pointers, one per rank, to bits: the processes whose post was not seen yet.
  Slot<Address> posts;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("comm", comm);
    field("start_group", start_group);
    field("post_group", post_group);
    field("outstanding_locks", outstanding_locks);
    field("my_node_state", my_node_state);
    field("node_states", node_states);
    field("posts", posts);
  }
};

// The state of one process in shared memory.
struct OscSmNodeStateLayout : StructLayout {
  OscSmNodeStateLayout() : StructLayout("ompi_osc_sm_node_state_t") {}
  Slot<std::int32_t> complete_count;
  // Embeds an ompi_osc_sm_lock_t.
  Slot<Embedded> lock;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("complete_count", complete_count);
    field("lock", lock);
  }
};

// A ticket lock.
struct OscSmLockLayout : StructLayout {
  OscSmLockLayout() : StructLayout("ompi_osc_sm_lock_t") {}
  // The next ticket to be issued.
  Slot<std::uint32_t> counter;
  // The ticket that may hold the lock exclusively: the number of releases.
  Slot<std::uint32_t> write;
  // The ticket that may hold the lock with others.
  Slot<std::uint32_t> read;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("counter", counter);
    field("write", write);
    field("read", read);
  }
};

}  // namespace mpidbg::layout::openmpi
