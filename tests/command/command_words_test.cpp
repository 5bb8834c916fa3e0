// Which of the words is the command, and what is meant where none is.

#include "corefile/command/words/command_words.h"

#include <doctest/doctest.h>

using namespace command;
using Words = std::vector<std::string>;

namespace {

const KnownWords known = {{"jobs", "why", "ranks", "comms", "queues", "ops", "datatypes"},
                          [](std::string_view option) { return option == "--rank" || option == "-o"; }};

std::string arranged(const Words &words) {
  const auto answer = arrange_words(words, known);
  if (!answer) return answer.error().message;
  std::string text;
  for (const std::string &word : *answer) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

TEST_CASE("the command comes first, wherever it was among the options") {
  const std::pair<Words, std::string> cases[] = {
      {{}, "jobs"},
      {{"-q"}, "jobs -q"},
      {{"--rank", "why"}, "jobs --rank why"},
      {{"--rank"}, "jobs --rank"},
      {{"--rank=1", "why"}, "why --rank=1"},
      {{"--rank", "1", "why", "7"}, "why --rank 1 7"},
      {{"-o", "x", "--json", "ranks", "7", "-q"}, "ranks -o x --json 7 -q"},
      {{"ranks", "why"}, "ranks why"},
      {{"--", "why"}, "jobs -- why"},
      {{"-q", "--", "why"}, "jobs -q -- why"},
      {{"7"}, "why 7"},
      {{"-q", "7", "8"}, "why -q 7 8"},
      {{"/nonexistent"}, "why /nonexistent"},
      {{"slurm:7"}, "why slurm:7"},
      {{"-h"}, "-h"},
      {{"--help"}, "--help"},
      {{"-V"}, "-V"},
      {{"-q", "--version"}, "-q --version"},
      {{"version"}, "--version"},
      {{"version", "why"}, "--version"},
      {{"help"}, "--help"},
      {{"help", "why"}, "why --help"},
      {{"help", "profile"}, "there is no command 'profile', and no file of this name"},
      {{"7x"}, "there is no command '7x', and no file of this name"},
      {{""}, "there is no command '', and no file of this name"},
      {{"-"}, "there is no command '-', and no file of this name"},
      {{"rank", "1"}, "there is no command 'rank', and no file of this name; did you mean 'ranks'?"},
  };
  for (const auto &[words, expected] : cases) CHECK(arranged(words) == expected);
  const auto without_why = arrange_words({"7"}, {{"queues"}, known.takes_value});
  REQUIRE_FALSE(without_why);
  CHECK(without_why.error().message == "'7' is a target, which needs a command: mpidbg queues 7");
}

TEST_CASE("a word is near a command by two changes at most, which are at most half of its letters") {
  const std::pair<const char *, const char *> cases[] = {
      {"queue", "queues"},  {"qeueus", "queues"},  {"queuesxy", "queues"},
      {"queuesxyz", ""},    {"qxexes", "queues"},  {"qxexxs", ""},
      {"uqeues", "queues"}, {"uqeuesx", "queues"}, {"uqeuexy", ""},
      {"rnaks", "ranks"},   {"rnask", "ranks"},    {"anks", "ranks"},
      {"xxnks", "ranks"},   {"xxxks", ""},         {"nks", ""},
      {"wyh", "why"},       {"whx", "why"},        {"wxx", ""},
      {"op", ""},           {"opss", "ops"},       {"po", ""},
      {"list", "jobs"},     {"ps", "jobs"},        {"threads", "ranks"},
      {"bt", ""},           {"type", "datatypes"}, {"recv", "queues"},
      {"hang", "why"},      {"operations", "ops"}, {"errorhandlers", ""},
      {"job", "jobs"},      {"obsj", "jobs"},
  };
  for (const auto &[typed, meant] : cases) {
    const std::string word = typed;
    CAPTURE(word);
    CHECK(probable_command(word, known.commands) == meant);
  }
}
