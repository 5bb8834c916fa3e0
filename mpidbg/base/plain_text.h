#pragma once
// Texts of plugins and of the target, made safe to put into a sentence.

#include <cstring>
#include <string>

namespace mpidbg {

// At most `limit` characters of the text, control characters as spaces, none at the end. Null becomes empty.
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
