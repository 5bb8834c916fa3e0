#pragma once
// Infos of Open MPI.

#include "mpidbg/model/info.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Infos final : public HandleReader {
 public:
  Infos(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  Result<Info> read(Address handle);

  std::string problem() override { return "info objects are not read"; }
  Result<std::vector<Address>> live() override { return Error{ErrorCode::not_supported, problem()}; }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_info_f_to_c_table"); }

 private:
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
