#pragma once
// OPAL's objects. Every MPI object of Open MPI starts with an opal_object_t, whose class names the object's type and
// size at run time: that is how a layout is checked against the process. Source: opal/class/opal_object.h, 4.1 to 6.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct ObjectLayout : StructLayout {
  ObjectLayout() : StructLayout("opal_object_t") {}
  Slot<Address> obj_class;
  Slot<std::int32_t> obj_reference_count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("obj_class", obj_class);
    field("obj_reference_count", obj_reference_count);
  }
};

struct ClassLayout : StructLayout {
  ClassLayout() : StructLayout("opal_class_t") {}
  Slot<Address> cls_name;
  Slot<Address> cls_parent;
  Slot<SizeT> cls_sizeof;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("cls_name", cls_name);
    field("cls_parent", cls_parent);
    field("cls_sizeof", cls_sizeof);
  }
};

}  // namespace mpidbg::layout::openmpi
