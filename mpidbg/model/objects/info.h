#pragma once
// An info object as MPI means it. Plain data.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Info {
  Handle handle{};
  std::string name;  // of a predefined one
  bool is_null = false;
  bool is_environment = false;  // MPI_INFO_ENV
  bool internal = false;        // the library's own: no handle of the program refers to it
  bool freed = false;           // the program called MPI_Info_free, and the library keeps the object all the same
  bool object_freed = false;    // and would have destroyed it, were it not told to keep what is freed
  int fortran_index = -1;
  int reference_count = 0;
  std::vector<InfoPair> pairs;  // in the order of MPI_Info_get_nthkey

  // Objects that took their hints from this info. MPI libraries copy infos, so this is inferred: they hold all of its
  // pairs, and those of no other info object. Empty if it cannot be determined.
  std::optional<std::vector<HandleReference>> users;
};

// The hints of a communicator, window or file.
struct Hints {
  std::vector<InfoPair> pairs;    // as MPI_X_get_info gives them
  std::vector<InfoPair> ignored;  // set by the program, of which the library takes no notice
};

}  // namespace mpidbg::model
