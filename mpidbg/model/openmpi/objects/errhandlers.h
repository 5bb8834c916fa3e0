#pragma once
// Reads error handlers of Open MPI.

#include "mpidbg/model/objects/errhandler.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Errhandlers final : public TableReader {
 public:
  Errhandlers(const Attachment &process, Handles &handles) : TableReader(process), handles_(handles) {}

  // Reads an error handler. Errors: not_found if the handle is not in the library's table.
  Result<Errhandler> read(Address handle);

  // Returns the name of a predefined error handler; empty for one made by the program.
  Result<std::string> name_of(Address handle);

  std::string why_unseen() override { return Attachment::unresolved({&layouts().errhandler}); }
  std::string users_problem() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_errhandler_f_to_c_table"); }
  std::vector<PredefinedHandle> predefined() const override;

 private:
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
