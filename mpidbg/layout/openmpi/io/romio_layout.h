#pragma once
// What the layer ROMIO keeps of a file beside ROMIO's own struct. Source: ompi/mca/io/romio321/src/io_romio321.h,
// ompi/mca/io/romio321/romio/adio/include/adioi.h of 4.1; romio341 in 5.0.

#include "mpidbg/layout/romio/file_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct RomioDataLayout : StructLayout {
  RomioDataLayout() : StructLayout("mca_io_romio321_data_t") {}
  Slot<Address> romio_fh;  // an ADIOI_FileD
  template <class Visitor>
  void describe(Visitor &&field) {
    field("romio_fh", romio_fh);
  }
};

// The same of 5.0.
struct Romio341DataLayout : StructLayout {
  Romio341DataLayout() : StructLayout("mca_io_romio341_data_t") {}
  Slot<Address> romio_fh;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("romio_fh", romio_fh);
  }
};

using AdioFileLayout = romio::FileLayout<Address>;

// A datatype as blocks of bytes: of 4.1 in a list that starts at ADIOI_Flatlist, of 5.0 an attribute of the type with
// the keyval ADIOI_Flattened_type_keyval. Contiguous types have none.
struct AdioFlatTypeLayout : StructLayout {
  AdioFlatTypeLayout() : StructLayout("ADIOI_Fl_node") {}
  Slot<Address> type;
  Slot<PtrdiffT> count;          // MPI_Count: a long
  Slot<Address> blocklens;       // count 64-bit integers
  Slot<Address> indices;         // likewise
  Slot<Optional<Address>> next;  // 5.0 has no list
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
    field("count", count);
    field("blocklens", blocklens);
    field("indices", indices);
    field("next", next);
  }
};

}  // namespace mpidbg::layout::openmpi
