#pragma once
// What the layer ROMIO keeps of a file beside ROMIO's own struct. Source: ompi/mca/io/romio321/src/io_romio321.h,
// ompi/mca/io/romio321/romio/adio/include/adioi.h of 4.1.

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

using AdioFileLayout = romio::FileLayout<Address>;

// A datatype as blocks of bytes, in a list that starts at ADIOI_Flatlist. Contiguous types are not in it.
struct AdioFlatTypeLayout : StructLayout {
  AdioFlatTypeLayout() : StructLayout("ADIOI_Fl_node") {}
  Slot<Address> type;
  Slot<std::int64_t> count;
  Slot<Address> blocklens;       // count 64-bit integers
  Slot<Address> indices;         // likewise
  Slot<Optional<Address>> next;  // 5.0 has no list: the node is an attribute of its type
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
