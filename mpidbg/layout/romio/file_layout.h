#pragma once
// Describes the files of ROMIO. ROMIO is part of MPICH, and a component of Open MPI. Sources: adio.h of MPICH 4.0
// (src/mpi/romio/adio/include) and of Open MPI 4.1 (ompi/mca/io/romio321/romio/adio/include).

#include <cstdint>

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::romio {

// The number at the start of an open file: ADIOI_FILE_COOKIE. Source: adio.h.
inline constexpr std::int32_t file_cookie = 2487376;

// Describes ADIOI_FileD, a file of ROMIO. `HandleField` is Address or std::uint32_t: the type of handles in the MPI
// library that contains ROMIO.
template <class HandleField>
struct FileLayout : StructLayout {
  FileLayout() : StructLayout("ADIOI_FileD") {}
  // Contains file_cookie until MPI_File_close overwrites it.
  Slot<std::int32_t> cookie;
  Slot<std::int32_t> fd_sys;
  // The position of the individual file pointer, in bytes from the start of the file.
  Slot<std::int64_t> fp_ind;
  // ROMIO's duplicate of the communicator.
  Slot<HandleField> comm;
  // Not 0 while fd_sys is open. A process that does no I/O itself may open it later.
  Slot<std::int32_t> is_open;
  Slot<Address> filename;
  // The access mode passed by the program.
  Slot<std::int32_t> orig_access_mode;
  // The displacement of the view in bytes.
  Slot<std::int64_t> disp;
  Slot<HandleField> etype;
  Slot<HandleField> filetype;
  // The size of the etype in bytes. Its type is MPI_Count, a long in Open MPI 4.1.
  Slot<PtrdiffT> etype_size;
  // ROMIO's own info object.
  Slot<HandleField> info;
  Slot<std::int32_t> split_coll_count;
  // Points to the second ADIOI_FileD with the shared file pointer; null until that is first used.
  Slot<Address> shared_fp_fd;
  Slot<std::int32_t> atomicity;
  // The index of the Fortran handle; -1 if the file has none.
  Slot<std::int32_t> fortran_handle;
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
