#pragma once
// Reads data of the components that implement windows: which component a window uses, and the state of synchronisation.

#include <string>

#include "mpidbg/model/objects/window.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// Holds the module of a window (the data of its component), and the processes of the window.
struct OscModule {
  Handles &handles;
  Address address{};
  // The rank of this process; -1 if it is not in the window.
  int rank = -1;
  std::shared_ptr<const std::vector<ProcessName>> members;

  Objects &objects() const;
  const debugger::Memory &memory() const;
  const Layouts &layouts() const;
  int size() const { return static_cast<int>(members->size()); }
  bool has_rank(std::int64_t rank) const { return rank >= 0 && rank < size(); }
  // Returns the process with a rank of the window. Errors: corrupt, naming `what` as the source of the rank.
  Result<WindowPeer> peer(std::int64_t rank, const char *what) const;
  // Returns the members of a group with their ranks in the window; empty for a null group.
  Result<std::vector<WindowPeer>> peers(Address group) const;
};

// Identifies the component that implements a window.
struct OscComponent {
  // The name of the component, such as "rdma"; empty if unknown.
  std::string name;
  bool inferred = false;
  // The reason why the component is unknown: not_supported for components that this project does not read, otherwise
  // the damage in the module or the library.
  std::optional<Error> problem;
};
OscComponent osc_component(const OscModule &module);

// Returns the duplicate of the program's communicator that the module uses; null if the component is unknown.
Address osc_communicator(const Attachment &process, Address module, const std::string &component);
// Returns all communicators that the module made for itself, including that of osc_communicator().
std::vector<Address> osc_communicators(const Attachment &process, Address module, const std::string &component);

// Each of these functions reads the module of one component. read_osc() calls the one for the named component. Errors:
// not_supported for other components; corrupt and unreadable.
Result<WindowSync> read_osc_rdma(const OscModule &module);
Result<WindowSync> read_osc_pt2pt(const OscModule &module);
Result<WindowSync> read_osc_sm(const OscModule &module);
Result<WindowSync> read_osc_ucx(const OscModule &module);
Result<WindowSync> read_osc(const OscModule &module, const std::string &component);

// Reads slots with posts; several components use such slots. Each slot contains 0, or 1 + the rank of a process that
// has posted.
Status read_posters(const OscModule &module, Address slots, std::vector<WindowPeer> &posters);
// Appends the ranks of the processes in a list of posts. No MPI_Win_start has consumed these posts yet.
template <class PostLayout>
Status read_pending_posts(const OscModule &module, Address list, const PostLayout &layout,
                          std::vector<WindowPeer> &posters) {
  MPIDBG_ASSIGN(items, ListCursor::open(module.objects(), list));
  for (;;) {
    MPIDBG_ASSIGN(item, items.next());
    if (!item) return {};
    MPIDBG_ASSIGN(view, module.objects().read(layout, *item));
    MPIDBG_ASSIGN(peer, module.peer(view.get(&PostLayout::rank), layout.type_name));
    posters.push_back(peer);
  }
}

// Returns a counter that has been checked: it must be between 0 and `most`. Errors: corrupt, naming `what` at `where`.
Result<int> count_within(std::int64_t count, std::int64_t most, const char *what, Address where);

// Sorts the locks by target, and infers `sync.access` from locks, groups and `fence`.
void conclude(WindowSync &sync, bool fence);

}  // namespace mpidbg::model::openmpi
