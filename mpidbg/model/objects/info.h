#pragma once
// Describes an info object in the terms of the MPI standard. Plain data.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Info {
  Handle handle{};
  // The name of a predefined info object, otherwise empty.
  std::string name;
  bool is_null = false;
  // True for MPI_INFO_ENV, whose pairs describe how the program was started.
  bool is_environment = false;
  // True if the library made the info object for itself, so that no handle of the program refers to it.
  bool internal = false;
  // True if the program has called MPI_Info_free, but the library keeps the object.
  bool freed = false;
  // True if the library would have destroyed the object, but was configured to keep freed objects.
  bool object_freed = false;
  int fortran_index = -1;
  int reference_count = 0;
  // The pairs in the order of MPI_Info_get_nthkey.
  std::vector<InfoPair> pairs;

  // The objects that took their hints from this info object. MPI libraries copy info objects, so users are inferred: an
  // object is a user if its hints contain all pairs of this info object and those of no other info object. Empty if
  // unknown.
  std::optional<std::vector<HandleReference>> users;
};

// Holds the hints of a communicator, window or file.
struct Hints {
  // The hints that MPI_Comm_get_info, MPI_Win_get_info or MPI_File_get_info returns.
  std::vector<InfoPair> pairs;
  // Hints that the program set and the library ignores.
  std::vector<InfoPair> ignored;
};

}  // namespace mpidbg::model
