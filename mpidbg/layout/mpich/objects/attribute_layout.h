#pragma once
// Attributes and their keys. Source: src/include/mpir_attr_generic.h and mpir_attr.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

struct AttributeLayout : StructLayout {
  AttributeLayout() : StructLayout("MPIR_Attribute") {}
  using Base = ObjectLayout;
  Slot<Address> keyval;          // KeyvalLayout
  Slot<Address> next;            // of the same object
  Slot<std::uint32_t> attrType;  // AttributeType
  Slot<Address> value;           // a pointer, or a number as wide as one
  template <class Visitor>
  void describe(Visitor &&field) {
    field("keyval", keyval);
    field("next", next);
    field("attrType", attrType);
    field("value", value);
  }
};

// A function of the program, and the library's that calls it as its language has it.
struct CopyFunctionLayout : StructLayout {
  CopyFunctionLayout() : StructLayout("copy_function") {}
  Slot<Address> user_function, proxy;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("user_function", user_function);
    field("proxy", proxy);
  }
};
struct DeleteFunctionLayout : StructLayout {
  DeleteFunctionLayout() : StructLayout("delete_function") {}
  Slot<Address> user_function, proxy;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("user_function", user_function);
    field("proxy", proxy);
  }
};

struct KeyvalLayout : StructLayout {
  KeyvalLayout() : StructLayout("MPII_Keyval") {}
  using Base = ObjectLayout;
  Slot<std::uint32_t> kind;      // of the objects whose attributes it is for, as in handles
  Slot<std::int32_t> was_freed;  // the program has, and attributes keep it
  Slot<Address> extra_state;
  Slot<Part<CopyFunctionLayout>> copyfn;
  Slot<Part<DeleteFunctionLayout>> delfn;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("kind", kind);
    field("was_freed", was_freed);
    field("extra_state", extra_state);
    field("copyfn", copyfn);
    field("delfn", delfn);
  }
};

}  // namespace mpidbg::layout::mpich
