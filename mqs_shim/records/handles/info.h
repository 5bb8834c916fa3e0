#pragma once
// Holds what a plugin reported about an info object.

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

struct InfoRecord : HandleRecord {
  std::vector<InfoPairRecord> pairs;
  std::vector<HandleReferenceRecord> users;  // inferred; only with MPIDBG_INFO_INFO_USERS_INFERRED
  int reference_count = -1;
};

template <>
struct KindOf<InfoRecord> {
  using Info = mpidbg_info_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_INFO;
  static constexpr std::string_view noun = "info";    // `mpidbg show info`
  static constexpr std::string_view nouns = "infos";  // `mpidbg infos`
  static constexpr std::uint32_t internal_flag = MPIDBG_INFO_INFO_INTERNAL;
};

// Copies the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_info_info_t &info, InfoRecord &record);

}  // namespace mqs_shim
