#pragma once
// Windows of Open MPI.

#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/window.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Windows final : public HandleReader {
 public:
  Windows(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  Result<Window> read(Address handle);

  std::string problem() override { return "windows are not read"; }
  Result<std::vector<Address>> live() override { return Error{ErrorCode::not_supported, problem()}; }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_mpi_windows"); }

 private:
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
