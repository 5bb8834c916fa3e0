#pragma once
// Parses mpidbg.md, the source of the manual pages. The file contains texts about commands and options, and the other
// sections of the page mpidbg(1).

#include <string>
#include <string_view>
#include <vector>

#include "corefile/command/manual/markdown.h"

namespace command {

// Text about one or several commands. All texts are Markdown.
struct CommandText {
  std::vector<std::string> words;  // words of the heading: "profile", "extract"; or several commands
  std::string text, exit_status;
};

// The contents of mpidbg.md.
struct ManualSource {
  std::string summary;
  std::vector<CommandText> commands;
  std::vector<MarkdownSection> options;  // titles are spelled like "--output FILE"
  std::vector<MarkdownSection> sections;

  static ManualSource read(std::string_view page);

  // Returns the text of the section with this title; empty if there is none.
  std::string_view section(std::string_view title) const;
  const std::string *option(const std::string &name_and_value) const;
};

// Holds the values that are the same in the .TH line of each page.
struct PageHeading {
  std::string date, product;  // such as "2026-11-28" and "mpidbg 0.2.0"

  std::string line(std::string_view name, int section) const;
};

}  // namespace command
