#pragma once
// ProgramValues reads values of MPI's types in the program's own memory: statuses and integers. The library defines
// their layout but keeps no list of them.

#include <cstdint>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/part.h"
#include "mpidbg/model/objects/status.h"

namespace mpidbg::model {

// The integer types of MPI. The values are those of mpidbg_integer_t.
enum class IntegerKind { address, offset, count, fortran };

// Holds the value of an integer of one of MPI's types.
struct MpiInteger {
  // The size of the type in bytes.
  unsigned width = 0;
  std::int64_t value = 0;
};

class ProgramValues {
 public:
  static constexpr Part part = Part::program_values;

  virtual ~ProgramValues() = default;

  // Reads an MPI_Status. Memory does not show whether it contains a status, so any readable address is accepted.
  virtual Result<MessageStatus> status(Address address) = 0;
  // These functions return the results of MPI_Get_count and MPI_Get_elements for a status and a datatype; -1 stands for
  // MPI_UNDEFINED.
  virtual Result<std::int64_t> status_count(Address status, Handle datatype) = 0;
  virtual Result<std::int64_t> status_elements(Address status, Handle datatype) = 0;

  // Reads an integer of one of MPI's types. At the null address, only MpiInteger::width is filled.
  virtual Result<MpiInteger> integer(IntegerKind kind, Address address) = 0;
};

}  // namespace mpidbg::model
