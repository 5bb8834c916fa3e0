#pragma once
// Reads the info objects of Open MPI: those of the program, MPI_INFO_NULL and MPI_INFO_ENV.

#include "mpidbg/model/objects/info.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Infos final : public TableReader {
 public:
  Infos(const Attachment &process, Handles &handles) : TableReader(process), handles_(handles) {}

  // Reads an info object. Errors: not_found if the handle does not name a live info object.
  Result<Info> read(Address handle);

  void clear() override;
  std::string why_unseen() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_info_f_to_c_table"); }
  std::vector<PredefinedHandle> predefined() const override;

 private:
  Status infer_users();

  Handles &handles_;
  // The users of each info object, collected when first needed. Empty if the hints of some object cannot be read.
  std::optional<References> users_;
  bool users_tried_ = false;
};

}  // namespace mpidbg::model::openmpi
