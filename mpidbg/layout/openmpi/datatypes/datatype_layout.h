#pragma once
// Datatypes: what MPI asks of them, the arguments they were made with, and the data description that Open MPI's engine
// works with. Source: ompi/datatype/ompi_datatype.h, ompi_datatype_args.c, opal/datatype/opal_datatype.h,
// opal_datatype_internal.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct OpalDatatypeLayout;

struct DatatypeLayout : StructLayout {
  DatatypeLayout() : StructLayout("ompi_datatype_t") {}
  using Base = OpalDatatypeLayout;
  Slot<std::int32_t> d_f_to_c_index;
  Slot<Address> d_keyhash;                       // opal_hash_table_t of attributes; null while there never was one
  Slot<Address> args;                            // ompi_datatype_args_t; null: predefined, or of the library's own
  Slot<TextOrPointer<object_name_length>> name;  // a pointer from 6.0 on
  template <class Visitor>
  void describe(Visitor &&field) {
    field("d_f_to_c_index", d_f_to_c_index);
    field("d_keyhash", d_keyhash);
    field("args", args);
    field("name", name);
  }
};

struct OpalDatatypeLayout : StructLayout {
  OpalDatatypeLayout() : StructLayout("opal_datatype_t") {}
  using Base = ObjectLayout;
  Slot<Unsigned16Or32> flags;  // 32 bits from 6.0 on
  Slot<std::uint16_t> id;
  Slot<SizeT> size;
  Slot<PtrdiffT> true_lb;
  Slot<PtrdiffT> true_ub;
  Slot<PtrdiffT> lb;
  Slot<PtrdiffT> ub;
  Slot<SizeT> nbElems;
  Slot<Embedded> desc;  // dt_type_desc_t
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

// The arguments of the function that made the type, as MPI_Type_get_contents gives them.
struct DatatypeArgumentsLayout : StructLayout {
  DatatypeArgumentsLayout() : StructLayout("ompi_datatype_args_t") {}
  Slot<std::int32_t> ref_count;
  Slot<std::int32_t> create_type;  // MPI_COMBINER_*
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

// The same from 6.0 on, where counts may be large.
struct LargeDatatypeArgumentsLayout : StructLayout {
  LargeDatatypeArgumentsLayout() : StructLayout("ompi_datatype_args_t") {}
  Slot<std::int32_t> ref_count;
  Slot<std::int32_t> create_type;
  Slot<SizeT> ci;
  Slot<SizeT> ca;
  Slot<SizeT> cd;
  Slot<Optional<SizeT>> cl;  // arguments that were given as MPI_Count
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

// An array of records, each a ddt_elem_desc_t or a ddt_loop_desc_t: a union.
struct DataDescriptionLayout : StructLayout {
  DataDescriptionLayout() : StructLayout("dt_type_desc_t") {}
  Slot<SizeT> length;  // room
  Slot<SizeT> used;
  Slot<Address> desc;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("length", length);
    field("used", used);
    field("desc", desc);
  }
};

// What every record starts with.
struct DataRecordLayout : StructLayout {
  DataRecordLayout() : StructLayout("ddt_elem_id_description") {}
  Slot<std::uint16_t> type;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
  }
};

struct DataElementLayout : StructLayout {
  DataElementLayout() : StructLayout("ddt_elem_desc_t") {}
  Slot<std::uint32_t> count;  // of blocks
  Slot<SizeT> blocklen;       // elements in each
  Slot<PtrdiffT> extent;      // from block to block
  Slot<PtrdiffT> disp;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("count", count);
    field("blocklen", blocklen);
    field("extent", extent);
    field("disp", disp);
  }
};

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
