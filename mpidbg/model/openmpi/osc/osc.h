#pragma once
// Reads the components that implement windows: which one a window uses, and the state of synchronisation that it keeps.

#include <string>

#include "mpidbg/model/objects/window.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// A window's module and the processes behind its ranks.
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
  // Returns a rank of the window as a peer. Errors: corrupt, naming `what` contained the rank.
  Result<WindowPeer> peer(std::int64_t rank, const char *what) const;
  // Returns the members of a group with their ranks in the window; empty for a null group.
  Result<std::vector<WindowPeer>> peers(Address group) const;
};

// The component of a window.
struct OscComponent {
  // The name, such as "rdma"; empty if unknown.
  std::string name;
  bool inferred = false;
  // Why the component is unknown: not_supported for a component that is not read here, otherwise the damage in the
  // module or the library.
  std::optional<Error> problem;
};
OscComponent osc_component(const OscModule &module);

// Returns the communicator that the module uses, a duplicate of the program's; null if the component is unknown.
Address osc_communicator(const Attachment &process, Address module, const std::string &component);
// Returns that communicator and all others that the module made for itself.
std::vector<Address> osc_communicators(const Attachment &process, Address module, const std::string &component);

// Each function reads the module of one component, and read_osc() that of the named one. Errors: not_supported for
// other components; corrupt and unreadable.
Result<WindowSync> read_osc_rdma(const OscModule &module);
Result<WindowSync> read_osc_pt2pt(const OscModule &module);
Result<WindowSync> read_osc_sm(const OscModule &module);
Result<WindowSync> read_osc_ucx(const OscModule &module);
Result<WindowSync> read_osc(const OscModule &module, const std::string &component);

// Reads slots that several components share: each contains 0 or 1 + the rank of a process that has posted.
Status read_posters(const OscModule &module, Address slots, std::vector<WindowPeer> &posters);
// Appends the ranks in a list of posts that no MPI_Win_start has consumed.
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

// Checks a counter of a target or module against `most`, the largest possible value. Errors: corrupt.
Result<int> count_within(std::int64_t count, std::int64_t most, const char *what, Address where);

// Sorts the locks by target, and infers the epoch from locks, groups and flags.
void conclude(WindowSync &sync, bool fence);

}  // namespace mpidbg::model::openmpi
