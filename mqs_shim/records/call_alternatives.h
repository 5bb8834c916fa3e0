#pragma once
// Writes in one text which MPI functions a call may be, where a library does not store that: "MPI_Ibarrier",
// "MPI_Ibcast or MPI_Ireduce", or "MPI_Ibarrier or another collective" if these are only likely.

#include <string>
#include <string_view>
#include <vector>

namespace mqs_shim {

inline constexpr std::string_view alternative_mark = " or ", another_collective = "another collective";

// Returns the text for names of MPI functions. `certain` says that it can be no other function.
inline std::string alternatives_text(const std::vector<std::string_view> &names, bool certain) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += alternative_mark;
    text += name;
  }
  if (!text.empty() && !certain) text.append(alternative_mark).append(another_collective);
  return text;
}

// Returns the names in such a text; nothing if any other function is possible as well. The result refers to `text`.
inline std::vector<std::string_view> certain_alternatives(std::string_view text) {
  std::vector<std::string_view> names;
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(alternative_mark));
    if (name == another_collective) return {};
    names.push_back(name);
    text.remove_prefix(name.size() < text.size() ? name.size() + alternative_mark.size() : text.size());
  }
  return names;
}

}  // namespace mqs_shim
