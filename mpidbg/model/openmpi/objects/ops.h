#pragma once
// Reduction operations of Open MPI.

#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Ops final : public HandleReader {
 public:
  Ops(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  // Errors: not_found if it is not in the table.
  Result<Op> read(Address handle);
  // Of a predefined one; empty for the program's. For requests, which are among the users that read() asks for.
  Result<std::string> name(Address handle);

  void clear() override { live_.clear(); }
  std::string problem() override { return Attachment::unresolved({&layouts().op}); }
  std::string users_problem() override;
  Result<std::vector<Address>> live() override;
  Status check(Address handle) override { return read(handle).status(); }
  // The symbol is a pointer to the table here, unlike those of other kinds.
  Result<Address> fortran_table() const override;
  std::vector<PredefinedHandle> predefined() const override;

 private:
  Result<Op> read_object(Address handle) const;

  Handles &handles_;
  LiveSet live_;
};

}  // namespace mpidbg::model::openmpi
