#pragma once
// Windows of osc/sm: memory that all processes of the window share. Source: ompi/mca/osc/sm.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct OscSmModuleLayout : StructLayout {
  OscSmModuleLayout() : StructLayout("ompi_osc_sm_module_t") {}
  Slot<Address> comm;
  Slot<Address> start_group;        // of MPI_Win_start; null if not started
  Slot<Address> post_group;         // of MPI_Win_post; null if not posted
  Slot<Address> outstanding_locks;  // int32_t[], one a rank
  Slot<Address> my_node_state;
  Slot<Address> node_states;  // one a rank
  Slot<Address> posts;        // pointers to bits, one a rank: who posted to it and was not seen yet
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

struct OscSmNodeStateLayout : StructLayout {
  OscSmNodeStateLayout() : StructLayout("ompi_osc_sm_node_state_t") {}
  Slot<std::int32_t> complete_count;
  Slot<Embedded> lock;  // ompi_osc_sm_lock_t
  template <class Visitor>
  void describe(Visitor &&field) {
    field("complete_count", complete_count);
    field("lock", lock);
  }
};

// A lock that is handed out by tickets.
struct OscSmLockLayout : StructLayout {
  OscSmLockLayout() : StructLayout("ompi_osc_sm_lock_t") {}
  Slot<std::uint32_t> counter;  // the next ticket
  Slot<std::uint32_t> write;    // the ticket that may have it alone: how many were released
  Slot<std::uint32_t> read;     // the ticket that may have it with others
  template <class Visitor>
  void describe(Visitor &&field) {
    field("counter", counter);
    field("write", write);
    field("read", read);
  }
};

}  // namespace mpidbg::layout::openmpi
