#pragma once
// Groups and the names of their members, in all four storages and with sentinels.

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
  // Sparse groups are parts of others.
  std::vector<HandleKind> refers_to() const override { return {HandleKind::group}; }
  Status collect_references(References &references) override;

  // `own_job` completes sentinels of 32-bit processes, which hold a rank only.
  void set_own_job(std::uint32_t job) { own_job_ = job; }

  // Errors: not_found if it is not in the table.
  Result<Group> read(Address handle);

  // The members alone, with the same check.
  Result<GroupMembers> live_members(Address handle);

  // The members of a group by rank: shared, and kept until clear().
  Result<GroupMembers> members(Address handle);

  // This process's rank in a group whose members were read, as the group says it; nothing if they were not.
  std::optional<std::int32_t> known_rank(Address handle) const;

  // The same as they are kept: a pointer to each process's record, or a sentinel. A sparse group has none of its own,
  // and delivers nothing.
  Result<std::vector<Address>> processes(Address handle);

  // The name of one process, from a pointer to it or a sentinel.
  Result<ProcessName> process_name(Address process);

 private:
  Status check_live(Address handle);
  Result<Group> read_object(Address handle);
  Result<std::optional<bool>> without_handle(const Group &group);
  Result<GroupMembers> members_at_depth(Address handle, unsigned depth);
  Result<std::vector<ProcessName>> dense_members(const View<layout::openmpi::GroupLayout> &view, std::uint64_t count);
  Result<std::vector<ProcessName>> sparse_members(const View<layout::openmpi::GroupLayout> &view, std::uint64_t count,
                                                  const std::vector<ProcessName> &parent);
  Result<std::vector<std::int64_t>> parent_ranks(const View<layout::openmpi::GroupLayout> &view, std::uint64_t count);

  Handles &handles_;
  Objects &objects_;
  std::uint32_t own_job_ = 0;
  std::unordered_set<Address> live_;  // filled on first need
  std::unordered_map<Address, GroupMembers> members_;
  std::unordered_map<Address, std::int32_t> ranks_;  // of this process
  std::unordered_map<Address, ProcessName> processes_;
};

}  // namespace mpidbg::model::openmpi
