#pragma once
// These functions split text at a separator: into lines, words or the directories of a search path.

#include <string_view>
#include <vector>

namespace mpidbg {

// Removes the first part of `text` together with the separator after it, and returns the part. Without a separator, all
// of the text is one part.
inline std::string_view take_until(std::string_view &text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(part.size() < text.size() ? part.size() + 1 : part.size());
  return part;
}

// Splits a text. The parts refer to the characters of `text`, which must outlive them. A separator at the end does not
// start another part: "a\nb\n" has two lines. An empty text has no parts. A part between two separators may be empty.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) parts.push_back(take_until(text, separator));
  return parts;
}

// Splits a list such as $PATH, and leaves empty parts out.
inline std::vector<std::string_view> split_list(std::string_view text, char separator) {
  std::vector<std::string_view> parts = split(text, separator);
  std::erase(parts, std::string_view());
  return parts;
}

}  // namespace mpidbg
