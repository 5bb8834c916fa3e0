#pragma once
// Holds what a plugin reported about an MPI session.

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

// Describes an MPI session. mpidbg_session_info_t documents the members.
struct SessionRecord : HandleRecord {
  int thread_level = -1;
  Address errhandler{};
  std::string errhandler_name;
};

template <>
struct KindOf<SessionRecord> {
  using Info = mpidbg_session_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_SESSION;
  static constexpr std::string_view noun = "session";    // `mpidbg show session`
  static constexpr std::string_view nouns = "sessions";  // `mpidbg sessions`
};

// Copies the plugin's result to `record`.
void take(const mpidbg_session_info_t &info, SessionRecord &record);

}  // namespace mqs_shim
