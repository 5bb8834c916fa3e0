#include "mpidbg/layout/text.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::layout {

namespace {

bool is_control(char character) {
  const auto code = static_cast<unsigned char>(character);
  return (code < 0x20 && (code < '\t' || code > '\r')) || code == 0x7f;
}

// Returns true if the text can be a name. Programs may put a few control characters into names, for example for
// colours.
bool is_plausible(const std::string &text) {
  const auto controls = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_control));
  return controls == 0 || (!is_control(text.front()) && controls * 4 <= text.size());
}

}  // namespace

Result<std::string> read_text(const debugger::Memory &memory, Address address, std::size_t size,
                              const std::string &field) {
  MPIDBG_ASSIGN(text, memory.read_string(address, size, field));
  const char *wrong = nullptr;
  if (text.size() >= size) wrong = "it has no NUL";
  if (!is_plausible(text)) wrong = "it has control characters";
  if (wrong == nullptr) return text;
  return Error{ErrorCode::corrupt, field + " at " + hex(address) + " is not a text: " + wrong, address};
}

}  // namespace mpidbg::layout
