#pragma once
// The data that the I/O layer ROMIO keeps in addition to ROMIO's own struct. Source:
// ompi/mca/io/romio321/src/io_romio321.h, ompi/mca/io/romio321/romio/adio/include/adioi.h of 4.1; romio341 in 5.0.

#include "mpidbg/layout/romio/file_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// The layer's data in 4.1.
struct RomioDataLayout : StructLayout {
  RomioDataLayout() : StructLayout("mca_io_romio321_data_t") {}
  // Points to an ADIOI_FileD.
  Slot<Address> romio_fh;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("romio_fh", romio_fh);
  }
};

// The layer's data in 5.0.
struct Romio341DataLayout : StructLayout {
  Romio341DataLayout() : StructLayout("mca_io_romio341_data_t") {}
  Slot<Address> romio_fh;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("romio_fh", romio_fh);
  }
};

using AdioFileLayout = romio::FileLayout<Address>;

// A datatype as blocks of bytes. In 4.1 it is in a list that starts at ADIOI_Flatlist; in 5.0 it is an attribute of the
// datatype with the keyval ADIOI_Flattened_type_keyval. Contiguous types have none.
struct AdioFlatTypeLayout : StructLayout {
  AdioFlatTypeLayout() : StructLayout("ADIOI_Fl_node") {}
  Slot<Address> type;
  // An MPI_Count, which is a long.
  Slot<PtrdiffT> count;
  // An array of `count` 64-bit integers.
  Slot<Address> blocklens;
  // An array of `count` 64-bit integers.
  Slot<Address> indices;
  // Missing in 5.0, which has no list.
  Slot<Optional<Address>> next;
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
