#pragma once
// The words of the command line before they are parsed: which one is the command, and what is meant where there is
// none.
//
// `mpidbg` alone is `mpidbg jobs`; `mpidbg TARGET` is `mpidbg why TARGET`; options may come before the command;
// `help COMMAND` is `COMMAND --help`, `version` is `--version`.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/result.h"

namespace command {

struct KnownWords {
  std::vector<std::string_view> commands;
  // Whether the option ("--rank") takes the next word as its value. Asked only where options come first.
  std::function<bool(std::string_view option)> takes_value;
};

// The same words with the command first; without any where only the help or the version is asked for. The error is a
// sentence about the word that is neither a command nor a target.
mpidbg::Result<std::vector<std::string>> arrange_words(std::vector<std::string> words, const KnownWords &known);

// The command that was probably meant by a word that is none: another number (queue), another name (list), a misspelled
// one. Empty if none is near.
std::string_view probable_command(std::string_view word, const std::vector<std::string_view> &commands);

}  // namespace command
