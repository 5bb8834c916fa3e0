#pragma once
// Ops of Open MPI.

#include "mpidbg/model/op.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Ops final : public HandleReader {
 public:
  Ops(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  Result<Op> read(Address handle);

  std::string problem() override { return "operations are not read"; }
  Result<std::vector<Address>> live() override { return Error{ErrorCode::not_supported, problem()}; }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_op_f_to_c_table"); }

 private:
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
