#pragma once
// Describes groups and the processes in them. Source: ompi/group/group.h, ompi/proc/proc.h, opal/util/proc.h.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_group_t, the object behind an MPI_Group.
struct GroupLayout : StructLayout {
  GroupLayout() : StructLayout("ompi_group_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> grp_proc_count;
  Slot<std::int32_t> grp_my_rank;
  Slot<std::int32_t> grp_f_to_c_index;
  // Points to an array of grp_proc_count elements. Each element is a pointer to a process, or an odd value (a sentinel)
  // that contains the name of the process.
  Slot<Address> grp_proc_pointers;
  Slot<std::uint32_t> grp_flags;
  Slot<Address> grp_parent_group_ptr;
  // A union of the data for the three forms of sparse storage; see constants.h.
  Slot<Embedded> sparse_data;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("grp_proc_count", grp_proc_count);
    field("grp_my_rank", grp_my_rank);
    field("grp_f_to_c_index", grp_f_to_c_index);
    field("grp_proc_pointers", grp_proc_pointers);
    field("grp_flags", grp_flags);
    field("grp_parent_group_ptr", grp_parent_group_ptr);
    field("sparse_data", sparse_data);
  }
};

// Describes opal_proc_t, the start of an ompi_proc_t.
struct ProcLayout : StructLayout {
  ProcLayout() : StructLayout("opal_proc_t") {}
  using Base = ListItemLayout;
  // The name of the process, an opal_process_name_t: uint32_t jobid, uint32_t vpid.
  Slot<Embedded> proc_name;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("proc_name", proc_name);
  }
};

// Describes ompi_proc_t, a process with a pointer to the data of each layer. The pointers end at `padding`, and one of
// them is the endpoint of UCX.
struct ProcEndpointsLayout : StructLayout {
  ProcEndpointsLayout() : StructLayout("ompi_proc_t") {}
  using Base = ProcLayout;
  Slot<Embedded> proc_endpoints;
  Slot<Embedded> padding;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("proc_endpoints", proc_endpoints);
    field("padding", padding);
  }
};

}  // namespace mpidbg::layout::openmpi
