#pragma once
// Describes the structs of the MPI tool information interface: variables, categories and events. Source:
// src/include/mpitimpl.h, and utarray.h and uthash.h, of MPICH 4.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes UT_array, a growing array of values.
struct ArrayLayout : StructLayout {
  ArrayLayout() : StructLayout("UT_array") {}
  // The number of elements, and the number of elements for which memory is allocated.
  Slot<std::uint32_t> i, n;
  // Points to an ElementKindLayout that describes the elements.
  Slot<Address> icd;
  // Points to the elements; null until memory is allocated for them.
  Slot<Address> d;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("i", i);
    field("n", n);
    field("icd", icd);
    field("d", d);
  }
};

// Describes UT_icd, the common properties of an array's elements.
struct ElementKindLayout : StructLayout {
  ElementKindLayout() : StructLayout("UT_icd") {}
  // The size of an element in bytes.
  Slot<SizeT> sz;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sz", sz);
  }
};

// Describes UT_hash_handle, the member that links an element into a hash table of the library uthash.
struct HashLinkLayout : StructLayout {
  HashLinkLayout() : StructLayout("UT_hash_handle") {}
  // Points to the next element in the order of insertion.
  Slot<Address> next;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
  }
};

// Describes cvar_table_entry_t, a control variable.
struct ControlVariableLayout : StructLayout {
  ControlVariableLayout() : StructLayout("cvar_table_entry_t") {}
  Slot<std::int32_t> active;
  Slot<Address> name;
  // The address of the first element; for a string, of its characters.
  Slot<Address> addr;
  Slot<std::uint32_t> datatype;
  // The number of elements; for a string, the number of characters for which memory is allocated.
  Slot<std::int32_t> count;
  Slot<Address> enumtype;
  Slot<std::uint32_t> verbosity, bind, scope;
  // Functions that return address and count; null if `addr` and `count` contain them.
  Slot<Address> get_addr, get_count;
  Slot<Address> desc;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("active", active);
    field("name", name);
    field("addr", addr);
    field("datatype", datatype);
    field("count", count);
    field("enumtype", enumtype);
    field("verbosity", verbosity);
    field("bind", bind);
    field("scope", scope);
    field("get_addr", get_addr);
    field("get_count", get_count);
    field("desc", desc);
  }
};

// Describes pvar_table_entry_t, a performance variable.
struct PerformanceVariableLayout : StructLayout {
  PerformanceVariableLayout() : StructLayout("pvar_table_entry_t") {}
  Slot<std::int32_t> active;
  Slot<Address> name;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("active", active);
    field("name", name);
  }
};

// Describes cat_table_entry_t, a category.
struct CategoryLayout : StructLayout {
  CategoryLayout() : StructLayout("cat_table_entry_t") {}
  Slot<Address> name;
  // Point to the members of the category: arrays (ArrayLayout) of int that contain indices.
  Slot<Address> cvar_indices, pvar_indices, subcat_indices, event_indices;
  // The text that describes the category; null if it has none.
  Slot<Address> desc;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("name", name);
    field("cvar_indices", cvar_indices);
    field("pvar_indices", pvar_indices);
    field("subcat_indices", subcat_indices);
    field("event_indices", event_indices);
    field("desc", desc);
  }
};

// Describes MPIR_T_source_t, a source of events.
struct EventSourceLayout : StructLayout {
  EventSourceLayout() : StructLayout("MPIR_T_source_t") {}
  Slot<std::int32_t> index;
  Slot<Address> name, desc;
  Slot<std::uint32_t> ordering;
  Slot<std::int64_t> ticks_per_second, max_ticks;
  Slot<Part<HashLinkLayout>> hash_link;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("index", index);
    field("name", name);
    field("desc", desc);
    field("ordering", ordering);
    field("ticks_per_second", ticks_per_second);
    field("max_ticks", max_ticks);
    field("hh", hash_link);
  }
};

// Describes MPIR_T_event_t, a type of events. Its field `enumtype` is omitted, because the library never sets it.
struct EventTypeLayout : StructLayout {
  EventTypeLayout() : StructLayout("MPIR_T_event_t") {}
  Slot<std::int32_t> index;
  Slot<Address> name;
  Slot<std::uint32_t> verbosity;
  // Point to arrays with an entry for each element of an event's data: handles (uint32), and offsets in bytes
  // (MPI_Aint).
  Slot<Address> array_of_datatypes, array_of_displacements;
  Slot<std::int32_t> num_elements;
  Slot<Address> desc;
  Slot<std::uint32_t> bind;
  Slot<Part<HashLinkLayout>> hash_link;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("index", index);
    field("name", name);
    field("verbosity", verbosity);
    field("array_of_datatypes", array_of_datatypes);
    field("array_of_displacements", array_of_displacements);
    field("num_elements", num_elements);
    field("desc", desc);
    field("bind", bind);
    field("hh", hash_link);
  }
};

}  // namespace mpidbg::layout::mpich
