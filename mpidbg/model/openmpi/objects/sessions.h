#pragma once
// Reads the sessions of the program. The session that MPI_Init makes is not shown, because no handle of the program
// refers to it.

#include "mpidbg/layout/openmpi/objects/session_layout.h"
#include "mpidbg/model/objects/session.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Sessions final : public HandleReader {
 public:
  Sessions(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  // Returns true if this version of the library has sessions, which were introduced in 5.0.
  bool exist() const { return layouts().communicator.c_index.present.has_value(); }

  // Reads a session. Errors: not_found if the handle is neither a session of the program nor MPI_SESSION_NULL.
  Result<Session> read(Address handle);

  void clear() override { live_.clear(); }
  std::string problem() override;
  Result<std::vector<Address>> live() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_instance_f_to_c_table"); }
  std::vector<PredefinedHandle> predefined() const override;
  std::vector<HandleKind> refers_to() const override { return {HandleKind::errhandler}; }
  Status collect_references(References &references) override;

 private:
  Handles &handles_;
  LiveSet live_;
};

}  // namespace mpidbg::model::openmpi
