#pragma once
// A file as a plugin described it.

#include "mqs_shim/handles/record.h"

namespace mqs_shim {

struct FileRecord : HandleRecord {};

template <>
struct KindOf<FileRecord> {
  using Info = mpidbg_file_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_FILE;
  static constexpr std::string_view noun = "file";    // `mpidbg show file`
  static constexpr std::string_view nouns = "files";  // `mpidbg files`
};

// Copies the plugin's result, believing its counts only within limits.
void take(const mpidbg_file_info_t &info, FileRecord &record);

}  // namespace mqs_shim
