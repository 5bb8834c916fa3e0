#pragma once
// Files of ROMIO, which is part of MPICH and, as a component, of Open MPI. Source: adio.h of MPICH 4.0
// (src/mpi/romio/adio/include) and of Open MPI 4.1 (ompi/mca/io/romio321/romio/adio/include).

#include <cstdint>

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::romio {

// adio.h: ADIOI_FILE_COOKIE
inline constexpr std::int32_t file_cookie = 2487376;

// `HandleField`: what a handle of the MPI library around it is: Address, or std::uint32_t.
template <class HandleField>
struct FileLayout : StructLayout {
  FileLayout() : StructLayout("ADIOI_FileD") {}
  Slot<std::int32_t> cookie;  // file_cookie; MPI_File_close overwrites it
  Slot<std::int32_t> fd_sys;
  Slot<std::int64_t> fp_ind;   // individual file pointer: a byte of the file
  Slot<HandleField> comm;      // ROMIO's duplicate
  Slot<std::int32_t> is_open;  // fd_sys is open; a process that does no input and output itself may open it later
  Slot<Address> filename;
  Slot<std::int32_t> orig_access_mode;  // as the program gave it
  Slot<std::int64_t> disp;              // in bytes
  Slot<HandleField> etype;
  Slot<HandleField> filetype;
  Slot<PtrdiffT> etype_size;  // MPI_Count, which is a long in Open MPI 4.1
  Slot<HandleField> info;     // an info object of its own
  Slot<std::int32_t> split_coll_count;
  Slot<Address> shared_fp_fd;  // another ADIOI_FileD: of the file that holds the shared file pointer, once it was used
  Slot<std::int32_t> atomicity;
  Slot<std::int32_t> fortran_handle;  // -1: none
  Slot<HandleField> err_handler;
  Slot<std::int32_t> is_external32;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("cookie", cookie);
    field("fd_sys", fd_sys);
    field("fp_ind", fp_ind);
    field("comm", comm);
    field("is_open", is_open);
    field("filename", filename);
    field("orig_access_mode", orig_access_mode);
    field("disp", disp);
    field("etype", etype);
    field("filetype", filetype);
    field("etype_size", etype_size);
    field("info", info);
    field("split_coll_count", split_coll_count);
    field("shared_fp_fd", shared_fp_fd);
    field("atomicity", atomicity);
    field("fortran_handle", fortran_handle);
    field("err_handler", err_handler);
    field("is_external32", is_external32);
  }
};

}  // namespace mpidbg::layout::romio
