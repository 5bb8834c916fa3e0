#pragma once
// Files of Open MPI.

#include "mpidbg/model/file.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Files final : public HandleReader {
 public:
  Files(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  Result<File> read(Address handle);

  std::string problem() override { return "files are not read"; }
  Result<std::vector<Address>> live() override { return Error{ErrorCode::not_supported, problem()}; }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_file_f_to_c_table"); }

 private:
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
