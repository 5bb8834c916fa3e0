#pragma once
// Reads the struct that ROMIO keeps for an open file (ADIOI_FileD). ROMIO is part of both Open MPI and MPICH; only the
// type of the fields that contain handles differs.

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/romio/file_layout.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/objects/file.h"

namespace mpidbg::model {

// Holds the facts about a file that are needed for both Open MPI and MPICH.
struct AdioFile {
  // Holds the facts for the user, without the positions of file pointers and without the names of datatypes.
  FileAccess access;
  // The position of the individual file pointer, in bytes from the start of the file.
  std::int64_t byte = 0;
  // The access mode as the program passed it to MPI_File_open.
  int access_mode = 0;
  int fortran_index = -1;
  Handle errhandler{};
  // The address of the second ADIOI_FileD that ROMIO opens for the shared file pointer; null before its first use.
  Address shared_pointer_file{};
  // The communicators and infos that ROMIO made for this file. No handle of the program refers to them.
  std::vector<HandleReference> own_objects;
};

// Reads the ADIOI_FileD at `address`. Errors: corrupt if the struct does not start with the number by which ROMIO marks
// open files (its `cookie`); those of reading.
template <class HandleField>
Result<layout::View<layout::romio::FileLayout<HandleField>>> read_adio_struct(
    const debugger::Memory &memory, const layout::romio::FileLayout<HandleField> &layout, Address address) {
  using Layout = layout::romio::FileLayout<HandleField>;
  MPIDBG_ASSIGN(view, layout::View<Layout>::read(memory, layout, address));
  if (view.get(&Layout::cookie) != layout::romio::file_cookie) {
    return Error{ErrorCode::corrupt, "there is no ADIOI_FileD at " + hex(address), address};
  }
  return std::move(view);
}

// Returns the handle in a field of the file, with the width of the library's handles.
template <class HandleField>
Handle adio_handle(const layout::View<layout::romio::FileLayout<HandleField>> &file,
                   layout::Slot<HandleField> layout::romio::FileLayout<HandleField>::*slot) {
  if constexpr (std::is_same_v<HandleField, Address>) {
    return Handle(file.get(slot));
  } else {
    return Handle(file.get(slot), sizeof(HandleField));
  }
}

// Returns the objects for AdioFile::own_objects: those of the file itself, and those of the second file that holds its
// shared file pointer.
template <class HandleField>
std::vector<HandleReference> adio_own_objects(const debugger::Memory &memory,
                                              const layout::romio::FileLayout<HandleField> &layout,
                                              const layout::View<layout::romio::FileLayout<HandleField>> &file) {
  using Layout = layout::romio::FileLayout<HandleField>;
  std::vector<HandleReference> own;
  const auto add = [&](const layout::View<Layout> &of) {
    own.push_back({HandleKind::communicator, adio_handle(of, &Layout::comm)});
    own.push_back({HandleKind::info, adio_handle(of, &Layout::info)});
  };
  add(file);
  if (const auto shared = read_adio_struct(memory, layout, file.get(&Layout::shared_fp_fd))) add(*shared);
  return own;
}

// Reads all facts about the file at `address`. Errors: corrupt if the number by which ROMIO marks open files (the
// `cookie`) is missing or the name of the file cannot be read.
template <class HandleField>
Result<AdioFile> read_adio_file(const debugger::Memory &memory, const layout::romio::FileLayout<HandleField> &layout,
                                Address address) {
  using Layout = layout::romio::FileLayout<HandleField>;
  MPIDBG_ASSIGN(view, read_adio_struct(memory, layout, address));
  MPIDBG_ASSIGN(path, memory.read_text(view.get(&Layout::filename), limits::string_length, "ADIOI_FileD.filename"));
  AdioFile file;
  FileAccess &access = file.access;
  access.path = std::move(path);
  if (view.get(&Layout::is_open) != 0 && view.get(&Layout::fd_sys) >= 0) access.descriptor = view.get(&Layout::fd_sys);
  access.communicator = adio_handle(view, &Layout::comm);
  access.displacement = view.get(&Layout::disp);
  access.etype = adio_handle(view, &Layout::etype);
  access.filetype = adio_handle(view, &Layout::filetype);
  access.etype_size = static_cast<std::uint64_t>(std::max<std::int64_t>(view.get(&Layout::etype_size), 0));
  access.data_representation = view.get(&Layout::is_external32) != 0 ? "external32" : "native";
  access.atomic = view.get(&Layout::atomicity) != 0;
  access.split_collective = view.get(&Layout::split_coll_count) != 0;
  access.info = adio_handle(view, &Layout::info);
  file.own_objects = adio_own_objects(memory, layout, view);
  if (const auto shared = read_adio_struct(memory, layout, view.get(&Layout::shared_fp_fd))) {
    file.shared_pointer_file = shared->address();
  }
  file.byte = view.get(&Layout::fp_ind);
  file.access_mode = view.get(&Layout::orig_access_mode);
  file.fortran_index = view.get(&Layout::fortran_handle);
  file.errhandler = adio_handle(view, &Layout::err_handler);
  return file;
}

}  // namespace mpidbg::model
