#pragma once
// Reads error handlers of MPICH.

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/errhandler.h"

namespace mpidbg::model::mpich {

// Describes the error handler that is attached to an object.
struct AttachedErrhandler {
  // The handle of the error handler; null if the error handler is not in use.
  Handle handle{};
  // The name of a predefined error handler, otherwise empty.
  std::string name;
};

class Errhandlers final : public HandleReader {
 public:
  // All arguments must outlive this object.
  Errhandlers(const Attachment &process, Pools &pools, Users &users)
      : process_(process), pools_(pools), users_(users) {}

  // Reads an error handler. Errors: not_found if the handle is not in use.
  Result<Errhandler> read(Handle handle);

  // Returns the error handler for a pointer that was read from an object. A null pointer stands for the default of
  // MPI_COMM_WORLD and gives a null handle.
  AttachedErrhandler attached(Address errhandler);
  // Returns the name of a predefined error handler; empty for other handles.
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
