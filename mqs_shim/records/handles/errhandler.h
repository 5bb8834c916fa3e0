#pragma once
// Holds what a plugin reported about an error handler.

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

// Describes an error handler. mpidbg_errhandler_info_t documents the members.
struct ErrhandlerRecord : HandleRecord {
  Address function{};
  int language = MPIDBG_LANGUAGE_C;
  std::vector<HandleReferenceRecord> users;  // `capabilities` says whether the list is complete
  int reference_count = -1;
};

template <>
struct KindOf<ErrhandlerRecord> {
  using Info = mpidbg_errhandler_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_ERRHANDLER;
  static constexpr std::string_view noun = "errhandler";    // `mpidbg show errhandler`
  static constexpr std::string_view nouns = "errhandlers";  // `mpidbg errhandlers`
};

// Returns the kind of object that a handler with these flags can be attached to: "communicator", "file", "window" or
// "session". Empty for a predefined handler, which fits all.
constexpr std::string_view errhandler_object(std::uint32_t flags) {
  if (flags & MPIDBG_ERRH_INFO_COMMUNICATOR) return "communicator";
  if (flags & MPIDBG_ERRH_INFO_FILE) return "file";
  if (flags & MPIDBG_ERRH_INFO_WINDOW) return "window";
  return (flags & MPIDBG_ERRH_INFO_SESSION) != 0 ? "session" : "";
}

// Copies the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_errhandler_info_t &info, ErrhandlerRecord &record);

}  // namespace mqs_shim
