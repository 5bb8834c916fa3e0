#pragma once
// Errhandlers of Open MPI.

#include "mpidbg/model/errhandler.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Errhandlers final : public HandleReader {
 public:
  Errhandlers(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  Result<Errhandler> read(Address handle);

  std::string problem() override { return "error handlers are not read"; }
  Result<std::vector<Address>> live() override { return Error{ErrorCode::not_supported, problem()}; }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_errhandler_f_to_c_table"); }

 private:
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
