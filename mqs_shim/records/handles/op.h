#pragma once
// Holds what a plugin reported about a reduction operation (MPI_Op).

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

// Describes a reduction operation. mpidbg_op_info_t documents the members.
struct OpRecord : HandleRecord {
  Address function{};
  int language = MPIDBG_LANGUAGE_C;
  std::vector<HandleReferenceRecord> pending;  // `capabilities` says whether the list is complete
  int reference_count = -1;
};

template <>
struct KindOf<OpRecord> {
  using Info = mpidbg_op_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_OP;
  static constexpr std::string_view noun = "op";    // `mpidbg show op`
  static constexpr std::string_view nouns = "ops";  // `mpidbg ops`
  static constexpr std::uint32_t internal_flag = MPIDBG_OP_INFO_INTERNAL;
};

// Copies the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_op_info_t &info, OpRecord &record);

}  // namespace mqs_shim
