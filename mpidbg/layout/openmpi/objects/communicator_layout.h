#pragma once
// Communicators. Source: ompi/communicator/communicator.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/objects/info_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct CommunicatorLayout : StructLayout {
  CommunicatorLayout() : StructLayout("ompi_communicator_t") {}
  using Base = InfoSubscriberLayout;
  Slot<TextOrPointer<object_name_length>> c_name;  // a pointer from 5.0 on
  // The same on all members: of 4.1 a number, which c_index has in later versions; of these also what tells apart those
  // whose members have different ones (see comm_global_index).
  Slot<Unsigned32Or128> c_contextid;
  Slot<Optional<std::uint32_t>> c_index;  // its slot in ompi_mpi_communicators of this process
  Slot<std::int32_t> c_my_rank;
  Slot<std::uint32_t> c_flags;
  Slot<Optional<std::uint32_t>> c_assertions;  // what the program's hints promise
  Slot<Address> c_local_group;
  Slot<Address> c_remote_group;
  Slot<Address> c_local_comm;  // of an intercommunicator: the library's own one over the local group
  Slot<Address> c_keyhash;     // opal_hash_table_t of attributes; null while there never was one
  Slot<Address> c_topo;
  Slot<std::int32_t> c_f_to_c_index;
  Slot<Address> error_handler;
  Slot<Address> c_pml_comm;
  Slot<std::int32_t> c_nbc_tag;  // of the next nonblocking collective; each takes one, counting down
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
