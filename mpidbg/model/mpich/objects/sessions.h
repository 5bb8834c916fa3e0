#pragma once
// Reads sessions of MPICH.

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/errhandlers.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/session.h"

namespace mpidbg::model::mpich {

class Sessions final : public HandleReader {
 public:
  // All arguments must outlive this object.
  Sessions(const Attachment &process, Pools &pools, Errhandlers &errhandlers)
      : process_(process), pools_(pools), errhandlers_(errhandlers) {}

  // Reads a session. Errors: not_found if the handle is not in use.
  Result<Session> read(Handle handle);

  std::string problem() override;
  std::string why_unseen() override;
  std::vector<HandleKind> refers_to() const override { return {HandleKind::errhandler}; }
  Status collect_references(References &references) override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  using View = layout::View<SessionLayout>;

  const Attachment &process_;
  Pools &pools_;
  Errhandlers &errhandlers_;
};

}  // namespace mpidbg::model::mpich
