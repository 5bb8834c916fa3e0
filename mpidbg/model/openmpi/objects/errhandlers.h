#pragma once
// Error handlers of Open MPI.

#include "mpidbg/model/objects/errhandler.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Errhandlers final : public HandleReader {
 public:
  Errhandlers(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  // Errors: not_found if it is not in the table.
  Result<Errhandler> read(Address handle);

  // The name of a predefined error handler; empty for one of the program's.
  Result<std::string> name_of(Address handle);

  void clear() override { live_.clear(); }
  std::string problem() override { return Attachment::unresolved({&layouts().errhandler}); }
  std::string users_problem() override;
  Result<std::vector<Address>> live() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_errhandler_f_to_c_table"); }
  std::vector<PredefinedHandle> predefined() const override;

 private:
  Handles &handles_;
  LiveSet live_;
};

}  // namespace mpidbg::model::openmpi
