#pragma once
// Requests of Open MPI.

#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/request.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Requests final : public HandleReader {
 public:
  Requests(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  Result<Request> read(Address handle);

  std::string problem() override { return "requests are not read"; }
  Result<std::vector<Address>> live() override { return Error{ErrorCode::not_supported, problem()}; }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_request_f_to_c_table"); }

 private:
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
