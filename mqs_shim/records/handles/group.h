#pragma once
// Holds what a plugin reported about a group.

#include "mqs_shim/records/handles/members.h"
#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

// Describes a group. mpidbg_group_info_t documents the members.
struct GroupRecord {
  Address handle{};
  std::string name;
  std::uint32_t flags = 0;  // mpidbg_group_info_bitmap_t
  int fortran_handle = -1;
  int rank = -1;
  int size = 0;
  std::vector<ProcessName> members;
  int storage = MPIDBG_GROUP_DENSE;
  std::vector<Address> communicators;
  int reference_count = -1;
};

template <>
struct KindOf<GroupRecord> {
  using Info = mpidbg_group_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_GROUP;
  static constexpr std::string_view noun = "group";
  static constexpr std::string_view nouns = "groups";
};

// Copies the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_group_info_t &info, GroupRecord &record);

}  // namespace mqs_shim
