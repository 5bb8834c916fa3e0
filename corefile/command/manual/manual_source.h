#pragma once
// mpidbg.md is the source of the manual pages: it has texts about commands and options, and the other sections.

#include <string>
#include <string_view>
#include <vector>

#include "corefile/command/manual/markdown.h"

namespace command {

// In Markdown, as all texts here.
struct CommandText {
  std::vector<std::string> words;  // of the heading: "profile", "extract"; or several commands
  std::string text, exit_status;
};

struct ManualSource {
  std::string summary;
  std::vector<CommandText> commands;
  std::vector<MarkdownSection> options;  // by "--output FILE"
  std::vector<MarkdownSection> sections;

  static ManualSource read(std::string_view page);

  // Empty if there is none.
  std::string_view section(std::string_view title) const;
  const std::string *option(const std::string &name_and_value) const;
};

// For the line .TH of each page.
struct PageHeading {
  std::string date, product;  // "2026-11-28", "mpidbg 0.2.0"

  std::string line(std::string_view name, int section) const;
};

}  // namespace command
