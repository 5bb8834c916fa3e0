#include "mqs_shim/render/blocks/html_output.h"

#include <algorithm>

namespace mqs_shim {

namespace {

std::string_view class_of(Role role) {
  switch (role) {
    case Role::process:
      return "process";
    case Role::section:
      return "section";
    case Role::object:
      return "object";
    case Role::property:
      return "property";
    case Role::detail:
      return "detail";
    case Role::picture:
      return "picture";
    case Role::problem:
      return "problem";
    case Role::table:
      return "table";
    case Role::row:
      return "row";
  }
  return {};
}

std::string classes(const Block &block) {
  std::string names(class_of(block.role));
  if (block.severity == Severity::notable) names += " notable";
  if (block.severity == Severity::warning) names += " warning";
  if (block.severity == Severity::error) names += " error";
  return names;
}

bool is_block_of_others(Role role) {
  return role == Role::process || role == Role::section || role == Role::object;
}

}  // namespace

void append_html(std::string &out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
}

std::string html(std::string_view text) {
  std::string out;
  append_html(out, text);
  return out;
}

void HtmlOutput::put(std::string_view text) {
  scratch_.clear();
  append_html(scratch_, text);
  sink_.append(scratch_);
}

void HtmlOutput::put_line(const Block &block, bool heading) {
  if (!block.title.empty()) {
    sink_.append(heading ? "<h3>" : "<b>");
    put(block.title);
    sink_.append(heading ? "</h3>" : "</b> ");
  }
  if (block.value) {
    sink_.append(" = ");
    put(*block.value);
  }
  const bool as_line = heading && block.cells.size() + block.notes.size() != 0;
  if (as_line) sink_.append("<p class=\"facts\">");
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    sink_.append(i == 0 ? "<span>" : " <span>");
    put(block.cells.text(i));
    sink_.append("</span>");
  }
  for (std::size_t i = 0; i < block.notes.size(); ++i) {
    sink_.append(" <span class=\"note\">");
    put(block.notes.text(i));
    sink_.append("</span>");
  }
  if (as_line) sink_.append("</p>");
}

void HtmlOutput::put_row(const Block &block) {
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    sink_.append("<td>");
    put(block.cells.text(i));
    sink_.append("</td>");
  }
  if (block.notes.empty()) return;
  sink_.append("<td>");
  for (std::size_t i = 0; i < block.notes.size(); ++i) {
    if (i != 0) sink_.append(", ");
    put(block.notes.text(i));
  }
  sink_.append("</td>");
}

void HtmlOutput::begin(const Block &block) {
  const bool in_table = !open_.empty() && open_.back().role == Role::table;
  const std::size_t columns = block.columns.size();
  std::string_view name = "div", close = "</div>";
  if (is_block_of_others(block.role)) {
    name = "section";
    close = "</section>";
  } else if (block.role == Role::table) {
    name = "table";
    close = "</table>";
  } else if (in_table) {
    name = "tr";
    close = block.role == Role::row ? "</tr>" : "</td></tr>";
  } else if (block.role == Role::picture) {
    name = "pre";
    close = "</pre>";
  }
  sink_.append('<');
  sink_.append(name);
  sink_.append(" class=\"");
  sink_.append(classes(block));
  sink_.append("\">");
  if (block.role == Role::table) {
    if (std::any_of(block.columns.begin(), block.columns.end(), [](const Column &c) { return !c.title.empty(); })) {
      sink_.append("<tr>");
      for (const Column &column : block.columns) {
        sink_.append("<th>");
        put(column.title);
        sink_.append("</th>");
      }
      sink_.append("</tr>");
    }
  } else if (in_table && block.role == Role::row) {
    put_row(block);
  } else {
    if (in_table) {
      sink_.append("<td colspan=\"");
      sink_.append_number(static_cast<std::int64_t>(open_.back().columns));
      sink_.append("\">");
    }
    put_line(block, is_block_of_others(block.role));
  }
  open_.push_back({block.role, close, columns});
}

void HtmlOutput::end() {
  sink_.append(open_.back().close);
  sink_.end_line();
  open_.pop_back();
}

}  // namespace mqs_shim
