#pragma once
// Rearranges the words of the command line before they are parsed: finds the command, or chooses one if none is given.
//
// `mpidbg` alone means `mpidbg jobs`; `mpidbg TARGET` means `mpidbg why TARGET`; options may precede the command; `help
// COMMAND` means `COMMAND --help`, and `version` means `--version`.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/result.h"

namespace command {

// Describes the words that the parser knows.
struct KnownWords {
  std::vector<std::string_view> commands;
  // Returns true if the option ("--rank") takes the next word as its value. Called only if options precede the command.
  std::function<bool(std::string_view option)> takes_value;
};

// Returns the words with the command as the first one, or without a command if only help or the version is requested.
// The error is a sentence about a word that is neither a command nor a target.
mpidbg::Result<std::vector<std::string>> arrange_words(std::vector<std::string> words, const KnownWords &known);

// Returns the command that the user probably meant by an unknown word: singular for plural (queue), another tool's name
// (list), or a misspelled command. Empty if no command is similar.
std::string_view probable_command(std::string_view word, const std::vector<std::string_view> &commands);

}  // namespace command
