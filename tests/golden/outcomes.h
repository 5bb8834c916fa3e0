#pragma once
// Collects the effects that damaged memory has on answers in a table, to be compared with a file. The table does not
// have the sentences of answers; names_a_place() is the rule for these.

#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <string>
#include <utility>

#include "tests/fakes/random_rounds.h"
#include "tests/golden/compare.h"

namespace golden {

// Returns true if a problem says where to look: at an address, at a name of the library's source such as
// "MPIR_Comm.rank", or at a part of the library that has neither.
inline bool names_a_place(const std::string &problem) {
  static const std::regex place(
      "0x[0-9a-f]+|[A-Za-z0-9]+_[A-Za-z0-9_]+|communicator [0-9]+|block of |device |virtual interfaces");
  return std::regex_search(problem, place);
}

class Outcomes {
 public:
  enum Outcome : unsigned { same = 1, another = 2, problem = 4 };

  // `field` is a name such as "MPIR_Comm.context_id".
  void add(const std::string &noun, const std::string &field, Outcome outcome) {
    const std::size_t dot = std::min(field.find('.'), field.size());
    auto &seen = tables_[{noun, field.substr(0, dot)}][field.substr(std::min(dot + 1, field.size()))];
    seen |= static_cast<unsigned>(outcome);
  }

  // The file has a line for each list, struct and outcome, such as "queues, MPIR_Comm, always noticed: context_id
  // rank". It is not compared under the sanitizers, where only some of the damages are tried.
  void compare_with(const std::string &directory, const std::string &name) const {
    if (!fakes::sanitized) compare(directory, name, text());
  }

 private:
  static const char *words(unsigned outcome) {
    if ((outcome & another) != 0) return "may change the answer";
    if (outcome == same) return "without effect";
    return outcome == problem ? "always noticed" : "noticed or without effect";
  }

  std::string text() const {
    std::string text;
    for (const auto &[subject, fields] : tables_) {
      std::map<std::string, std::string> lines;
      for (const auto &[field, outcome] : fields) lines[words(outcome)] += ' ' + (field.empty() ? "(itself)" : field);
      for (const auto &[outcome, names] : lines)
        text.append(subject.first)
            .append(", ")
            .append(subject.second)
            .append(", ")
            .append(outcome)
            .append(":" + names + '\n');
    }
    return text;
  }

  std::map<std::pair<std::string, std::string>, std::map<std::string, unsigned>> tables_;
};

}  // namespace golden
