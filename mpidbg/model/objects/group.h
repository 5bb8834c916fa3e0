#pragma once
// A group of processes as MPI means it. Plain data.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/base/handle.h"

namespace mpidbg::model {

// A process beyond its MPI_COMM_WORLD: MPI_Comm_spawn starts jobs of their own.
struct ProcessName {
  std::uint32_t job = 0;
  std::uint32_t rank = 0;  // in the MPI_COMM_WORLD of that job
  auto operator<=>(const ProcessName &) const = default;
};

// By rank; shared by groups with the same members.
using GroupMembers = std::shared_ptr<const std::vector<ProcessName>>;

enum class GroupStorage { dense, sporadic, strided, bitmap };

struct Group {
  Handle handle{};
  std::string name;  // of a predefined group, else empty
  bool predefined = false;
  bool is_null = false;
  bool is_empty = false;
  int fortran_index = -1;
  int rank = -1;  // of the inspected process; -1: not a member
  GroupStorage storage = GroupStorage::dense;
  int reference_count = 0;

  // Whether no handle of the program refers to it: it was freed, or there never was one. Inferred from reference
  // counts; empty if they do not show it.
  std::optional<bool> without_handle;
  GroupMembers members;
};

}  // namespace mpidbg::model
