#pragma once
// What answers say of damage, by what was damaged: a file of expectations that has every sentence once.

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "tests/fakes/random_rounds.h"
#include "tests/golden/compare.h"

namespace golden {

class Remarks {
 public:
  // Without its numbers, which differ from one damaged value to the next.
  void add(const std::string &subject, const std::string &sentence) {
    static const std::regex numbers("0x[0-9a-f]+|-?[0-9]+(?![0-9A-Za-z_])");
    const std::string masked = std::regex_replace(sentence, numbers, "N");
    if (seen_.insert(subject + '\n' + masked).second) sentences_[subject].insert(masked);
  }

  // The file has a line with each subject, and below it, indented, what is said. Under the sanitizers, which try but
  // some of the damages, what is said has to be in it.
  void compare_with(const std::string &directory, const std::string &name) const {
    if (!fakes::sanitized || std::getenv("COLLECT_GOLDEN") != nullptr) return compare(directory, name, text());
    std::ifstream file(directory + "/" + name);
    std::set<std::string> expected;
    std::string subject;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("  ")) expected.insert(subject + '\n' + line.substr(2));
      if (!line.starts_with("  ")) subject = line;
    }
    for (const std::string &one : seen_) CHECK_MESSAGE(expected.contains(one), name, ": ", one);
  }

 private:
  std::string text() const {
    std::string text;
    for (const auto &[subject, sentences] : sentences_) {
      text += subject + '\n';
      for (const std::string &sentence : sentences) text += "  " + sentence + '\n';
    }
    return text;
  }

  std::set<std::string> seen_;
  std::map<std::string, std::set<std::string>> sentences_;
};

}  // namespace golden
