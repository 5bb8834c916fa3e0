#pragma once
// What the queues need of datatypes. Source: ompi/datatype/ompi_datatype.h, opal/datatype/opal_datatype.h.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct DatatypeLayout : StructLayout {
  DatatypeLayout() : StructLayout("ompi_datatype_t") {}
  Slot<Embedded> name;  // char[64]
  template <class Visitor>
  void describe(Visitor &&field) {
    field("name", name);
  }
};

// ompi_datatype_t starts with this one.
struct OpalDatatypeLayout : StructLayout {
  OpalDatatypeLayout() : StructLayout("opal_datatype_t") {}
  Slot<std::uint16_t> flags;
  Slot<SizeT> size;
  Slot<PtrdiffT> lb;
  Slot<PtrdiffT> ub;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("flags", flags);
    field("size", size);
    field("lb", lb);
    field("ub", ub);
  }
};

}  // namespace mpidbg::layout::openmpi
