#pragma once
// Converts Markdown to roff. Supports only what the manual pages use: paragraphs, lists, code indented by four columns,
// and tables, whose rows become entries. A list item that starts with `code` or *a value* and a colon becomes an entry,
// like the row of a table.

#include <string>
#include <string_view>
#include <vector>

namespace command {

// A heading with the text below it.
struct MarkdownSection {
  std::string title, text;
};

// Returns the sections whose headings have this level ("##" is level 2), without the text before the first one.
std::vector<MarkdownSection> markdown_sections(std::string_view text, std::size_t level);

// Escapes plain text.
std::string roff(std::string_view text);

// Converts Markdown to roff. With `indented`, the text belongs to an entry, so that its further paragraphs are indented
// like the first.
std::string markdown_to_roff(std::string_view text, bool indented = false);

}  // namespace command
