#pragma once
// Comparison with a file of expected output. With COLLECT_GOLDEN=1 in the environment the file is written instead.

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace golden {

// The first line that differs, for the message of a failed comparison.
inline std::string first_difference(const std::string &expected, const std::string &text) {
  std::istringstream left(expected), right(text);
  std::string was, is;
  for (int number = 1;; ++number) {
    const bool more_left = static_cast<bool>(std::getline(left, was));
    const bool more_right = static_cast<bool>(std::getline(right, is));
    if (!more_left) was = "(end of file)";
    if (!more_right) is = "(end of text)";
    if (was != is || !more_left) return "line " + std::to_string(number) + "\nexpected: " + was + "\nis:       " + is;
  }
}

inline void compare(const std::string &directory, const std::string &name, const std::string &text) {
  const std::string path = directory + "/" + name;
  if (std::getenv("COLLECT_GOLDEN") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream file(path);
  CHECK_MESSAGE(file.is_open(), path, " does not exist");
  const std::string expected{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK_MESSAGE(text == expected, name, ", ", first_difference(expected, text));
}

}  // namespace golden
