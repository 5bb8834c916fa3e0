#include "corefile/command/manual/manual_source.h"

#include <algorithm>
#include <cctype>

namespace command {

namespace {

std::vector<std::string> words_of(std::string_view heading) {
  std::vector<std::string> words(1);
  for (const char c : heading) {
    if (c >= 'a' && c <= 'z') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

ManualSource ManualSource::read(std::string_view page) {
  ManualSource source;
  for (const MarkdownSection &title : markdown_sections(page, 1)) source.summary = title.title;
  source.summary.erase(0, source.summary.find(": ") + 2);
  source.sections = markdown_sections(page, 2);
  source.options = markdown_sections(source.section("Options"), 3);
  for (const MarkdownSection &command : markdown_sections(source.section("Commands"), 3)) {
    CommandText text{words_of(command.title), command.text, {}};
    for (const MarkdownSection &part : markdown_sections(command.text, 4)) text.exit_status = part.text;
    text.text.resize(std::min(text.text.find("#### "), text.text.size()));
    source.commands.push_back(std::move(text));
  }
  return source;
}

std::string_view ManualSource::section(std::string_view title) const {
  for (const MarkdownSection &section : sections)
    if (section.title == title) return section.text;
  return {};
}

const std::string *ManualSource::option(const std::string &name_and_value) const {
  for (const MarkdownSection &option : options)
    if (option.title == name_and_value) return &option.text;
  return nullptr;
}

std::string PageHeading::line(std::string_view name, int section) const {
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  return ".\\\" Written by write_manual from the options of the command and its texts.\n.TH " + roff(upper) + ' ' +
         std::to_string(section) + " \"" + date + "\" \"" + product + "\" \"" +
         (section == 1 ? "User Commands" : "Miscellaneous") + "\"\n";
}

}  // namespace command
