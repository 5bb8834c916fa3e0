#pragma once
// What the readers of all kinds of handles have in common.

#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/users.h"

namespace mpidbg::model::mpich {

// The objects of one kind in one process. What it reads it may keep until clear().
class HandleReader : public ReferringObjects {
 public:
  HandleReader() = default;
  HandleReader(const HandleReader &) = delete;
  HandleReader &operator=(const HandleReader &) = delete;

  // Forgets what was read.
  virtual void clear() {}

  // Live handles, predefined ones first and then in the order of the library's table; problem() says which are missing.
  virtual std::vector<Handle> live() = 0;

  // Whether the handle is one of a live object or of none (MPI_COMM_NULL). Errors: not_found; those of reading.
  virtual Status check(Handle handle) = 0;
};

}  // namespace mpidbg::model::mpich
