#pragma once
// Describes an open file in the terms of the MPI standard. Plain data.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model {

// The constants MPI_MODE_* with their values in the mpi.h of Open MPI and MPICH.
inline constexpr struct {
  int bit;
  const char *name;
} access_modes[] = {{1, "MPI_MODE_CREATE"}, {2, "MPI_MODE_RDONLY"},           {4, "MPI_MODE_WRONLY"},
                    {8, "MPI_MODE_RDWR"},   {16, "MPI_MODE_DELETE_ON_CLOSE"}, {32, "MPI_MODE_UNIQUE_OPEN"},
                    {64, "MPI_MODE_EXCL"},  {128, "MPI_MODE_APPEND"},         {256, "MPI_MODE_SEQUENTIAL"}};

// Holds the facts that the library's I/O layer keeps about a file. Offsets and counts are those that MPI_File_get_view,
// MPI_File_get_position, MPI_File_get_byte_offset and MPI_File_get_position_shared return.
struct FileAccess {
  // The path that was opened.
  std::string path;
  // The file descriptor of the operating system; empty while this process does not have the file open.
  std::optional<int> descriptor;
  // The I/O layer's own duplicate of the communicator with which the file was opened.
  Handle communicator{};
  // The displacement of the view in bytes.
  std::int64_t displacement = 0;
  // The library's copies of the program's datatypes, or the datatypes themselves if they are predefined.
  Handle etype{}, filetype{};
  // The names of the two datatypes; empty for those without a name.
  std::string etype_name, filetype_name;
  // The size of the etype in bytes.
  std::uint64_t etype_size = 0;
  // The name passed to MPI_File_set_view, such as "native".
  std::string data_representation;
  // The mode set by MPI_File_set_atomicity.
  bool atomic = false;
  // True if a split collective operation has begun and has not ended.
  bool split_collective = false;
  // The request of the split collective operation; null if it has none.
  Handle split_request{};
  // The individual file pointer, in etypes relative to the view.
  std::optional<std::int64_t> position;
  // The individual file pointer, in bytes from the start of the file.
  std::optional<std::int64_t> byte_offset;
  // The shared file pointer, in etypes relative to the view.
  std::optional<std::int64_t> shared_position;
  // The info with the hints that are in effect; null if the layer keeps no info of its own.
  Handle info{};
};

struct File {
  Handle handle{};
  // The name that the program passed to MPI_File_open, or "MPI_FILE_NULL".
  std::string filename;
  bool is_null = false;
  // True if the program has closed the file, but the library keeps the object.
  bool freed = false;
  // True if the library would have destroyed the object, but was configured to keep freed objects.
  bool object_freed = false;
  int fortran_index = -1;
  int reference_count = 0;
  // The communicator that the file was opened with.
  Handle communicator{};
  // The MPI_MODE_* bits of MPI_File_open.
  int access_mode = 0;
  Handle errhandler{};
  // The name of a predefined error handler, otherwise empty.
  std::string errhandler_name;
  // True if requests of files are pending and the library does not keep of which file they are.
  bool hides_requests = false;
  // The hints in effect; empty if they cannot be read.
  std::optional<Hints> hints;
  // The name of the I/O layer, such as "ompio".
  std::string layer;
  std::optional<FileAccess> access;
  // The reason why `access` is empty.
  std::string access_problem;
};

}  // namespace mpidbg::model
