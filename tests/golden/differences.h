#pragma once
// How two answers differ, in JSON, as sentences without numbers: 'windows[].name: "halo" -> ""'.

#include <set>
#include <string>

namespace golden {

// Of lists of different lengths no more than that. What is said of one place alike is one sentence.
std::set<std::string> differences(const std::string &one, const std::string &other);

}  // namespace golden
