#pragma once
// The Markdown that manual pages are written in, as roff: paragraphs, lists, code that is indented by four columns, and
// tables, whose rows become entries. An item of a list that begins with `code` or *a value* and a colon is an entry.

#include <string>
#include <string_view>
#include <vector>

namespace command {

struct MarkdownSection {
  std::string title, text;
};

// The sections with a heading of this level ("##": 2), without the text before the first one.
std::vector<MarkdownSection> markdown_sections(std::string_view text, std::size_t level);

// Plain text.
std::string roff(std::string_view text);

// `indented`: the text of an entry, whose further paragraphs are indented like the first one.
std::string markdown_to_roff(std::string_view text, bool indented = false);

}  // namespace command
