#include "corefile/command/manual/manual_source.h"

#include "mpidbg/base/split.h"

namespace command {

namespace {

// The words of a tag up to what is optional or an argument: `\fBdiff\fR [\fB\-\-after\fR` is about diff.
std::vector<std::string> words_of_tag(std::string_view tag) {
  tag = tag.substr(0, std::min(tag.find('['), tag.find("\\fI")));
  std::vector<std::string> words(1);
  for (const char c : tag) {
    if (c >= 'a' && c <= 'z') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Paragraphs begin with .TP, except for those of a list within a paragraph (.RS to .RE).
void add_line(std::vector<CommandText> &paragraphs, const std::string &line, int &depth, bool &is_tag,
              bool &is_exit_status) {
  if (line == ".RS") ++depth;
  if (line == ".RE") --depth;
  if (line == ".TP" && depth == 0) {
    paragraphs.emplace_back();
    is_tag = true;
    is_exit_status = false;
  } else if (is_tag) {
    paragraphs.back().tag = line;
    paragraphs.back().commands = words_of_tag(line);
    is_tag = false;
  } else if (line == ".\\\" EXIT STATUS") {
    is_exit_status = true;
  } else if (!paragraphs.empty()) {
    (is_exit_status ? paragraphs.back().exit_status : paragraphs.back().text).append(line).append("\n");
  }
}

// The words of `.TH NAME 1 "DATE" "PRODUCT" ...` in quotation marks.
void read_heading(ManualSource &source, std::string_view line) {
  const std::vector<std::string_view> parts = mpidbg::split(line, '"');
  if (parts.size() < 4) return;
  source.date = parts[1];
  source.product = parts[3];
}

}  // namespace

ManualSource ManualSource::read(std::string_view page) {
  ManualSource source;
  std::string_view section;
  int depth = 0;
  bool is_tag = false, is_exit_status = false;
  for (const std::string_view line : mpidbg::split(page, '\n')) {
    if (line.starts_with(".TH ")) read_heading(source, line);
    if (line.starts_with(".SH ")) {
      section = line.substr(4);
    } else if (section == "COMMANDS") {
      add_line(source.commands, std::string(line), depth, is_tag, is_exit_status);
    } else if (section == "EXIT STATUS") {
      source.exit_status.append(line).append("\n");
    }
  }
  return source;
}

}  // namespace command
