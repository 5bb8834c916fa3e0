#pragma once
// Parts of a text between separators: lines, lists of directories, words.

#include <string_view>
#include <vector>

namespace mpidbg {

// The part up to the first separator or the end of the text, taken off its front together with that separator.
inline std::string_view take_until(std::string_view &text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(part.size() < text.size() ? part.size() + 1 : part.size());
  return part;
}

// The parts refer to `text`, which must outlive them. A separator at the end ends the last part and begins no other one
// ("a\nb\n" has two lines); an empty text has no parts; parts between two separators may be empty.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) parts.push_back(take_until(text, separator));
  return parts;
}

// A list such as $PATH: the parts that are not empty.
inline std::vector<std::string_view> split_list(std::string_view text, char separator) {
  std::vector<std::string_view> parts = split(text, separator);
  std::erase(parts, std::string_view());
  return parts;
}

}  // namespace mpidbg
