#pragma once
// Communicators of MPICH, with their topologies, hints and error handlers.

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
  // Both outlive it.
  Communicators(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  Result<Communicator> read(Handle handle);
  // As CommunicatorRecords::outline.
  Result<Communicator> outline(Handle handle);

  // The processes of the local group, or the remote one; of a communicator that is not an intercommunicator they are
  // the same. Kept until clear().
  Result<GroupMembers> members(Handle handle, bool remote);
  // Of an MPIR_Comm, in use or not: those that ranks of peers count in.
  Result<GroupMembers> peers_at(Address communicator) { return members_at(communicator, true); }
  Result<std::int32_t> rank(Handle handle);
  // The handle of an MPIR_Comm; null if it is not in use.
  Handle handle_of(Address communicator);
  // Its group, made or not.
  Handle group_of(Address communicator);
  // How often the communicator refers to an MPIR_Group.
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

  Result<View> view_of(Handle handle);
  Result<View> view_at(Address communicator) const;
  Result<GroupMembers> members_at(Address communicator, bool remote);
  Result<GroupMembers> read_members(const View &view, bool remote);
  Result<Handle> group(const View &view, bool remote);
  Result<Communicator> outline(const View &view, Handle handle);
  Status read_details(const View &view, Communicator &communicator);
  std::optional<bool> freed(const Communicator &communicator);
  std::optional<Hints> read_hints(const View &view);
  // The hints that the library knows; empty if they cannot be read.
  struct KnownHint {
    std::uint32_t index = 0;  // of its value
    std::string name;
    bool is_bool = false;
  };
  const std::vector<KnownHint> &known_hints();
  // Reads all communicators, once until clear(): what they are, and whether they go together.
  void look_at_all();

  const Attachment &process_;
  Handles &handles_;
  std::unordered_map<Address, GroupMembers> local_members_, remote_members_;
  std::optional<std::vector<KnownHint>> known_hints_;
  bool looked_at_all_ = false;
  LeftOut left_out_;
  std::optional<Error> damage_;           // of communicators that do not go together
  bool has_duplicates_ = false;           // of windows and files
  std::unordered_set<Address> internal_;  // those that others show to be the library's own
};

}  // namespace mpidbg::model::mpich
