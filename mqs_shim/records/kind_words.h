#pragma once
// Maps the words that users write for kinds of handles, such as "comm", to the kinds.

#include <optional>
#include <string_view>

#include "mpidbg/abi/mpihandles_interface.h"

namespace mqs_shim {

// Returns the kind for a word of handle_kinds.def, such as "communicator" or "comm", and for "type", which means
// datatype. Returns nothing for other words.
constexpr std::optional<mpidbg_handle_kind_t> kind_of_word(std::string_view text) {
  if (text == "type") return MPIDBG_KIND_DATATYPE;
#define MPIDBG_HANDLE_KIND(noun, word, WORD, type) \
  if (text == #noun || text == #word) return MPIDBG_KIND_##WORD;
#include "mpidbg/base/handle_kinds.def"
  return std::nullopt;
}

}  // namespace mqs_shim
