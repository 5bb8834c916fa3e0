#pragma once
// Reads communicators of MPICH with their topologies, hints and error handlers.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/members.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/left_out.h"

namespace mpidbg::model::mpich {

struct Handles;

class Communicators final : public HandleReader {
 public:
  // Both arguments must outlive this object.
  Communicators(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  // Reads all facts about a communicator. Errors: not_found if it is not in use.
  Result<Communicator> read(Handle handle);
  // Reads only the facts for lists and queues; see CommunicatorRecords::outline().
  Result<Communicator> outline(Handle handle);

  // Returns the processes of the local or the remote group. In an intracommunicator both are the same group. The vector
  // is cached until clear().
  Result<GroupMembers> members(Handle handle, bool remote);
  // Returns the processes to which the ranks of peers refer. The MPIR_Comm at the address may have been freed.
  Result<GroupMembers> peers_at(Address communicator) { return members_at(communicator, true); }
  // Returns the rank of this process. Errors: not_found if the handle is not in use.
  Result<std::int32_t> rank(Handle handle);
  // Returns the handle of the communicator whose MPIR_Comm is at an address; null if it is not in use.
  Handle handle_of(Address communicator);
  // Returns the handle of a communicator's group. The library may not have made the group yet; see groups.h.
  Handle group_of(Address communicator);
  // Returns the number of references that the communicator holds to an MPIR_Group.
  int references_to_group(Handle handle, Address group);

  void clear() override;
  std::string problem() override;
  std::string why_unseen() override;
  std::string users_problem() override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return outline(handle).status(); }
  std::vector<HandleKind> refers_to() const override { return {HandleKind::group, HandleKind::errhandler}; }
  Status collect_references(References &references) override;

 private:
  using View = layout::View<CommunicatorLayout>;

  // Reads the MPIR_Comm of a handle. Errors: not_found if the handle is not in use.
  Result<View> view_of(Handle handle);
  // Reads the MPIR_Comm at an address, whether it is in use or not.
  Result<View> view_at(Address communicator) const;
  // Returns the processes in the local or remote group of the MPIR_Comm at an address. They are cached until clear().
  Result<GroupMembers> members_at(Address communicator, bool remote);
  // Reads the processes from the device's map of ranks or, since 5.0, from the group. Errors: corrupt if their number
  // or the rank of this process differs from the communicator's.
  Result<GroupMembers> read_members(const View &view, bool remote);
  // Returns the handle of the local or remote group. The library may not have made the group yet; see groups.h. Errors:
  // corrupt if the communicator refers to something that is not a group in use.
  Result<Handle> group(const View &view, bool remote);
  // Fills in the facts that lists and queues need about a communicator. Errors: corrupt if the members of the MPIR_Comm
  // contradict each other.
  Result<Communicator> outline(const View &view, Handle handle);
  // Fills in the facts that outline() leaves out, except for `freed`. Attributes that cannot be read are left out and
  // are reported by problem().
  Status read_details(const View &view, Communicator &communicator);
  // Returns whether the program has freed its handle of the communicator; nullopt if the reference count does not show
  // this.
  std::optional<bool> freed(const Communicator &communicator);
  std::optional<Hints> read_hints(const View &view);
  // Describes a hint that this build of the library supports.
  struct KnownHint {
    std::uint32_t index = 0;  // index of the value in MPIR_Comm.hints
    std::string name;
    bool is_bool = false;
  };
  // Returns the hints that the library supports; empty if they cannot be read.
  const std::vector<KnownHint> &known_hints();
  // Reads all communicators, at most once until clear(). Determines which of them are the library's own, and whether
  // they contradict each other.
  void look_at_all();

  const Attachment &process_;
  Handles &handles_;
  std::unordered_map<Address, GroupMembers> local_members_, remote_members_;
  std::optional<std::vector<KnownHint>> known_hints_;
  bool looked_at_all_ = false;
  LeftOut left_out_;
  std::optional<Error> damage_;           // the error if communicators contradict each other
  bool has_duplicates_ = false;           // true if windows or files own duplicates of communicators
  std::unordered_set<Address> internal_;  // communicators that belong to the library, as other objects show
};

}  // namespace mpidbg::model::mpich
