#pragma once
// Reads reduction operations of Open MPI.

#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Ops final : public TableReader {
 public:
  Ops(const Attachment &process, Handles &handles) : TableReader(process), handles_(handles) {}

  // Reads a reduction operation. Errors: not_found if the handle is not in the library's table.
  Result<Op> read(Address handle);
  // Returns the name of a predefined operation; empty for one made by the program. The reader of requests uses this
  // function instead of read(), because read() itself uses the reader of requests.
  Result<std::string> name(Address handle);

  std::string why_unseen() override { return Attachment::unresolved({&layouts().op}); }
  std::string users_problem() override;
  Status check(Address handle) override { return read(handle).status(); }
  // Returns the address of the table. For operations, the library's symbol is a pointer to the table; for other kinds,
  // it is the table itself.
  Result<Address> fortran_table() const override;
  std::vector<PredefinedHandle> predefined() const override;

 private:
  Result<Op> read_object(Address handle) const;

  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
