#include "mpidbg/model/mpich/objects/groups.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using GroupView = layout::View<GroupLayout>;

constexpr std::uint32_t null_group = 0x08000000, empty_group = 0x48000000;
// A kind that no object of the program has. In a handle, it marks the remote group of a communicator (see groups.h).
constexpr std::uint32_t remote_group_of_communicator = 0xf;

bool is_unmade(Handle handle, bool remote) {
  const auto kind = static_cast<std::uint32_t>(kind_of_handle(value_of(handle)));
  return kind == (remote ? remote_group_of_communicator : static_cast<std::uint32_t>(ObjectKind::communicator));
}

Handle communicator_of(Handle group) {
  const std::uint32_t mask = constants::handle_kind_mask << constants::handle_kind_shift;
  const std::uint32_t kind = static_cast<std::uint32_t>(ObjectKind::communicator) << constants::handle_kind_shift;
  return int_handle((group.value() & ~std::uint64_t{mask}) | kind);
}

}  // namespace

Handle Groups::unmade(std::uint32_t communicator, bool remote) {
  const std::uint32_t mask = constants::handle_kind_mask << constants::handle_kind_shift;
  return int_handle(remote ? communicator | mask : communicator);
}

std::string Groups::problem() {
  return table_problem(handles_.pools, ObjectKind::group, process_.layouts.group);
}

std::string Groups::why_unseen() {
  return why_no_table(handles_.pools, ObjectKind::group, process_.layouts.group);
}

std::string Groups::users_problem() {
  return handles_.windows.problem();
}

std::vector<Handle> Groups::live() {
  return live_handles(handles_.pools, HandleKind::group, ObjectKind::group);
}

Result<GroupMembers> Groups::members_at(Address group) {
  if (const auto known = members_.find(group); known != members_.end()) return known->second;
  MPIDBG_ASSIGN(view, GroupView::read(process_.memory, process_.layouts.group, group));
  MPIDBG_ASSIGN(members, read_group_members(process_, handles_.world, view));
  MPIDBG_TRY(
      check_members(handles_.world, *members, view.get(&GroupLayout::size), view.get(&GroupLayout::rank), group));
  members_.emplace(group, members);
  return members;
}

Result<GroupMembers> Groups::members(Handle handle) {
  for (const bool remote : {false, true}) {
    if (is_unmade(handle, remote)) return handles_.communicators.members(communicator_of(handle), remote);
  }
  const auto value = value_of(handle);
  if (value == null_group || value == empty_group) return GroupMembers(std::make_shared<std::vector<ProcessName>>());
  MPIDBG_ASSIGN(group, handles_.pools.find(ObjectKind::group, value));
  return members_at(group);
}

// Returns true if the program has freed its handle of the group. Each communicator that points to the group holds one
// reference, and each handle of the program holds one.
std::optional<bool> Groups::without_handle(const Group &group, Address address) {
  if (group.predefined || !handles_.users.problem(HandleKind::group).empty()) return std::nullopt;
  const auto users = handles_.users.of({HandleKind::group, group.handle});
  if (!users) return std::nullopt;
  std::int64_t accounted = 0;
  for (const HandleReference &user : *users) {
    accounted +=
        user.kind == HandleKind::communicator ? handles_.communicators.references_to_group(user.handle, address) : 1;
  }
  return group.reference_count <= accounted;
}

Result<Group> Groups::read(Handle handle) {
  Group group;
  group.handle = handle;
  const auto value = value_of(handle);
  group.fortran_index = static_cast<std::int32_t>(value);
  group.name = predefined_name(HandleKind::group, value);
  group.predefined = !group.name.empty();
  group.is_null = value == null_group;
  group.is_empty = value == empty_group;
  MPIDBG_ASSIGN(names, members(handle));
  group.members = names;
  if (group.predefined) return group;
  if (is_unmade(handle, false) || is_unmade(handle, true)) {
    group.fortran_index = -1;
    group.without_handle = true;
    if (is_unmade(handle, false)) {
      MPIDBG_ASSIGN(rank, handles_.communicators.rank(handle));
      group.rank = rank;
    }
    return group;
  }
  MPIDBG_ASSIGN(address, handles_.pools.find(ObjectKind::group, value));
  MPIDBG_ASSIGN(view, GroupView::read(process_.memory, process_.layouts.group, address));
  MPIDBG_ASSIGN(header, view.as(process_.layouts.object));
  group.reference_count = header.get(&ObjectLayout::ref_count);
  const std::int32_t rank = view.get(&GroupLayout::rank);
  group.rank = rank >= 0 && static_cast<std::size_t>(rank) < names->size() ? rank : -1;
  group.without_handle = without_handle(group, address);
  return group;
}

}  // namespace mpidbg::model::mpich
