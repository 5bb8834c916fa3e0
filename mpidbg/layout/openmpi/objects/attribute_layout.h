#pragma once
// Describes hash tables and the attributes in them. Source: opal/class/opal_hash_table.{h,c},
// ompi/attribute/attribute.c, 4.1 to 6.0. The structs of elements and attributes are defined in these .c files only.

#include <type_traits>

#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes opal_hash_table_t, a hash table. Each object has one for its attributes.
struct HashTableLayout : StructLayout {
  HashTableLayout() : StructLayout("opal_hash_table_t") {}
  using Base = ObjectLayout;
  // Points to an array of ht_capacity elements, whether in use or not; null before the first use.
  Slot<Address> ht_table;
  Slot<SizeT> ht_capacity;
  // The number of elements in use.
  Slot<SizeT> ht_size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ht_table", ht_table);
    field("ht_capacity", ht_capacity);
    field("ht_size", ht_size);
  }
};

// Describes opal_hash_element_t, an element of a hash table.
struct HashElementLayout : StructLayout {
  HashElementLayout() : StructLayout("opal_hash_element_t") {}
  Slot<std::int32_t> valid;
  // The key: a union of uint32_t, uint64_t, and a struct of pointer and length.
  Slot<Embedded> key;
  Slot<Address> value;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("valid", valid);
    field("key", key);
    field("value", value);
  }
};

// Describes an attribute. `former` selects the struct of 4.1.0 to 4.1.3. In later versions, a union has the name of
// that struct.
template <bool former>
struct AttributeLayoutOf : StructLayout {
  AttributeLayoutOf() : StructLayout(former ? "attribute_value_t" : "attribute_key_value_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> av_key;
  // The value: a union of int, MPI_Fint, MPI_Aint and void *. In 4.1.0 to 4.1.3 it is a pointer, regardless of how the
  // value was set.
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

// Describes ompi_attribute_keyval_t, an attribute key.
struct KeyvalLayout : StructLayout {
  KeyvalLayout() : StructLayout("ompi_attribute_keyval_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> attr_type, attr_flag;
  // The program's functions to copy and to delete attributes, each as a union of function pointers.
  Slot<Address> copy_attr_fn, delete_attr_fn;
  // The program's argument for these functions: a union of void *, MPI_Fint and MPI_Aint.
  Slot<Embedded> extra_state;
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
