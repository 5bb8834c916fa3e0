#pragma once
// Describes communicators. Source: ompi/communicator/communicator.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/objects/info_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_communicator_t, the object behind an MPI_Comm.
struct CommunicatorLayout : StructLayout {
  CommunicatorLayout() : StructLayout("ompi_communicator_t") {}
  using Base = InfoSubscriberLayout;
  // The name, which has been outside of the struct since 5.0.
  Slot<TextOrPointer<object_name_length>> c_name;
  // The context id, which is the same on all members. In 4.1 it is a number. Later versions have that number in
  // c_index, where it may differ between members (see comm_global_index), and a longer context id.
  Slot<Unsigned32Or128> c_contextid;
  // The index of the communicator in this process's table ompi_mpi_communicators.
  Slot<Optional<std::uint32_t>> c_index;
  Slot<std::int32_t> c_my_rank;
  Slot<std::uint32_t> c_flags;
  // The assertions among the program's hints, such as mpi_assert_allow_overtaking.
  Slot<Optional<std::uint32_t>> c_assertions;
  Slot<Address> c_local_group;
  Slot<Address> c_remote_group;
  // For an intercommunicator, points to the library's own communicator over the local group.
  Slot<Address> c_local_comm;
  // Points to a hash table (opal_hash_table_t) of attributes; null until one is set.
  Slot<Address> c_keyhash;
  Slot<Address> c_topo;
  Slot<std::int32_t> c_f_to_c_index;
  Slot<Address> error_handler;
  Slot<Address> c_pml_comm;
  // The tag of the next nonblocking collective. Each further one has the next lower tag.
  Slot<std::int32_t> c_nbc_tag;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("c_name", c_name);
    field("c_contextid", c_contextid);
    field("c_index", c_index);
    field("c_my_rank", c_my_rank);
    field("c_flags", c_flags);
    field("c_assertions", c_assertions);
    field("c_local_group", c_local_group);
    field("c_remote_group", c_remote_group);
    field("c_local_comm", c_local_comm);
    field("c_keyhash", c_keyhash);
    field("c_topo", c_topo);
    field("c_f_to_c_index", c_f_to_c_index);
    field("error_handler", error_handler);
    field("c_pml_comm", c_pml_comm);
    field("c_nbc_tag", c_nbc_tag);
  }
};

}  // namespace mpidbg::layout::openmpi
