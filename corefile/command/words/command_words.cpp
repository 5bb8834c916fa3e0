#include "corefile/command/words/command_words.h"

#include <algorithm>
#include <filesystem>

namespace command {

namespace {

using Words = std::vector<std::string>;

// Maps other tools' names for a command (ps, bt, GDB's `info threads`, MPI's own terms) to the command.
struct OtherName {
  std::string_view name, command;
};
constexpr OtherName other_names[] = {{"list", "jobs"},
                                     {"ps", "jobs"},
                                     {"communicators", "comms"},
                                     {"communicator", "comms"},
                                     {"processes", "ranks"},
                                     {"threads", "ranks"},
                                     {"bt", "stacks"},
                                     {"backtrace", "stacks"},
                                     {"deadlock", "why"},
                                     {"hang", "why"},
                                     {"types", "datatypes"},
                                     {"type", "datatypes"},
                                     {"operations", "ops"},
                                     {"objects", "handles"},
                                     {"variables", "cvars"},
                                     {"recv", "queues"},
                                     {"errorhandlers", "errhandlers"}};

bool contains(const std::vector<std::string_view> &words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Returns how many characters must be inserted, deleted, replaced, or exchanged with their neighbour to change `a` into
// `b`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        steps[i][j] = i + j;
        continue;
      }
      steps[i][j] = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, steps[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
    }
  }
  return steps[a.size()][b.size()];
}

bool is_help_or_version(std::string_view word) {
  return word == "-h" || word == "--help" || word == "-V" || word == "--version";
}

// Returns true for a pid, a path, the name of a file, or a job of Slurm.
bool is_target(const std::string &word) {
  const bool is_number = std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (is_number || word.find('/') != std::string::npos || word.starts_with("slurm:")) return !word.empty();
  std::error_code error;
  return std::filesystem::exists(word, error);
}

// Returns the first word that is neither an option nor the value of one, or the end.
Words::iterator first_word(Words &words, const KnownWords &known) {
  auto word = words.begin();
  for (; word != words.end() && word->starts_with('-') && *word != "-"; ++word) {
    if (*word == "--") return words.end();
    const bool has_value =
        !is_help_or_version(*word) && word->find('=') == std::string::npos && known.takes_value(*word);
    if (has_value && ++word == words.end()) break;
  }
  return word;
}

mpidbg::Error no_command(const std::string &word, const KnownWords &known) {
  std::string text = "there is no command '" + word + "', and no file of this name";
  if (const std::string_view meant = probable_command(word, known.commands); !meant.empty()) {
    text += "; did you mean '" + std::string(meant) + "'?";
  }
  return {mpidbg::ErrorCode::not_found, text};
}

}  // namespace

std::string_view probable_command(std::string_view word, const std::vector<std::string_view> &commands) {
  for (const OtherName &other : other_names) {
    if (other.name == word && contains(commands, other.command)) return other.command;
  }
  constexpr std::size_t farthest = 2;
  std::string_view nearest;
  std::size_t least = farthest + 1;
  for (const std::string_view command : commands) {
    // Short words are skipped, because nearly all of their letters could differ.
    if (word.size() <= farthest || command.size() <= farthest) continue;
    const std::size_t steps = distance(word, command);
    if (steps >= least || steps * 2 > word.size()) continue;
    nearest = command;
    least = steps;
  }
  return nearest;
}

mpidbg::Result<Words> arrange_words(Words words, const KnownWords &known) {
  const auto word = first_word(words, known);
  if (word == words.end()) {
    const bool alone = std::any_of(words.begin(), words.end(), is_help_or_version);
    if (!alone) words.insert(words.begin(), "jobs");
    return words;
  }
  if (*word == "version") return Words{"--version"};
  if (*word == "help") {
    Words of(word + 1, words.end());
    of.emplace_back("--help");
    if (of.size() > 1 && !contains(known.commands, of.front())) return no_command(of.front(), known);
    return of;
  }
  if (contains(known.commands, *word)) {
    std::rotate(words.begin(), word, word + 1);
    return words;
  }
  if (!is_target(*word)) return no_command(*word, known);
  constexpr std::string_view of_targets = "why";
  if (!contains(known.commands, of_targets)) {
    return mpidbg::Error{mpidbg::ErrorCode::not_supported,
                         "'" + *word + "' is a target, which needs a command: mpidbg queues " + *word};
  }
  words.insert(words.begin(), std::string(of_targets));
  return words;
}

}  // namespace command
