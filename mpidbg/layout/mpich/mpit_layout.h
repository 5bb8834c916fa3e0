#pragma once
// What the MPI tool information interface shows: variables and categories. Source: src/include/mpitimpl.h and utarray.h
// of MPICH 4.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// A growing array of values.
struct ArrayLayout : StructLayout {
  ArrayLayout() : StructLayout("UT_array") {}
  Slot<std::uint32_t> i, n;  // elements, and how many there is room for
  Slot<Address> icd;         // ElementKindLayout
  Slot<Address> d;           // the elements; null while there is room for none
  template <class Visitor>
  void describe(Visitor &&field) {
    field("i", i);
    field("n", n);
    field("icd", icd);
    field("d", d);
  }
};

// Of what an array has elements.
struct ElementKindLayout : StructLayout {
  ElementKindLayout() : StructLayout("UT_icd") {}
  Slot<SizeT> sz;  // bytes of one
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sz", sz);
  }
};

struct ControlVariableLayout : StructLayout {
  ControlVariableLayout() : StructLayout("cvar_table_entry_t") {}
  Slot<std::int32_t> active;
  Slot<Address> name;
  Slot<Address> addr;  // of the first element; of a text its characters
  Slot<std::uint32_t> datatype;
  Slot<std::int32_t> count;  // elements; of a text how many characters there is room for
  Slot<Address> enumtype;
  Slot<std::uint32_t> verbosity, bind, scope;
  Slot<Address> get_addr, get_count;  // functions that say instead; null where the above hold
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

struct CategoryLayout : StructLayout {
  CategoryLayout() : StructLayout("cat_table_entry_t") {}
  Slot<Address> name;
  Slot<Address> cvar_indices, pvar_indices, subcat_indices, event_indices;  // ArrayLayout of int
  Slot<Address> desc;                                                       // null if there is none
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

}  // namespace mpidbg::layout::mpich
