#pragma once
// Describes the objects of OPAL, a library inside Open MPI. Each MPI object starts with an opal_object_t, whose class
// contains the type and size of the object. Layouts are checked against that size. Source: opal/class/opal_object.h,
// 4.1 to 6.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes opal_object_t, the common start of all objects.
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

// Describes opal_class_t, the class of an object. cls_sizeof is in bytes.
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
