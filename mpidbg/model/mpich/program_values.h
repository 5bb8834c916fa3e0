#pragma once
// Reads statuses and integers of programs that were compiled with MPICH. The layout of a status is fixed by mpi.h.

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/program_values.h"
#include "mpidbg/model/mpich/datatypes/datatypes.h"

namespace mpidbg::model::mpich {

// Reads the MPI_Status at an address. Errors: not_found for MPI_STATUS_IGNORE.
Result<MessageStatus> read_status(const HeaderValues &header, const debugger::Image &image,
                                  const debugger::Memory &memory, Address address);
inline Result<MessageStatus> read_status(const Attachment &process, Address address) {
  return read_status(*process.header, process.image, process.memory, address);
}

// Reads statuses and integers if the library's layouts are unknown. The count of a status is available only for
// predefined datatypes, whose handles contain their size. Errors of counts: not_supported for other datatypes.
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
