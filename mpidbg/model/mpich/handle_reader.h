#pragma once
// Defines the base class of the readers of all kinds of handles.

#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/users.h"

namespace mpidbg::model::mpich {

// Reads the objects of one kind in one process. A reader may cache data until clear().
class HandleReader : public ReferringObjects {
 public:
  HandleReader() = default;
  HandleReader(const HandleReader &) = delete;
  HandleReader &operator=(const HandleReader &) = delete;

  // Discards all cached data at a new stop.
  virtual void clear() {}

  // Returns the live handles: predefined ones first, followed by those of the library's table in its order. problem()
  // explains which ones are missing.
  virtual std::vector<Handle> live() = 0;

  // Checks a handle. Succeeds for a live object and for null handles such as MPI_COMM_NULL. Errors: not_found; those of
  // reading.
  virtual Status check(Handle handle) = 0;
};

}  // namespace mpidbg::model::mpich
