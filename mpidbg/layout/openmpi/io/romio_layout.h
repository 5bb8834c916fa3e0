#pragma once
// What the layer ROMIO keeps of a file. Source: ompi/mca/io/romio321/src/io_romio321.h,
// ompi/mca/io/romio321/romio/adio/include/adio.h and adioi.h of 4.1.

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

struct AdioFileLayout : StructLayout {
  AdioFileLayout() : StructLayout("ADIOI_FileD") {}
  Slot<std::int32_t> cookie;  // adio_file_cookie
  Slot<std::int32_t> fd_sys;
  Slot<std::int64_t> fp_ind;   // individual file pointer: a byte of the file
  Slot<Address> comm;          // ROMIO's duplicate
  Slot<std::int32_t> is_open;  // fd_sys is open; a process that does no input and output itself may open it later
  Slot<Address> filename;
  Slot<std::int64_t> disp;  // in bytes
  Slot<Address> etype;
  Slot<Address> filetype;
  Slot<std::int64_t> etype_size;
  Slot<Address> info;  // an ompi_info_t of its own
  Slot<std::int32_t> split_coll_count;
  Slot<Address> shared_fp_fd;  // another ADIOI_FileD: of the file that holds the shared file pointer, once it was used
  Slot<std::int32_t> atomicity;
  Slot<std::int32_t> is_external32;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("cookie", cookie);
    field("fd_sys", fd_sys);
    field("fp_ind", fp_ind);
    field("comm", comm);
    field("is_open", is_open);
    field("filename", filename);
    field("disp", disp);
    field("etype", etype);
    field("filetype", filetype);
    field("etype_size", etype_size);
    field("info", info);
    field("split_coll_count", split_coll_count);
    field("shared_fp_fd", shared_fp_fd);
    field("atomicity", atomicity);
    field("is_external32", is_external32);
  }
};

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
