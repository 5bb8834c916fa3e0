#pragma once
// A window as a plugin described it.

#include "mqs_shim/handles/record.h"

namespace mqs_shim {

struct WindowRecord : HandleRecord {};

template <>
struct KindOf<WindowRecord> {
  using Info = mpidbg_win_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_WIN;
  static constexpr std::string_view noun = "window";    // `mpidbg show window`
  static constexpr std::string_view nouns = "windows";  // `mpidbg windows`
};

// Copies the plugin's result, believing its counts only within limits.
void take(const mpidbg_win_info_t &info, WindowRecord &record);

}  // namespace mqs_shim
