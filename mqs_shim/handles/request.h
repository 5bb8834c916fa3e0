#pragma once
// A request as a plugin described it.

#include "mqs_shim/handles/record.h"

namespace mqs_shim {

struct RequestRecord : HandleRecord {};

template <>
struct KindOf<RequestRecord> {
  using Info = mpidbg_request_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_REQUEST;
  static constexpr std::string_view noun = "request";    // `mpidbg show request`
  static constexpr std::string_view nouns = "requests";  // `mpidbg requests`
};

// Copies the plugin's result, believing its counts only within limits.
void take(const mpidbg_request_info_t &info, RequestRecord &record);

}  // namespace mqs_shim
