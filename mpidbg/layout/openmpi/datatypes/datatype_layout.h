#pragma once
// Describes datatypes: their properties as returned by MPI calls, the arguments of their constructors, and the data
// description for Open MPI's datatype engine. Source: ompi/datatype/ompi_datatype.h, ompi_datatype_args.c,
// opal/datatype/opal_datatype.h, opal_datatype_internal.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct OpalDatatypeLayout;

// Describes ompi_datatype_t, the object behind an MPI_Datatype.
struct DatatypeLayout : StructLayout {
  DatatypeLayout() : StructLayout("ompi_datatype_t") {}
  using Base = OpalDatatypeLayout;
  Slot<std::int32_t> d_f_to_c_index;
  // Points to a hash table (opal_hash_table_t) of attributes; null until one is set.
  Slot<Address> d_keyhash;
  // Points to an ompi_datatype_args_t; null for predefined types and for the library's own.
  Slot<Address> args;
  // The name, which has been outside of the struct since 6.0.
  Slot<TextOrPointer<object_name_length>> name;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("d_f_to_c_index", d_f_to_c_index);
    field("d_keyhash", d_keyhash);
    field("args", args);
    field("name", name);
  }
};

// Describes opal_datatype_t, the part of a datatype that does not depend on MPI. Sizes and bounds are in bytes.
struct OpalDatatypeLayout : StructLayout {
  OpalDatatypeLayout() : StructLayout("opal_datatype_t") {}
  using Base = ObjectLayout;
  // The flags, which have 32 bits since 6.0.
  Slot<Unsigned16Or32> flags;
  Slot<std::uint16_t> id;
  Slot<SizeT> size;
  Slot<PtrdiffT> true_lb;
  Slot<PtrdiffT> true_ub;
  Slot<PtrdiffT> lb;
  Slot<PtrdiffT> ub;
  Slot<SizeT> nbElems;
  // The data description, a dt_type_desc_t.
  Slot<Embedded> desc;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("flags", flags);
    field("id", id);
    field("size", size);
    field("true_lb", true_lb);
    field("true_ub", true_ub);
    field("lb", lb);
    field("ub", ub);
    field("nbElems", nbElems);
    field("desc", desc);
  }
};

// Describes ompi_datatype_args_t, the arguments of the function that made the type, as MPI_Type_get_contents returns
// them: the arrays `i` (integers), `a` (addresses) and `d` (datatypes), and their lengths ci, ca and cd.
struct DatatypeArgumentsLayout : StructLayout {
  DatatypeArgumentsLayout() : StructLayout("ompi_datatype_args_t") {}
  Slot<std::int32_t> ref_count;
  // The combiner: one of MPI_COMBINER_*.
  Slot<std::int32_t> create_type;
  Slot<std::int32_t> ci;
  Slot<std::int32_t> ca;
  Slot<std::int32_t> cd;
  Slot<Address> i;
  Slot<Address> a;
  Slot<Address> d;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ref_count", ref_count);
    field("create_type", create_type);
    field("ci", ci);
    field("ca", ca);
    field("cd", cd);
    field("i", i);
    field("a", a);
    field("d", d);
  }
};

// Describes ompi_datatype_args_t since 6.0, when counts may be large.
struct LargeDatatypeArgumentsLayout : StructLayout {
  LargeDatatypeArgumentsLayout() : StructLayout("ompi_datatype_args_t") {}
  Slot<std::int32_t> ref_count;
  Slot<std::int32_t> create_type;
  Slot<SizeT> ci;
  Slot<SizeT> ca;
  Slot<SizeT> cd;
  // The number of arguments of type MPI_Count.
  Slot<Optional<SizeT>> cl;
  Slot<Address> i;
  Slot<Address> a;
  Slot<Address> d;
  Slot<Optional<Address>> l;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ref_count", ref_count);
    field("create_type", create_type);
    field("ci", ci);
    field("ca", ca);
    field("cd", cd);
    field("cl", cl);
    field("l", l);
    field("i", i);
    field("a", a);
    field("d", d);
  }
};

// Describes dt_type_desc_t, a data description: an array of records. Each record is a union of ddt_elem_desc_t and
// ddt_loop_desc_t.
struct DataDescriptionLayout : StructLayout {
  DataDescriptionLayout() : StructLayout("dt_type_desc_t") {}
  // The number of allocated records, and the number of records in use.
  Slot<SizeT> length;
  Slot<SizeT> used;
  Slot<Address> desc;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("length", length);
    field("used", used);
    field("desc", desc);
  }
};

// Describes ddt_elem_id_description, the common start of all records.
struct DataRecordLayout : StructLayout {
  DataRecordLayout() : StructLayout("ddt_elem_id_description") {}
  Slot<std::uint16_t> type;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
  }
};

// Describes ddt_elem_desc_t, a record that stands for blocks of elements of a basic type.
struct DataElementLayout : StructLayout {
  DataElementLayout() : StructLayout("ddt_elem_desc_t") {}
  // The number of blocks.
  Slot<std::uint32_t> count;
  // The number of elements in each block.
  Slot<SizeT> blocklen;
  // The distance between blocks in bytes.
  Slot<PtrdiffT> extent;
  Slot<PtrdiffT> disp;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("count", count);
    field("blocklen", blocklen);
    field("extent", extent);
    field("disp", disp);
  }
};

// Describes ddt_loop_desc_t, a record that starts a loop over the records after it.
struct DataLoopLayout : StructLayout {
  DataLoopLayout() : StructLayout("ddt_loop_desc_t") {}
  Slot<std::uint32_t> loops;
  Slot<PtrdiffT> extent;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("loops", loops);
    field("extent", extent);
  }
};

}  // namespace mpidbg::layout::openmpi
