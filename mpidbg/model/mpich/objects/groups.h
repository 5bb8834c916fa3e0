#pragma once
// Groups of MPICH.
//
// Up to 4.3 the library makes the group of a communicator when somebody first asks for it; until then the communicator
// alone knows its processes. Such a group has no MPI_Group, and is named by the handle of its communicator: the kind of
// object in it, which is not a group, says so.

#include <unordered_map>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/members.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/group.h"

namespace mpidbg::model::mpich {

struct Handles;

class Groups final : public HandleReader {
 public:
  // Both outlive it.
  Groups(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  // The group of a communicator that has no MPI_Group: the local or the remote one.
  static Handle unmade(std::uint32_t communicator, bool remote);

  // Also of a group that was not made. Errors: not_found; corrupt; those of reading.
  Result<Group> read(Handle handle);
  Result<GroupMembers> members(Handle handle);
  // Of an MPIR_Group, in use or not. Kept until clear().
  Result<GroupMembers> members_at(Address group);

  void clear() override { members_.clear(); }
  std::string problem() override;
  std::string why_unseen() override;
  std::string users_problem() override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  std::optional<bool> without_handle(const Group &group, Address address);

  const Attachment &process_;
  Handles &handles_;
  std::unordered_map<Address, GroupMembers> members_;
};

}  // namespace mpidbg::model::mpich
