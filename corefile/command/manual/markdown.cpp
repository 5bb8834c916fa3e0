#include "corefile/command/manual/markdown.h"

#include <algorithm>

#include "mpidbg/base/split.h"

namespace command {

namespace {

// Converts code, emphasis and links in one paragraph, list item or table cell to roff.
std::string inline_roff(std::string_view text) {
  std::string out;
  bool is_code = false, is_bold = false, is_value = false;
  const auto change = [&](bool &font, const char *on) {
    font = !font;
    out += font ? on : "\\fR";
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') {
      change(is_code, "\\fB");
    } else if (is_code) {
      out += roff(text.substr(i, 1));
    } else if (text.substr(i).starts_with("**")) {
      change(is_bold, "\\fB");
      ++i;
    } else if (text[i] == '*') {
      change(is_value, "\\fI");
    } else if (const std::size_t end = text.find("](", i);
               text[i] == '[' && end != text.npos && text.find_first_of("[]", i + 1) == end) {
      out += inline_roff(text.substr(i + 1, end - i - 1));
      i = std::min(text.find(')', end), text.size() - 1);
    } else {
      out += roff(text.substr(i, 1));
    }
  }
  std::string lines;
  for (const std::string_view line : mpidbg::split(out, '\n'))
    lines += (line.starts_with('.') ? "\\&" : "") + std::string(line) + '\n';
  return lines;
}

// Returns the position of the colon of an entry, or npos if the item is not an entry.
std::size_t end_of_tag(std::string_view item) {
  if (!item.starts_with('`') && !item.starts_with('*')) return item.npos;
  bool is_code = false;
  for (std::size_t i = 0; i < item.size(); ++i) {
    if (item[i] == '`') is_code = !is_code;
    if (!is_code && item.substr(i).starts_with(": ")) return i;
  }
  return item.npos;
}

std::string entry(std::string_view tag, std::string_view text) {
  return ".TP\n" + inline_roff(tag) + inline_roff(text);
}

std::string item_roff(std::string_view item) {
  const std::size_t end = end_of_tag(item);
  if (end == item.npos) return ".IP \\(bu 2\n" + inline_roff(item);
  return entry(item.substr(0, end), item.substr(end + 2));
}

class RoffWriter {
 public:
  explicit RoffWriter(bool indented) : indented_(indented) {}

  void add(std::string_view line) {
    if (is_comment_ || line.starts_with("<!--")) {
      is_comment_ = line.find("-->") == line.npos;
    } else if (line.starts_with("    ") && kind_ != Kind::item) {
      if (kind_ != Kind::code) begin(Kind::code);
      block_ += roff(line.substr(4)) + '\n';
    } else if (line.empty()) {
      end();
    } else if (line.starts_with("### ")) {
      begin(Kind::heading);
      block_ = line.substr(4);
    } else if (line.starts_with("- ")) {
      begin(Kind::item);
      block_ = line.substr(2);
    } else if (line.starts_with('|')) {
      add_row(line);
    } else {
      if (kind_ != Kind::paragraph && kind_ != Kind::item) begin(Kind::paragraph);
      line.remove_prefix(line.find_first_not_of(' '));
      block_ += (block_.empty() ? "" : "\n") + std::string(line);
    }
  }

  std::string finish() {
    end();
    end_list();
    return out_;
  }

 private:
  enum class Kind { none, paragraph, item, code, heading, row };

  void begin(Kind kind) {
    end();
    kind_ = kind;
  }

  void end() {
    if (kind_ == Kind::paragraph) {
      end_list();
      begin_paragraph();
      out_ += inline_roff(block_);
    } else if (kind_ == Kind::code) {
      end_list();
      begin_paragraph();
      out_ += ".RS 4\n.nf\n" + block_ + ".fi\n.RE\n";
    } else if (kind_ == Kind::heading) {
      end_list();
      out_ += ".SS " + inline_roff(block_);
      is_first_ = true;
    } else if (kind_ == Kind::item) {
      begin_list();
      out_ += item_roff(block_);
    }
    kind_ = Kind::none;
    block_.clear();
  }

  // Adds a row of a table. The rows above |---| are the table's head, which is left out.
  void add_row(std::string_view line) {
    if (kind_ != Kind::row) {
      begin(Kind::row);
      rows_before_ = 0;
    }
    if (line.starts_with("|---") || rows_before_++ == 0) return;
    const std::vector<std::string_view> cells = mpidbg::split(line, '|');
    if (cells.size() < 3) return;
    const auto trimmed = [](std::string_view cell) {
      cell.remove_prefix(std::min(cell.find_first_not_of(' '), cell.size()));
      return cell.substr(0, cell.find_last_not_of(' ') + 1);
    };
    begin_list();
    out_ += entry("**" + std::string(trimmed(cells[1])) + "**", trimmed(cells[2]));
  }

  void begin_paragraph() {
    if (!is_first_) out_ += indented_ ? ".IP\n" : ".PP\n";
    is_first_ = false;
  }
  void begin_list() {
    if (indented_ && !in_list_) out_ += ".RS\n";
    in_list_ = true;
    is_first_ = false;
  }
  void end_list() {
    if (indented_ && in_list_) out_ += ".RE\n";
    in_list_ = false;
  }

  const bool indented_;
  std::string out_, block_;
  Kind kind_ = Kind::none;
  bool is_first_ = true, in_list_ = false, is_comment_ = false;
  int rows_before_ = 0;
};

}  // namespace

std::vector<MarkdownSection> markdown_sections(std::string_view text, std::size_t level) {
  const std::string mark = std::string(level, '#') + ' ';
  std::vector<MarkdownSection> sections;
  for (const std::string_view line : mpidbg::split(text, '\n')) {
    if (line.starts_with(mark)) {
      sections.push_back({std::string(line.substr(mark.size())), {}});
    } else if (!sections.empty()) {
      sections.back().text.append(line).append("\n");
    }
  }
  return sections;
}

std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '-') {
      escaped += "\\-";
    } else if (c == '\\') {
      escaped += "\\e";
    } else if (c == '\'') {
      escaped += "\\(aq";
    } else {
      escaped += c;
    }
  }
  return escaped.size() > 1 && escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string markdown_to_roff(std::string_view text, bool indented) {
  RoffWriter writer(indented);
  for (const std::string_view line : mpidbg::split(text, '\n')) writer.add(line);
  return writer.finish();
}

}  // namespace command
