#pragma once
// Reads groups and the names of their members, in all four forms of storage. For a process, a group contains a pointer
// to the process's record or a sentinel, which encodes the name of the process.

#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Groups final : public HandleReader {
 public:
  Groups(const Attachment &process, Handles &handles)
      : HandleReader(process), handles_(handles), objects_(process.objects) {}

  void clear() override;
  Result<std::vector<Address>> live() override { return read_live_pointers(objects_, process_.symbols.groups); }
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbols.groups; }
  std::vector<PredefinedHandle> predefined() const override;

  std::string users_problem() override;
  // States that a sparse group refers to another group, the one from which it was made.
  std::vector<HandleKind> refers_to() const override { return {HandleKind::group}; }
  Status collect_references(References &references) override;

  // Sets the job of this process. It is needed in 32-bit processes, where sentinels contain only a rank.
  void set_own_job(std::uint32_t job) { own_job_ = job; }

  // Reads a group. Errors: not_found if the group is not in the library's table.
  Result<Group> read(Address handle);

  // Reads only the members of a group. Errors: those of read().
  Result<GroupMembers> live_members(Address handle);

  // Returns the members by rank, without checking that the group is live. The vector is shared and cached until
  // clear().
  Result<GroupMembers> members(Address handle);

  // Returns this process's rank according to the group itself; nullopt if the group's members have not been read.
  std::optional<std::int32_t> known_rank(Address handle) const;

  // Returns the stored array of members: a pointer to the record of each process, or a sentinel. The result is empty
  // for sparse groups, which store no such array.
  Result<std::vector<Address>> processes(Address handle);

  // Returns the name of a process. `process` is a pointer to the process's record or a sentinel.
  Result<ProcessName> process_name(Address process);

 private:
  // Checks that the group is in the library's table, which is read once until clear(). Errors: not_found.
  Status check_live(Address handle);
  // Reads a group without checking that it is in the table. Errors: those of reading the group and its members.
  Result<Group> read_object(Address handle);
  // Returns true if the program has no handle for the group, that is, if the library holds every reference to it.
  // Returns nullopt if that is unknown.
  Result<std::optional<bool>> without_handle(const Group &group);
  // Returns the members of a group that was reached by following `depth` parents. Errors: corrupt if groups are nested
  // deeper than limits::depth.
  Result<GroupMembers> members_at_depth(Address handle, unsigned depth);
  // Reads `count` members that are stored as an array of pointers or sentinels.
  Result<std::vector<ProcessName>> dense_members(const View<layout::openmpi::GroupLayout> &view, std::uint64_t count);
  // Reads `count` members that are stored as ranks in the parent group. `parent` has the members of the parent group.
  // Errors: corrupt if the parent has no such rank.
  Result<std::vector<ProcessName>> sparse_members(const View<layout::openmpi::GroupLayout> &view, std::uint64_t count,
                                                  const std::vector<ProcessName> &parent);
  // Reads the members of a sparse group, which are stored in one of three forms, and returns their ranks in the parent
  // group. Errors: corrupt if their number is not `count`.
  Result<std::vector<std::int64_t>> parent_ranks(const View<layout::openmpi::GroupLayout> &view, std::uint64_t count);

  Handles &handles_;
  Objects &objects_;
  std::uint32_t own_job_ = 0;
  // The groups in the library's table; filled when first needed.
  std::unordered_set<Address> live_;
  std::unordered_map<Address, GroupMembers> members_;
  // For each group, the rank of this process.
  std::unordered_map<Address, std::int32_t> ranks_;
  std::unordered_map<Address, ProcessName> processes_;
};

}  // namespace mpidbg::model::openmpi
