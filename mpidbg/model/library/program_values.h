#pragma once
// Values of MPI that are in the program's own memory: statuses, and integers of MPI's types. The library keeps no list
// of them; their layout is the library's.

#include <cstdint>

#include "mpidbg/base/result.h"
#include "mpidbg/model/library/part.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/status.h"

namespace mpidbg::model {

// Numbered as mpidbg_integer_t.
enum class IntegerKind { address, offset, count, fortran };

struct MpiInteger {
  unsigned width = 0;  // bytes
  std::int64_t value = 0;
};

class ProgramValues {
 public:
  static constexpr Part part = Part::program_values;

  virtual ~ProgramValues() = default;

  // An MPI_Status. It names no kind of its own, so anything readable is one.
  virtual Result<MessageStatus> status(Address address) = 0;
  // What MPI_Get_count and MPI_Get_elements say of it; -1 for MPI_UNDEFINED.
  virtual Result<std::int64_t> status_count(Address status, Handle datatype) = 0;
  virtual Result<std::int64_t> status_elements(Address status, Handle datatype) = 0;

  // An integer of MPI, and at the null address its width alone.
  virtual Result<MpiInteger> integer(IntegerKind kind, Address address) = 0;
};

}  // namespace mpidbg::model
