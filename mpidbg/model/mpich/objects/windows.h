#pragma once
// Reads windows of MPICH, and the state of their synchronisation, which the device ch4 keeps.

#include <functional>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/errhandlers.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/left_out.h"
#include "mpidbg/model/objects/window.h"

namespace mpidbg::model::mpich {

// The functions through which windows ask for other objects, given by their addresses.
struct WindowSurroundings {
  std::function<Result<GroupMembers>(Address communicator)> members_of_communicator;
  std::function<Result<GroupMembers>(Address group)> members_of_group;
  // Returns null if the communicator has none.
  std::function<Handle(Address communicator)> group_of_communicator;
  std::function<Result<std::vector<Attribute>>(Address first)> attributes;
};

class Windows final : public HandleReader {
 public:
  // All arguments must outlive this object.
  Windows(const Attachment &process, Pools &pools, Errhandlers &errhandlers, WindowSurroundings surroundings)
      : process_(process), pools_(pools), errhandlers_(errhandlers), surroundings_(std::move(surroundings)) {}

  // Errors: not_found if the handle is not in use.
  Result<Window> read(Handle handle);

  void clear() override { left_out_.clear(); }
  std::string problem() override;
  std::string why_unseen() override;
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::group, HandleKind::errhandler};
  }
  Status collect_references(References &references) override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

  // Returns the communicators that the library made for windows. No handle of the program refers to them.
  std::vector<Address> own_communicators();

 private:
  using View = layout::View<WindowLayout>;
  using SyncView = layout::View<WindowSyncLayout>;

  // Reads the MPIR_Win at an address.
  Result<View> view_of(Address object) const;
  // Fills base, size, unit, flavor and model. Errors: corrupt for an unknown flavor or model.
  Status read_memory(const View &view, Window &window) const;
  // Reads the state of synchronisation. Parts that the library does not keep become `problem` of the result. Errors:
  // corrupt for a value that no window has.
  Result<WindowSync> read_sync(const View &view, const Window &window) const;
  // Adds the lock of all ranks if this process has it, wants it or is releasing it. `size` is the number of ranks.
  Status read_lock_all(const SyncView &view, int size, WindowSync &sync) const;
  // Adds the locks of single targets that this process has or waits for.
  Status read_locks(const layout::View<ActiveMessageWindowLayout> &device, int size, WindowSync &sync) const;
  // Fills the lock of this process's own memory: how many have it, and who waits for it.
  Status read_lock_queue(const SyncView &view, int size, WindowSync &sync) const;
  // Fills the handle of an epoch's group and its processes, with their ranks in the window. If they cannot be read,
  // `sync` gets a problem.
  void read_peers(Address group, Address communicator, Handle &handle, std::vector<WindowPeer> &peers,
                  WindowSync &sync) const;

  const Attachment &process_;
  Pools &pools_;
  Errhandlers &errhandlers_;
  const WindowSurroundings surroundings_;
  LeftOut left_out_;
};

}  // namespace mpidbg::model::mpich
