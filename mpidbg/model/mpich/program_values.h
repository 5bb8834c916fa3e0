#pragma once
// Reads statuses and integers of programs built with MPICH. mpi.h fixes their layout.

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/program_values.h"
#include "mpidbg/model/mpich/datatypes/datatypes.h"

namespace mpidbg::model::mpich {

// Errors: not_found for MPI_STATUS_IGNORE.
Result<MessageStatus> read_status(const HeaderValues &header, const debugger::Image &image,
                                  const debugger::Memory &memory, Address address);
inline Result<MessageStatus> read_status(const Attachment &process, Address address) {
  return read_status(*process.header, process.image, process.memory, address);
}

// Values for a build whose layouts are unknown. Counts work only for predefined datatypes, whose handles contain the
// size. Errors of counts: not_supported for other datatypes.
class ValuesOfProgram : public ProgramValues {
 public:
  // All arguments must outlive this object.
  ValuesOfProgram(const debugger::Image &image, const debugger::Memory &memory, const HeaderValues &header = own_header)
      : image_(image), memory_(memory), header_(header) {}

  Result<MessageStatus> status(Address address) override { return read_status(header_, image_, memory_, address); }
  Result<std::int64_t> status_count(Address status, Handle datatype) override;
  Result<std::int64_t> status_elements(Address address, Handle datatype) override {
    return status_count(address, datatype);
  }
  Result<MpiInteger> integer(IntegerKind kind, Address address) override;

 private:
  const debugger::Image &image_;
  const debugger::Memory &memory_;
  const HeaderValues &header_;
};

class MpichValues final : public ValuesOfProgram {
 public:
  // Both arguments must outlive this object.
  MpichValues(const Attachment &process, Datatypes &datatypes)
      : ValuesOfProgram(process.image, process.memory, *process.header), datatypes_(datatypes) {}

  Result<std::int64_t> status_count(Address status, Handle datatype) override;
  Result<std::int64_t> status_elements(Address status, Handle datatype) override;

 private:
  Datatypes &datatypes_;
};

}  // namespace mpidbg::model::mpich
