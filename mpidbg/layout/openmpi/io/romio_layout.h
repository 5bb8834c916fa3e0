#pragma once
// Describes the data that Open MPI's I/O layer for ROMIO keeps in addition to ROMIO's own struct. Source:
// ompi/mca/io/romio321/src/io_romio321.h, ompi/mca/io/romio321/romio/adio/include/adioi.h of 4.1; romio341 in 5.0.

#include "mpidbg/layout/romio/file_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes mca_io_romio321_data_t, the data of the I/O layer about a file in 4.1.
struct RomioDataLayout : StructLayout {
  RomioDataLayout() : StructLayout("mca_io_romio321_data_t") {}
  // Points to an ADIOI_FileD.
  Slot<Address> romio_fh;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("romio_fh", romio_fh);
  }
};

// Describes mca_io_romio341_data_t, the data of the I/O layer about a file in 5.0.
struct Romio341DataLayout : StructLayout {
  Romio341DataLayout() : StructLayout("mca_io_romio341_data_t") {}
  Slot<Address> romio_fh;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("romio_fh", romio_fh);
  }
};

using AdioFileLayout = romio::FileLayout<Address>;

// Describes ADIOI_Fl_node, a datatype as blocks of bytes. In 4.1 this struct is in a list that starts at
// ADIOI_Flatlist; in 5.0 it is the value of an attribute of the datatype, with the key ADIOI_Flattened_type_keyval.
// Contiguous types do not have this struct.
struct AdioFlatTypeLayout : StructLayout {
  AdioFlatTypeLayout() : StructLayout("ADIOI_Fl_node") {}
  Slot<Address> type;
  // The number of blocks, as an MPI_Count, which is a long.
  Slot<PtrdiffT> count;
  // Points to an array of `count` 64-bit integers: the lengths of the blocks.
  Slot<Address> blocklens;
  // Points to an array of `count` 64-bit integers: the offsets of the blocks.
  Slot<Address> indices;
  // Points to the next element of the list; missing in 5.0, which has no list.
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
