#pragma once
// Reads windows of Open MPI, independently of the component that implements them.

#include "mpidbg/layout/openmpi/objects/window_layout.h"
#include "mpidbg/model/objects/window.h"
#include "mpidbg/model/openmpi/osc/osc.h"
#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Windows final : public TableReader {
 public:
  Windows(const Attachment &process, Handles &handles) : TableReader(process), handles_(handles) {}

  // Reads a window. Errors: not_found if the handle is not in the library's table.
  Result<Window> read(Address handle);

  std::string why_unseen() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_mpi_windows"); }
  std::vector<PredefinedHandle> predefined() const override;
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::group, HandleKind::errhandler};
  }
  Status collect_references(References &references) override;

  // Returns the communicators that the library made for windows. No handle of the program refers to them.
  std::vector<Address> own_communicators();

 private:
  using View = layout::View<layout::openmpi::WindowLayout>;

  // Fills in `window.memory` from the predefined attributes; it stays empty if one of these is missing. Errors: corrupt
  // for an impossible flavor or model.
  Status read_memory(const View &view, Window &window);
  // Fills in the members about synchronisation. Errors: not_supported if this project does not read the component of
  // the window; otherwise those of module_of().
  Status read_synchronisation(const View &view, Window &window);
  // Returns the module of the window's component with the members of its group.
  Result<OscModule> module_of(const View &view);
  // Fills in two communicators: the one from which the program made the window, and the component's duplicate of it.
  void read_communicators(const OscModule &module, Window &window) const;
  // Returns the original of a duplicate. It is found by the number in the duplicate's name. Returns null if no
  // communicator has that number now, or if the group of that communicator differs from the duplicate's.
  Address origin_of(Address duplicate) const;

  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
