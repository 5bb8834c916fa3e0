#include "mpidbg/model/openmpi/objects/groups.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

Result<std::uint64_t> member_count(const View<GroupLayout> &view) {
  const std::int64_t count = view.get(&GroupLayout::grp_proc_count);
  if (count < 0 || static_cast<std::uint64_t>(count) > limits::group_members) {
    return Error{ErrorCode::corrupt,
                 "ompi_group_t at " + hex(view.address()) + " claims " + std::to_string(count) + " members",
                 view.address()};
  }
  return static_cast<std::uint64_t>(count);
}

GroupStorage storage_of(std::uint32_t flags) {
  if (flags & constants::group_sporadic) return GroupStorage::sporadic;
  if (flags & constants::group_strided) return GroupStorage::strided;
  if (flags & constants::group_bitmap) return GroupStorage::bitmap;
  return GroupStorage::dense;
}

}  // namespace

void Groups::clear() {
  members_.clear();
  ranks_.clear();
  processes_.clear();
  live_.clear();
}

std::vector<PredefinedHandle> Groups::predefined() const {
  std::vector<PredefinedHandle> handles;
  if (auto null = predefined_at("MPI_GROUP_NULL", 0)) handles.push_back(std::move(*null));
  if (auto empty = predefined_at("MPI_GROUP_EMPTY", 1)) handles.push_back(std::move(*empty));
  return handles;
}

Result<ProcessName> Groups::process_name(Address process) {
  const std::uint64_t bits = process.value();
  if (bits & 1) {
    // Bit 0 marks a sentinel, which is a name in place of a pointer. The group has a sentinel for each process that
    // this process has not communicated with yet. Source: ompi/proc/proc.h.
    if (objects_.memory().pointer_size() == 4) return ProcessName{own_job_, static_cast<std::uint32_t>(bits >> 1)};
    const auto local = static_cast<std::uint32_t>(bits >> 1 & 0x7fff);
    const auto family = static_cast<std::uint32_t>(bits >> 16 & 0xffff);
    return ProcessName{family << 16 | local, static_cast<std::uint32_t>(bits >> 32)};
  }
  if (const auto known = processes_.find(process); known != processes_.end()) return known->second;
  MPIDBG_ASSIGN(view, objects_.read_object(objects_.layouts().proc, process));
  MPIDBG_ASSIGN(words,
                objects_.memory().read_int32s(view.address_of(&ProcLayout::proc_name), 2, "opal_proc_t.proc_name"));
  const ProcessName name{static_cast<std::uint32_t>(words[0]), static_cast<std::uint32_t>(words[1])};
  processes_.emplace(process, name);
  return name;
}

Status Groups::check_live(Address handle) {
  if (live_.empty()) {
    MPIDBG_ASSIGN(table, live());
    live_ = {table.begin(), table.end()};
  }
  if (!live_.contains(handle)) return Error{ErrorCode::not_found, hex(handle) + " is not a live group", handle};
  return {};
}

Result<GroupMembers> Groups::live_members(Address handle) {
  MPIDBG_TRY(check_live(handle));
  return members(handle);
}

Result<Group> Groups::read(Address handle) {
  MPIDBG_TRY(check_live(handle));
  auto group = read_object(handle);
  if (!group) return group;
  MPIDBG_ASSIGN(without, without_handle(*group));
  group->without_handle = without;
  return group;
}

std::string Groups::users_problem() {
  return handles_.windows.problem();
}

Status Groups::collect_references(References &references) {
  MPIDBG_ASSIGN(table, live());
  for (const Address handle : table) {
    const auto view = objects_.read_object(objects_.layouts().group, handle);
    if (!view) continue;
    const Address parent = view->get(&GroupLayout::grp_parent_group_ptr);
    if (!parent.is_null()) references.add({HandleKind::group, handle}, {HandleKind::group, parent});
  }
  return {};
}

// Compares the reference count with the known references. A communicator holds one to its local and one to its remote
// group, which are the same group except in intercommunicators. Windows, groups derived from this one, and handles of
// the program hold one each.
Result<std::optional<bool>> Groups::without_handle(const Group &group) {
  if (group.predefined || !handles_.users.problem(HandleKind::group).empty()) return std::optional<bool>();
  MPIDBG_ASSIGN(users, handles_.users.of({HandleKind::group, group.handle}));
  std::int64_t accounted = 0;
  for (const HandleReference &user : users) {
    if (user.kind != HandleKind::communicator) {
      ++accounted;
      continue;
    }
    MPIDBG_ASSIGN(view, objects_.read_object(objects_.layouts().communicator, user.handle.address()));
    accounted += view.get(&CommunicatorLayout::c_local_group) == group.handle;
    accounted += view.get(&CommunicatorLayout::c_remote_group) == group.handle;
  }
  return std::optional<bool>(group.reference_count <= accounted);
}

Result<Group> Groups::read_object(Address handle) {
  MPIDBG_ASSIGN(view, objects_.read_object(objects_.layouts().group, handle));
  Group group;
  group.handle = handle;
  const std::uint32_t flags = view.get(&GroupLayout::grp_flags);
  group.predefined = (flags & constants::group_intrinsic) != 0;
  group.fortran_index = view.get(&GroupLayout::grp_f_to_c_index);
  group.rank = std::max(view.get(&GroupLayout::grp_my_rank), -1);
  group.storage = storage_of(flags);
  MPIDBG_ASSIGN(references, objects_.reference_count(view));
  group.reference_count = references;
  // The two predefined groups with handles are the first entries of the table. The group of MPI_COMM_WORLD is also
  // predefined.
  group.is_null = group.predefined && group.fortran_index == 0;
  group.is_empty = group.predefined && group.fortran_index == 1;
  if (group.is_null) group.name = "MPI_GROUP_NULL";
  if (group.is_empty) group.name = "MPI_GROUP_EMPTY";
  MPIDBG_ASSIGN(names, members(handle));
  group.members = names;
  return group;
}

Result<GroupMembers> Groups::members(Address handle) {
  return members_at_depth(handle, 0);
}

Result<GroupMembers> Groups::members_at_depth(Address handle, unsigned depth) {
  if (const auto known = members_.find(handle); known != members_.end()) return known->second;
  if (depth >= limits::depth) {
    return Error{ErrorCode::corrupt, "sparse groups are nested without end at " + hex(handle), handle};
  }
  const auto &layout = objects_.layouts().group;
  MPIDBG_ASSIGN(view, objects_.read_object(layout, handle));
  MPIDBG_ASSIGN(count, member_count(view));
  std::vector<ProcessName> names;
  if (count != 0 && storage_of(view.get(&GroupLayout::grp_flags)) != GroupStorage::dense) {
    MPIDBG_ASSIGN(parent, members_at_depth(view.get(&GroupLayout::grp_parent_group_ptr), depth + 1));
    MPIDBG_ASSIGN(sparse, sparse_members(view, count, *parent));
    names = std::move(sparse);
  } else if (count != 0) {
    MPIDBG_ASSIGN(dense, dense_members(view, count));
    names = std::move(dense);
  }
  GroupMembers members = std::make_shared<const std::vector<ProcessName>>(std::move(names));
  members_.emplace(handle, members);
  ranks_.emplace(handle, view.get(&GroupLayout::grp_my_rank));
  return members;
}

std::optional<std::int32_t> Groups::known_rank(Address handle) const {
  const auto found = ranks_.find(handle);
  return found == ranks_.end() ? std::nullopt : std::optional(found->second);
}

Result<std::vector<Address>> Groups::processes(Address handle) {
  MPIDBG_ASSIGN(view, objects_.read_object(objects_.layouts().group, handle));
  MPIDBG_ASSIGN(count, member_count(view));
  if (count == 0 || storage_of(view.get(&GroupLayout::grp_flags)) != GroupStorage::dense) return std::vector<Address>();
  return objects_.memory().read_pointers(view.get(&GroupLayout::grp_proc_pointers), count,
                                         "ompi_group_t.grp_proc_pointers");
}

Result<std::vector<ProcessName>> Groups::dense_members(const View<GroupLayout> &view, std::uint64_t count) {
  MPIDBG_ASSIGN(pointers, objects_.memory().read_pointers(view.get(&GroupLayout::grp_proc_pointers), count,
                                                          "ompi_group_t.grp_proc_pointers"));
  std::vector<ProcessName> names;
  names.reserve(count);
  for (const Address pointer : pointers) {
    MPIDBG_ASSIGN(name, process_name(pointer));
    names.push_back(name);
  }
  return names;
}

Result<std::vector<ProcessName>> Groups::sparse_members(const View<GroupLayout> &view, std::uint64_t count,
                                                        const std::vector<ProcessName> &parent) {
  MPIDBG_ASSIGN(ranks, parent_ranks(view, count));
  std::vector<ProcessName> names;
  names.reserve(count);
  for (const std::int64_t rank : ranks) {
    if (rank < 0 || static_cast<std::uint64_t>(rank) >= parent.size()) {
      return Error{ErrorCode::corrupt,
                   "sparse group at " + hex(view.address()) + " refers to rank " + std::to_string(rank) + " of " +
                       std::to_string(parent.size()),
                   view.address()};
    }
    names.push_back(parent[static_cast<std::size_t>(rank)]);
  }
  return names;
}

// Decodes the three forms of sparse groups as the library's ompi/group/group.h, group_sporadic.c, group_strided.c and
// group_bitmap.c define them.
Result<std::vector<std::int64_t>> Groups::parent_ranks(const View<GroupLayout> &view, std::uint64_t count) {
  const auto &memory = objects_.memory();
  const Address data = view.address_of(&GroupLayout::sparse_data);
  const Address after_pointer = data + memory.pointer_size();
  std::vector<std::int64_t> ranks;
  ranks.reserve(count);
  const auto storage = storage_of(view.get(&GroupLayout::grp_flags));

  if (storage == GroupStorage::strided) {
    MPIDBG_ASSIGN(numbers, memory.read_int32s(data, 2, "ompi_group_t.sparse_data.grp_strided"));
    for (std::uint64_t i = 0; i < count; ++i) {
      ranks.push_back(numbers[0] + static_cast<std::int64_t>(numbers[1]) * static_cast<std::int64_t>(i));
    }
    return ranks;
  }

  MPIDBG_ASSIGN(array, memory.read_pointer(data, "ompi_group_t.sparse_data"));
  MPIDBG_ASSIGN(length, memory.read_int32(after_pointer, "ompi_group_t.sparse_data"));
  if (length < 0 || static_cast<std::uint64_t>(length) > limits::group_members) {
    return Error{ErrorCode::corrupt,
                 "sparse group at " + hex(view.address()) + " has " + std::to_string(length) + " ranges",
                 view.address()};
  }
  if (storage == GroupStorage::sporadic) {
    MPIDBG_ASSIGN(ranges, memory.read_int32s(array, static_cast<std::uint64_t>(length) * 2, "grp_sporadic_list"));
    for (std::size_t i = 0; i + 1 < ranges.size() && ranks.size() < count; i += 2) {
      for (std::int64_t k = 0; k < ranges[i + 1] && ranks.size() < count; ++k) ranks.push_back(ranges[i] + k);
    }
  } else {
    std::vector<std::byte> bits(static_cast<std::size_t>(length));
    MPIDBG_TRY(memory.read(array, bits, "grp_bitmap_array"));
    for (std::size_t i = 0; i < bits.size() * 8 && ranks.size() < count; ++i) {
      if (std::to_integer<unsigned>(bits[i / 8]) >> (i % 8) & 1) ranks.push_back(static_cast<std::int64_t>(i));
    }
  }
  if (ranks.size() != count) {
    return Error{ErrorCode::corrupt,
                 "sparse group at " + hex(view.address()) + " lists " + std::to_string(ranks.size()) + " of " +
                     std::to_string(count) + " members",
                 view.address()};
  }
  return ranks;
}

}  // namespace mpidbg::model::openmpi
