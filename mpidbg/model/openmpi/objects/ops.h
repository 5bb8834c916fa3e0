#pragma once
// Reads reduction operations of Open MPI.

#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Ops final : public TableReader {
 public:
  Ops(const Attachment &process, Handles &handles) : TableReader(process), handles_(handles) {}

  // Errors: not_found if the handle is not in the table.
  Result<Op> read(Address handle);
  // Returns the name of a predefined operation; empty for one made by the program. Requests use this function, since
  // read() would ask the requests for users in turn.
  Result<std::string> name(Address handle);

  std::string why_unseen() override { return Attachment::unresolved({&layouts().op}); }
  std::string users_problem() override;
  Status check(Address handle) override { return read(handle).status(); }
  // Unlike for other kinds, the symbol is a pointer to the table.
  Result<Address> fortran_table() const override;
  std::vector<PredefinedHandle> predefined() const override;

 private:
  Result<Op> read_object(Address handle) const;

  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
