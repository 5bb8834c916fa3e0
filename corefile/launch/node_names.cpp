#include "corefile/launch/node_names.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "mpidbg/base/regular_file.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

namespace {

constexpr std::size_t longest_name = 255;
constexpr std::size_t most_named = 8;
constexpr std::size_t most_host_file_bytes = 16 << 20;  // limit for a host file

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

Error no_set(std::string_view text, const std::string &problem) {
  return {ErrorCode::out_of_range, "not a set of nodes: '" + std::string(text) + "': " + problem};
}

// Splits a text at those commas that are not inside brackets.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']') --depth;
    if (text[i] != ',' || depth > 0) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

class NodeSet {
 public:
  explicit NodeSet(std::string_view text) : text_(text) {}

  Status add(std::string name) {
    if (!is_node_name(name)) return no_set(text_, "'" + name + "' is not the name of a node");
    if (++added_ > most_nodes) return no_set(text_, "more nodes than the limit of " + std::to_string(most_nodes));
    if (seen_.insert(name).second) names_.push_back(std::move(name));
    return {};
  }

  // Adds the names that `before` followed by `rest` stands for. Only `rest` may contain brackets.
  Status expand(const std::string &before, std::string_view rest) {
    const std::size_t open = rest.find('[');
    if (open == std::string_view::npos) return add(before + std::string(rest));
    const std::size_t close = rest.find(']', open);
    if (close == std::string_view::npos) return no_set(text_, "a '[' without ']'");
    const std::string prefix = before + std::string(rest.substr(0, open));
    const std::string_view after = rest.substr(close + 1);
    const std::string_view ranges = rest.substr(open + 1, close - open - 1);
    if (ranges.empty()) return no_set(text_, "nothing between '[' and ']'");
    for (const std::string_view range : mpidbg::split(ranges, ',')) {
      const std::string_view first = range.substr(0, range.find('-'));
      const std::string_view last = first.size() == range.size() ? first : range.substr(first.size() + 1);
      const auto from = mpidbg::whole_number<std::uint32_t>(first), to = mpidbg::whole_number<std::uint32_t>(last);
      if (!from || !to || *to < *from)
        return no_set(text_, "'" + std::string(range) + "' is not a number or a range of numbers");
      for (std::uint64_t number = *from; number <= *to; ++number) {
        std::string digits = std::to_string(number);
        if (digits.size() < first.size()) digits.insert(0, first.size() - digits.size(), '0');
        MPIDBG_TRY(expand(prefix + digits, after));
      }
    }
    return {};
  }

  std::vector<std::string> take() { return std::move(names_); }

 private:
  std::string_view text_;
  std::size_t added_ = 0;  // number of names, including repeated ones
  std::vector<std::string> names_;
  std::set<std::string> seen_;
};

}  // namespace

bool is_node_name(std::string_view name) {
  if (name.empty() || name.size() > longest_name) return false;
  if (!is_letter_or_digit(name.front()) && name.front() != ':') return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_' || c == ':'; });
}

Result<std::vector<std::string>> expand_nodes(std::string_view text) {
  NodeSet set(text);
  for (const std::string_view part : parts_of(text)) MPIDBG_TRY(set.expand("", part));
  return set.take();
}

Result<std::vector<std::string>> nodes_in_file(const std::string &path) {
  MPIDBG_ASSIGN(text, mpidbg::read_regular_file(path, most_host_file_bytes));
  NodeSet set(path);
  for (std::string_view line : mpidbg::split(text, '\n')) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos || line[begin] == '#') continue;
    line.remove_prefix(begin);
    std::string_view word = line.substr(0, line.find_first_of(" \t\r#"));
    MPIDBG_TRY(set.add(std::string(word.substr(0, word.find(':')))));
  }
  std::vector<std::string> nodes = set.take();
  if (nodes.empty()) return Error{ErrorCode::not_found, path + " names no node"};
  return nodes;
}

std::string list_of_nodes(const std::vector<std::string> &nodes) {
  std::string text;
  const std::size_t named = nodes.size() > most_named ? most_named : nodes.size();
  for (std::size_t i = 0; i < named; ++i) {
    const bool is_last = i + 1 == nodes.size();
    text += (i == 0 ? "" : is_last ? " and " : ", ") + nodes[i];
  }
  return named == nodes.size() ? text : text + " and " + std::to_string(nodes.size() - named) + " more";
}

}  // namespace corefile
