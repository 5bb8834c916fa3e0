#pragma once
// Statuses and integers of programs built with MPICH. mpi.h fixes what they look like, so they need no layout.

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/program_values.h"
#include "mpidbg/model/mpich/datatypes/datatypes.h"

namespace mpidbg::model::mpich {

// MPI_STATUS_IGNORE of C and C++.
inline constexpr Address status_ignore{1};

// Errors: not_found for MPI_STATUS_IGNORE.
Result<MessageStatus> read_status(const debugger::Image &image, const debugger::Memory &memory, Address address);

// Of a build whose layouts are not known: values are counted in predefined datatypes alone, whose handles have the
// size. Errors of counts: not_supported for other datatypes.
class ValuesOfProgram : public ProgramValues {
 public:
  // Both outlive it.
  ValuesOfProgram(const debugger::Image &image, const debugger::Memory &memory) : image_(image), memory_(memory) {}

  Result<MessageStatus> status(Address address) override { return read_status(image_, memory_, address); }
  Result<std::int64_t> status_count(Address status, Handle datatype) override;
  Result<std::int64_t> status_elements(Address address, Handle datatype) override {
    return status_count(address, datatype);
  }
  Result<MpiInteger> integer(IntegerKind kind, Address address) override;

 private:
  const debugger::Image &image_;
  const debugger::Memory &memory_;
};

class MpichValues final : public ValuesOfProgram {
 public:
  // All outlive it.
  MpichValues(const debugger::Image &image, const debugger::Memory &memory, Datatypes &datatypes)
      : ValuesOfProgram(image, memory), datatypes_(datatypes) {}

  Result<std::int64_t> status_count(Address status, Handle datatype) override;
  Result<std::int64_t> status_elements(Address status, Handle datatype) override;

 private:
  Datatypes &datatypes_;
};

}  // namespace mpidbg::model::mpich
