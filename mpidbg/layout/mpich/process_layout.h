#pragma once
// Describes the struct with MPICH's global state in a process, and the predefined attributes in it. Source:
// src/include/mpir_process.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes PreDefined_attrs, the values of predefined attributes of MPI_COMM_WORLD.
struct PredefinedAttributesLayout : StructLayout {
  PredefinedAttributesLayout() : StructLayout("PreDefined_attrs") {}
  Slot<std::int32_t> appnum, host, io, lastusedcode, tag_ub, universe, wtime_is_global;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("appnum", appnum);
    field("host", host);
    field("io", io);
    field("lastusedcode", lastusedcode);
    field("tag_ub", tag_ub);
    field("universe", universe);
    field("wtime_is_global", wtime_is_global);
  }
};

// Describes MPIR_Process_t, the type of the library's variable MPIR_Process.
struct ProcessLayout : StructLayout {
  ProcessLayout() : StructLayout("MPIR_Process_t") {}
  Slot<First<std::int32_t>> mpich_state;
  Slot<std::int32_t> has_parent;
  // The rank of the process in MPI_COMM_WORLD, and the size of MPI_COMM_WORLD.
  Slot<std::int32_t> rank, size;
  // The number of processes of MPI_COMM_WORLD on this node.
  Slot<Optional<std::int32_t>> local_size;
  // The MPIR_Comm of MPI_COMM_WORLD. Null before it is made and after MPI_Finalize has freed it with its attributes.
  Slot<Address> comm_world;
  // The MPIR_Comm of the parent communicator; null until it is first requested.
  Slot<Address> comm_parent;
  Slot<Part<PredefinedAttributesLayout>> attrs;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mpich_state", mpich_state);
    field("has_parent", has_parent);
    field("rank", rank);
    field("size", size);
    field("local_size", local_size);
    field("comm_world", comm_world);
    field("comm_parent", comm_parent);
    field("attrs", attrs);
  }
};

}  // namespace mpidbg::layout::mpich
