#pragma once
// Describes windows of the component osc/sm, which uses memory that all processes of the window share. Source:
// ompi/mca/osc/sm.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_osc_sm_module_t, the data of osc/sm about a window.
struct OscSmModuleLayout : StructLayout {
  OscSmModuleLayout() : StructLayout("ompi_osc_sm_module_t") {}
  Slot<Address> comm;
  // Points to the group passed to MPI_Win_start; null if not started.
  Slot<Address> start_group;
  // Points to the group passed to MPI_Win_post; null if not posted.
  Slot<Address> post_group;
  // Points to an array of int32_t, one per rank: the locks that this process holds (OscSmLock).
  Slot<Address> outstanding_locks;
  Slot<Address> my_node_state;
  // Points to an array of OscSmNodeStateLayout, one per rank.
  Slot<Address> node_states;
  // Points to an array with one pointer per rank. Each pointer leads to a bit set, in which a bit stands for a process
  // whose post was not seen yet.
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

// Describes ompi_osc_sm_node_state_t, the state of one process, in shared memory.
struct OscSmNodeStateLayout : StructLayout {
  OscSmNodeStateLayout() : StructLayout("ompi_osc_sm_node_state_t") {}
  Slot<std::int32_t> complete_count;
  // The lock of the process's memory, an ompi_osc_sm_lock_t.
  Slot<Embedded> lock;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("complete_count", complete_count);
    field("lock", lock);
  }
};

// Describes ompi_osc_sm_lock_t, a ticket lock: each process that wants the lock waits for its number to come up.
struct OscSmLockLayout : StructLayout {
  OscSmLockLayout() : StructLayout("ompi_osc_sm_lock_t") {}
  // The next ticket to be issued.
  Slot<std::uint32_t> counter;
  // The ticket that may now take the lock exclusively. It is equal to the number of releases.
  Slot<std::uint32_t> write;
  // The ticket that may now take a shared lock.
  Slot<std::uint32_t> read;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("counter", counter);
    field("write", write);
    field("read", read);
  }
};

}  // namespace mpidbg::layout::openmpi
