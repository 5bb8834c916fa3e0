#pragma once
// Describes the structs of the MPI tool information interface: variables, categories and enumerators. Source:
// opal/mca/base of 4.1 to 6.0 (mca_base_var.h, _pvar.h, _var_group.h, _var_enum.h, _vari.h),
// opal/class/opal_value_array.h.

#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes opal_value_array_t, a growing array of values.
struct ValueArrayLayout : StructLayout {
  ValueArrayLayout() : StructLayout("opal_value_array_t") {}
  Slot<Address> array_items;
  Slot<SizeT> array_item_sizeof;
  Slot<SizeT> array_size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("array_items", array_items);
    field("array_item_sizeof", array_item_sizeof);
    field("array_size", array_size);
  }
};

// Describes mca_base_var_t, a control variable.
struct ControlVariableLayout : StructLayout {
  ControlVariableLayout() : StructLayout("mca_base_var_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> mbv_index;
  Slot<std::uint32_t> mbv_info_lvl, mbv_type;
  Slot<Address> mbv_full_name;
  Slot<std::uint32_t> mbv_flags, mbv_scope, mbv_source;
  // The index of the original variable, if this one is a synonym. Valid only if the flag variable_synonym is set.
  Slot<std::int32_t> mbv_synonym_for;
  Slot<Address> mbv_description, mbv_source_file, mbv_enumerator;
  Slot<std::int32_t> mbv_bind;
  // Points to the value; for a string, to a pointer to the string.
  Slot<Address> mbv_storage;
  // Points to a FileValueLayout, or null.
  Slot<Address> mbv_file_value;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mbv_index", mbv_index);
    field("mbv_info_lvl", mbv_info_lvl);
    field("mbv_type", mbv_type);
    field("mbv_full_name", mbv_full_name);
    field("mbv_flags", mbv_flags);
    field("mbv_scope", mbv_scope);
    field("mbv_source", mbv_source);
    field("mbv_synonym_for", mbv_synonym_for);
    field("mbv_description", mbv_description);
    field("mbv_source_file", mbv_source_file);
    field("mbv_enumerator", mbv_enumerator);
    field("mbv_bind", mbv_bind);
    field("mbv_storage", mbv_storage);
    field("mbv_file_value", mbv_file_value);
  }
};

// Describes mca_base_var_file_value_t, a value from a parameter file.
struct FileValueLayout : StructLayout {
  FileValueLayout() : StructLayout("mca_base_var_file_value_t") {}
  Slot<Address> mbvfv_file;
  Slot<std::int32_t> mbvfv_lineno;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mbvfv_file", mbvfv_file);
    field("mbvfv_lineno", mbvfv_lineno);
  }
};

// Describes mca_base_pvar_t, a performance variable.
struct PerformanceVariableLayout : StructLayout {
  PerformanceVariableLayout() : StructLayout("mca_base_pvar_t") {}
  using Base = ObjectLayout;
  Slot<Address> name, description;
  Slot<std::uint32_t> verbosity;
  Slot<std::int32_t> var_class;
  Slot<std::uint32_t> type;
  Slot<Address> enumerator;
  Slot<std::int32_t> bind;
  Slot<std::uint32_t> flags;
  // The function that reads the value, and the argument that is passed to it.
  Slot<Address> get_value;
  Slot<Address> ctx;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("name", name);
    field("description", description);
    field("verbosity", verbosity);
    field("var_class", var_class);
    field("type", type);
    field("enumerator", enumerator);
    field("bind", bind);
    field("flags", flags);
    field("get_value", get_value);
    field("ctx", ctx);
  }
};

// Describes mca_base_var_group_t, a category.
struct VariableGroupLayout : StructLayout {
  VariableGroupLayout() : StructLayout("mca_base_var_group_t") {}
  using Base = ObjectLayout;
  Slot<bool> group_isvalid;
  Slot<Address> group_full_name, group_description;
  // The members of the category: arrays of int with the indices of subcategories and variables.
  Slot<Part<ValueArrayLayout>> group_subgroups, group_vars, group_pvars;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("group_isvalid", group_isvalid);
    field("group_full_name", group_full_name);
    field("group_description", group_description);
    field("group_subgroups", group_subgroups);
    field("group_vars", group_vars);
    field("group_pvars", group_pvars);
  }
};

// Describes mca_base_var_enum_t, an enumerator.
struct EnumeratorLayout : StructLayout {
  EnumeratorLayout() : StructLayout("mca_base_var_enum_t") {}
  using Base = ObjectLayout;
  Slot<Address> enum_name;
  Slot<std::int32_t> enum_value_count;
  // Points to an array of EnumeratorValueLayout; null for an enumerator of flags.
  Slot<Address> enum_values;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("enum_name", enum_name);
    field("enum_value_count", enum_value_count);
    field("enum_values", enum_values);
  }
};

// Describes mca_base_var_enum_value_t, a value of an enumerator.
struct EnumeratorValueLayout : StructLayout {
  EnumeratorValueLayout() : StructLayout("mca_base_var_enum_value_t") {}
  Slot<std::int32_t> value;
  Slot<Address> string;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("value", value);
    field("string", string);
  }
};

// Describes mca_base_var_enum_flag_t, an enumerator of flags. It starts with an EnumeratorLayout, although OPAL does
// not derive its class from mca_base_var_enum_t.
struct FlagEnumeratorLayout : StructLayout {
  FlagEnumeratorLayout() : StructLayout("mca_base_var_enum_flag_t") {}
  using Base = EnumeratorLayout;
  // Points to an array of EnumeratorFlagLayout.
  Slot<Address> enum_flags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("enum_flags", enum_flags);
  }
};

// Describes mca_base_var_enum_value_flag_t, a flag of an enumerator.
struct EnumeratorFlagLayout : StructLayout {
  EnumeratorFlagLayout() : StructLayout("mca_base_var_enum_value_flag_t") {}
  Slot<std::int32_t> flag;
  Slot<Address> string;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("flag", flag);
    field("string", string);
  }
};

}  // namespace mpidbg::layout::openmpi
