#pragma once
// Hash tables, and the attributes that hang in them. Source: opal/class/opal_hash_table.{h,c},
// ompi/attribute/attribute.c, 4.1 to 6.0. The element and the attribute are private to those .c files.

#include <type_traits>

#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct HashTableLayout : StructLayout {
  HashTableLayout() : StructLayout("opal_hash_table_t") {}
  using Base = ObjectLayout;
  Slot<Address> ht_table;  // ht_capacity elements, in use or not; null before the first use
  Slot<SizeT> ht_capacity;
  Slot<SizeT> ht_size;  // how many of them are in use
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ht_table", ht_table);
    field("ht_capacity", ht_capacity);
    field("ht_size", ht_size);
  }
};

struct HashElementLayout : StructLayout {
  HashElementLayout() : StructLayout("opal_hash_element_t") {}
  Slot<std::int32_t> valid;
  Slot<Embedded> key;  // a union: uint32_t, uint64_t, or pointer and length
  Slot<Address> value;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("valid", valid);
    field("key", key);
    field("value", value);
  }
};

// `former`: what it was from 4.1.0 to 4.1.3, by a name that a union has later.
template <bool former>
struct AttributeLayoutOf : StructLayout {
  AttributeLayoutOf() : StructLayout(former ? "attribute_value_t" : "attribute_key_value_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> av_key;
  // A union: int, MPI_Fint, MPI_Aint, void *. Formerly a pointer, whatever the value was set from.
  Slot<std::conditional_t<former, Address, Embedded>> av_value;
  Slot<std::int32_t> av_set_from;
  Slot<std::int32_t> av_sequence;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("av_key", av_key);
    field("av_value", av_value);
    field("av_set_from", av_set_from);
    field("av_sequence", av_sequence);
  }
};
using AttributeLayout = AttributeLayoutOf<false>;
using FormerAttributeLayout = AttributeLayoutOf<true>;

struct KeyvalLayout : StructLayout {
  KeyvalLayout() : StructLayout("ompi_attribute_keyval_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> attr_type, attr_flag;
  Slot<Address> copy_attr_fn, delete_attr_fn;  // unions of function pointers
  Slot<Embedded> extra_state;                  // a union: void *, MPI_Fint, MPI_Aint
  Slot<std::int32_t> key;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("attr_type", attr_type);
    field("attr_flag", attr_flag);
    field("copy_attr_fn", copy_attr_fn);
    field("delete_attr_fn", delete_attr_fn);
    field("extra_state", extra_state);
    field("key", key);
  }
};

}  // namespace mpidbg::layout::openmpi
