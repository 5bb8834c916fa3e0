#pragma once
// An open file as MPI means it. Plain data.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model {

// MPI_MODE_*: the numbers of mpi.h of Open MPI and MPICH.
inline constexpr struct {
  int bit;
  const char *name;
} access_modes[] = {{1, "MPI_MODE_CREATE"}, {2, "MPI_MODE_RDONLY"},           {4, "MPI_MODE_WRONLY"},
                    {8, "MPI_MODE_RDWR"},   {16, "MPI_MODE_DELETE_ON_CLOSE"}, {32, "MPI_MODE_UNIQUE_OPEN"},
                    {64, "MPI_MODE_EXCL"},  {128, "MPI_MODE_APPEND"},         {256, "MPI_MODE_SEQUENTIAL"}};

// What the layer that does the input and output keeps of a file. Offsets and counts are those of MPI_File_get_view,
// _get_position, _get_byte_offset and _get_position_shared.
struct FileAccess {
  std::string path;                       // that was opened
  std::optional<int> descriptor;          // of the operating system; empty while this process has it not open
  Handle communicator{};                  // the layer's own duplicate
  std::int64_t displacement = 0;          // in bytes
  Handle etype{}, filetype{};             // copies of the program's, unless those are predefined
  std::string etype_name, filetype_name;  // empty if they have none
  std::uint64_t etype_size = 0;
  std::string data_representation;
  bool atomic = false;
  bool split_collective = false;                // begun and not ended
  Handle split_request{};                       // the request behind it, if there is one
  std::optional<std::int64_t> position;         // of the individual file pointer, in etypes
  std::optional<std::int64_t> byte_offset;      // of the individual file pointer in the file
  std::optional<std::int64_t> shared_position;  // of the shared file pointer, in etypes
  Handle info{};                                // with the hints that the layer goes by, where it has one of its own
};

struct File {
  Handle handle{};
  std::string filename;  // as the program gave it; MPI_FILE_NULL
  bool is_null = false;
  bool freed = false;         // the program has closed it, and the library keeps the object all the same
  bool object_freed = false;  // and would have destroyed it, were it not told to keep what is freed
  int fortran_index = -1;
  int reference_count = 0;
  Handle communicator{};  // that it was opened with
  int access_mode = 0;
  Handle errhandler{};
  std::string errhandler_name;  // of a predefined error handler
  std::optional<Hints> hints;   // empty if they cannot be read
  std::string layer;            // "ompio"
  std::optional<FileAccess> access;
  std::string access_problem;  // why there is none
};

}  // namespace mpidbg::model
