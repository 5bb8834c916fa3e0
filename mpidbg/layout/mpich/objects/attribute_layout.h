#pragma once
// Describes attributes and their keys. Source: src/include/mpir_attr_generic.h and mpir_attr.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_Attribute, an attribute of an object.
struct AttributeLayout : StructLayout {
  AttributeLayout() : StructLayout("MPIR_Attribute") {}
  using Base = ObjectLayout;
  // Points to a KeyvalLayout.
  Slot<Address> keyval;
  // Points to the next attribute of the same object.
  Slot<Address> next;
  // The kind of value, one of AttributeType.
  Slot<std::uint32_t> attrType;
  // The value: a pointer, or a number of the same width.
  Slot<Address> value;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("keyval", keyval);
    field("next", next);
    field("attrType", attrType);
    field("value", value);
  }
};

// Describes copy_function, a callback function of the program, and the library's function that calls it according to
// its language.
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

// Describes MPII_Keyval, an attribute key.
struct KeyvalLayout : StructLayout {
  KeyvalLayout() : StructLayout("MPII_Keyval") {}
  using Base = ObjectLayout;
  // The kind of objects that can have the attribute, with the number that this kind has in handles.
  Slot<std::uint32_t> kind;
  // Not 0 if the program has freed the key but attributes still refer to it.
  Slot<std::int32_t> was_freed;
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
