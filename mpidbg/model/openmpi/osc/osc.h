#pragma once
// The components that implement windows: which one a window has, and what each keeps of its synchronisation.

#include <string>

#include "mpidbg/model/objects/window.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// A window's module, and the processes that its ranks stand for.
struct OscModule {
  Handles &handles;
  Address address{};
  int rank = -1;  // of this process; -1: not in the window
  std::shared_ptr<const std::vector<ProcessName>> members;

  Objects &objects() const;
  const debugger::Memory &memory() const;
  const Layouts &layouts() const;
  int size() const { return static_cast<int>(members->size()); }
  bool has_rank(std::int64_t rank) const { return rank >= 0 && rank < size(); }
  // A rank of the window. Errors: corrupt, naming what gave it.
  Result<WindowPeer> peer(std::int64_t rank, const char *what) const;
  // The members of a group, with their ranks in the window; none for no group.
  Result<std::vector<WindowPeer>> peers(Address group) const;
};

struct OscComponent {
  std::string name;  // "rdma"; empty: not known
  bool inferred = false;
  // Why it is not known: not_supported if it is another one, else what of the module or the library is damaged.
  std::optional<Error> problem;
};
OscComponent osc_component(const OscModule &module);

// The communicator that the module communicates with: a duplicate of the program's. Null for a component that is not
// known.
Address osc_communicator(const Attachment &process, Address module, const std::string &component);
// That one and all others that the module made for itself.
std::vector<Address> osc_communicators(const Attachment &process, Address module, const std::string &component);

// Reads the module of the component. Errors: not_supported for another component.
Result<WindowSync> read_osc_rdma(const OscModule &module);
Result<WindowSync> read_osc_pt2pt(const OscModule &module);
Result<WindowSync> read_osc_sm(const OscModule &module);
Result<WindowSync> read_osc_ucx(const OscModule &module);
Result<WindowSync> read_osc(const OscModule &module, const std::string &component);

// What several components have alike: numbers that are 1 + the rank of who posted, or 0.
Status read_posters(const OscModule &module, Address slots, std::vector<WindowPeer> &posters);
// Ranks in a list of posts that no start has taken.
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

// A target's or module's count of something, of which there can be `most`. Errors: corrupt.
Result<int> count_within(std::int64_t count, std::int64_t most, const char *what, Address where);

// Sorts the locks by target, and concludes the epoch from locks, groups and flags.
void conclude(WindowSync &sync, bool fence);

}  // namespace mpidbg::model::openmpi
