#pragma once
// Reads groups of MPICH.
//
// Up to 4.3, the library makes a communicator's group only when it is first requested. Until then, only the
// communicator lists the processes, and the group has no MPI_Group. Here such a group is identified by the handle of
// its communicator. The kind in the handle shows that the handle is not one of a group.

#include <unordered_map>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/members.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/group.h"

namespace mpidbg::model::mpich {

struct Handles;

class Groups final : public HandleReader {
 public:
  // Both arguments must outlive this object.
  Groups(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  // Returns the handle that stands for the local or remote group of a communicator if the group has no MPI_Group.
  static Handle unmade(std::uint32_t communicator, bool remote);

  // Reads a group, including groups without MPI_Group (see above). Errors: not_found; corrupt; those of reading.
  Result<Group> read(Handle handle);
  Result<GroupMembers> members(Handle handle);
  // Returns the members of the MPIR_Group at an address, which may have been freed. The vector is cached until clear().
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
