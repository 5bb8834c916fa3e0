#pragma once
// Reduction operations of Open MPI.

#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Ops final : public TableReader {
 public:
  Ops(const Attachment &process, Handles &handles) : TableReader(process), handles_(handles) {}

  // Errors: not_found if it is not in the table.
  Result<Op> read(Address handle);
  // Of a predefined one; empty for the program's. For requests, which are among the users that read() asks for.
  Result<std::string> name(Address handle);

  std::string why_unseen() override { return Attachment::unresolved({&layouts().op}); }
  std::string users_problem() override;
  Status check(Address handle) override { return read(handle).status(); }
  // The symbol is a pointer to the table here, unlike those of other kinds.
  Result<Address> fortran_table() const override;
  std::vector<PredefinedHandle> predefined() const override;

 private:
  Result<Op> read_object(Address handle) const;

  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
