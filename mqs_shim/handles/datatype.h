#pragma once
// A datatype as a plugin described it.

#include "mqs_shim/handles/record.h"

namespace mqs_shim {

struct DatatypeRecord : HandleRecord {};

template <>
struct KindOf<DatatypeRecord> {
  using Info = mpidbg_datatype_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_DATATYPE;
  static constexpr std::string_view noun = "datatype";    // `mpidbg show datatype`
  static constexpr std::string_view nouns = "datatypes";  // `mpidbg datatypes`
};

// Copies the plugin's result, believing its counts only within limits.
void take(const mpidbg_datatype_info_t &info, DatatypeRecord &record);

}  // namespace mqs_shim
