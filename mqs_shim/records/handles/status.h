#pragma once
// Holds what a plugin reported about an MPI_Status. A status has no handle: it is a struct in the program's memory, and
// the library keeps no list of statuses.

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

// Describes an MPI_Status. mpidbg_status_info_t documents the members.
struct StatusRecord : HandleRecord {
  int source = -1;
  int tag = -1;
  int error = 0;
  std::int64_t bytes = 0;
};

template <>
struct KindOf<StatusRecord> {
  using Info = mpidbg_status_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_STATUS;
  static constexpr std::string_view noun = "status";
};

void take(const mpidbg_status_info_t &info, StatusRecord &record);

}  // namespace mqs_shim
