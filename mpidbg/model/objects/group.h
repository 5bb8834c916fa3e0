#pragma once
// Describes a group of processes in the terms of the MPI standard. Plain data.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/base/handle.h"

namespace mpidbg::model {

// Identifies a process among several jobs: each MPI_Comm_spawn starts a job with an MPI_COMM_WORLD of its own.
struct ProcessName {
  // A number that differs between jobs; the value depends on the library.
  std::uint32_t job = 0;
  // The rank in the MPI_COMM_WORLD of that job.
  std::uint32_t rank = 0;
  auto operator<=>(const ProcessName &) const = default;
};

// The members of a group, indexed by rank. Groups with the same members share one vector.
using GroupMembers = std::shared_ptr<const std::vector<ProcessName>>;

// The form in which the library stores the members. Open MPI uses all four forms.
enum class GroupStorage { dense, sporadic, strided, bitmap };

// Describes one group, as one process sees it. `handle` identifies it while the process is stopped.
struct Group {
  Handle handle{};
  // The name of a predefined group, otherwise empty.
  std::string name;
  bool predefined = false;
  bool is_null = false;
  bool is_empty = false;
  // The Fortran INTEGER handle; -1 if the group has none.
  int fortran_index = -1;
  // The rank of the inspected process; -1 if it is not a member.
  int rank = -1;
  GroupStorage storage = GroupStorage::dense;
  // The library's reference count, which includes references by communicators and windows.
  int reference_count = 0;

  // True if no handle of the program refers to the group: it was freed, or there never was a handle. This is inferred
  // from reference counts; empty if the counts are inconclusive.
  std::optional<bool> without_handle;
  GroupMembers members;
};

}  // namespace mpidbg::model
