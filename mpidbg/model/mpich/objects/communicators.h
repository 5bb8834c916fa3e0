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

  // Reads a communicator completely. Errors: not_found if it is not in use.
  Result<Communicator> read(Handle handle);
  // See CommunicatorRecords::outline().
  Result<Communicator> outline(Handle handle);

  // Returns the processes of the local or the remote group, which are the same unless it is an intercommunicator. The
  // vector is cached until clear().
  Result<GroupMembers> members(Handle handle, bool remote);
  // Returns the processes in which the ranks of peers count, for an MPIR_Comm that may have been freed.
  Result<GroupMembers> peers_at(Address communicator) { return members_at(communicator, true); }
  // Returns this process's rank. Errors: not_found if the handle is not in use.
  Result<std::int32_t> rank(Handle handle);
  // Returns the handle of an MPIR_Comm; null if it is not in use.
  Handle handle_of(Address communicator);
  // Returns the handle of its group, even if the library has not made the group yet.
  Handle group_of(Address communicator);
  // Returns how often the communicator refers to an MPIR_Group.
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
  // Reads an MPIR_Comm without asking whether it is in use.
  Result<View> view_at(Address communicator) const;
  // Returns the processes of a group of the communicator at an address, which are read once until clear().
  Result<GroupMembers> members_at(Address communicator, bool remote);
  // Reads the processes from the device's map of ranks or, since 5.0, from the group. Errors: corrupt if their number
  // or this process's rank is another one than the communicator has.
  Result<GroupMembers> read_members(const View &view, bool remote);
  // Returns the handle of the local or remote group, even if the library has not made the group yet. Errors: corrupt if
  // the communicator refers to something that is not a group in use.
  Result<Handle> group(const View &view, bool remote);
  // Reads the part of a communicator that lists and queues show. Errors: corrupt if its members contradict each other.
  Result<Communicator> outline(const View &view, Handle handle);
  // Fills the members that outline() leaves out, except for `freed`. Attributes that cannot be read are left out and
  // become part of problem().
  Status read_details(const View &view, Communicator &communicator);
  // Returns whether the program has freed its handle; nullopt if that cannot be concluded from the reference count.
  std::optional<bool> freed(const Communicator &communicator);
  std::optional<Hints> read_hints(const View &view);
  // A hint that the library knows, with the index of its value.
  struct KnownHint {
    std::uint32_t index = 0;  // index of the hint's value
    std::string name;
    bool is_bool = false;
  };
  // Returns an empty vector if the hints cannot be read.
  const std::vector<KnownHint> &known_hints();
  // Reads all communicators, once until clear(): what they are, and whether they go together.
  void look_at_all();

  const Attachment &process_;
  Handles &handles_;
  std::unordered_map<Address, GroupMembers> local_members_, remote_members_;
  std::optional<std::vector<KnownHint>> known_hints_;
  bool looked_at_all_ = false;
  LeftOut left_out_;
  std::optional<Error> damage_;           // error of communicators that contradict each other
  bool has_duplicates_ = false;           // windows or files own duplicates of communicators
  std::unordered_set<Address> internal_;  // communicators that are the library's own, as other objects show
};

}  // namespace mpidbg::model::mpich
