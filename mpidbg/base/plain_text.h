#pragma once
// Makes text from plugins or from the target safe to be embedded in a sentence.

#include <cstring>
#include <string>

namespace mpidbg {

// Returns the first `limit` characters of `text`, with control characters replaced by spaces and trailing spaces
// removed. A null pointer gives an empty string. At most `limit` bytes are read, so `text` needs no NUL within them.
inline std::string plain_text(const char *text, std::size_t limit = 1024) {
  if (text == nullptr) return {};
  std::string result(text, strnlen(text, limit));
  for (char &c : result) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace mpidbg
