#pragma once
// Reads windows of MPICH and the state of their synchronisation. The device ch4 keeps this state.

#include <functional>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/errhandlers.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/left_out.h"
#include "mpidbg/model/objects/window.h"

namespace mpidbg::model::mpich {

// Holds the functions that the reader of windows calls for other kinds of objects. The arguments are addresses of
// objects.
struct WindowSurroundings {
  std::function<Result<GroupMembers>(Address communicator)> members_of_communicator;
  std::function<Result<GroupMembers>(Address group)> members_of_group;
  // Returns the handle of a communicator's group; null if it has none.
  std::function<Handle(Address communicator)> group_of_communicator;
  std::function<Result<std::vector<Attribute>>(Address first)> attributes;
};

class Windows final : public HandleReader {
 public:
  // All arguments must outlive this object.
  Windows(const Attachment &process, Pools &pools, Errhandlers &errhandlers, WindowSurroundings surroundings)
      : process_(process), pools_(pools), errhandlers_(errhandlers), surroundings_(std::move(surroundings)) {}

  // Reads a window. Errors: not_found if the handle is not in use.
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
  using DeviceView = layout::View<ActiveMessageWindowLayout>;
  using SyncView = layout::View<WindowSyncLayout>;

  // Reads the MPIR_Win at an address.
  Result<View> view_of(Address object) const;
  // Returns the part of the window that the device keeps for active messages, without a further read.
  Result<DeviceView> device_state(const View &view) const;
  // Returns true while a collective call makes the window. The device's part is unused then, and the window has no
  // communicator, or still has that of a window that was freed. The program has no handle of the window yet.
  bool is_being_made(const View &view);
  // Fills in the members of `window` about its memory: base, size, unit, flavor and model. Errors: corrupt for an
  // unknown flavor or model.
  Status read_memory(const View &view, Window &window) const;
  // Reads the state of synchronisation. Parts that the library does not store are named in `problem` of the result.
  // Errors: corrupt for a value that is impossible for a window.
  Result<WindowSync> read_sync(const View &view, const Window &window) const;
  // Adds the lock of all ranks if this process holds it, waits for it or is releasing it. `size` is the number of
  // ranks.
  Status read_lock_all(const SyncView &view, int size, WindowSync &sync) const;
  // Adds the locks of single targets that this process holds or waits for.
  Status read_locks(const DeviceView &device, int size, WindowSync &sync) const;
  // Fills in the facts about the lock of this process's own memory: how many processes hold it, and which wait for it.
  Status read_lock_queue(const SyncView &view, int size, WindowSync &sync) const;
  // Sets `handle` to the group of an epoch, and `peers` to the group's processes with their ranks in the window. If the
  // processes cannot be read, `problem` of `sync` is set.
  void read_peers(Address group, Address communicator, Handle &handle, std::vector<WindowPeer> &peers,
                  WindowSync &sync) const;

  const Attachment &process_;
  Pools &pools_;
  Errhandlers &errhandlers_;
  const WindowSurroundings surroundings_;
  LeftOut left_out_;
};

}  // namespace mpidbg::model::mpich
