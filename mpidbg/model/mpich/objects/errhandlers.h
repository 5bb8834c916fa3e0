#pragma once
// Error handlers of MPICH.

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/errhandler.h"

namespace mpidbg::model::mpich {

// An error handler that an object has.
struct AttachedErrhandler {
  Handle handle{};   // null if it is not in use
  std::string name;  // of a predefined one
};

class Errhandlers final : public HandleReader {
 public:
  // All outlive it.
  Errhandlers(const Attachment &process, Pools &pools, Users &users)
      : process_(process), pools_(pools), users_(users) {}

  Result<Errhandler> read(Handle handle);

  // Of an object that points to it; null where the object has none, which is that of MPI_COMM_WORLD by default.
  AttachedErrhandler attached(Address errhandler);
  // The name of a predefined one.
  static std::string name_of(Handle handle);

  std::string problem() override;
  std::string why_unseen() override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  const Attachment &process_;
  Pools &pools_;
  Users &users_;
};

}  // namespace mpidbg::model::mpich
