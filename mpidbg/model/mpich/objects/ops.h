#pragma once
// Reads reduction operations of MPICH.

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/op.h"

namespace mpidbg::model::mpich {

class Ops final : public HandleReader {
 public:
  // Both arguments must outlive this object.
  Ops(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {}

  // Reads an operation. One whose function is in the library's own code is internal: ROMIO makes such an operation, and
  // its handle may be that of an operation that the program has freed. Errors: not_found if the handle is not in use.
  Result<Op> read(Handle handle);

  std::string problem() override;
  std::string why_unseen() override;
  std::string users_problem() override { return "MPICH does not keep which operation a pending collective call uses"; }
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  const Attachment &process_;
  Pools &pools_;
};

}  // namespace mpidbg::model::mpich
