#include "mqs_shim/render/blocks/text_output.h"

#include <algorithm>
#include <array>

namespace mqs_shim {

namespace {

constexpr std::size_t step = 2;
constexpr std::string_view between_cells = "  ";
// Notes of a process are about the whole answer and are apart from its cells.
constexpr std::string_view before_notes = "   ";

constexpr std::string_view blanks = "                                                                ";

std::size_t extra_indent(Role role) {
  return role == Role::detail || role == Role::picture ? step : 0;
}

bool is_empty(const Cells &cells, std::size_t index) {
  return index >= cells.size() || cells.text(index).empty();
}

}  // namespace

TextOutput::Color TextOutput::color_of(Severity severity) {
  constexpr std::array<Color, 3> colors{Color::none, Color::yellow, Color::red};
  return colors[static_cast<std::size_t>(severity)];
}

TextOutput::Color TextOutput::color_of_title(Role role) {
  if (role == Role::process || role == Role::section) return Color::bold;
  return role == Role::object ? Color::cyan : Color::none;
}

void TextOutput::start(Color color) {
  constexpr std::array<std::string_view, 5> sequences{"", "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[36m"};
  if (color_ && color != Color::none) sink_.append_invisible(sequences[static_cast<std::size_t>(color)]);
}

void TextOutput::stop(Color color) {
  if (color_ && color != Color::none) sink_.append_invisible("\x1b[0m");
}

void TextOutput::put(std::string_view text, Color color) {
  start(color);
  sink_.append(text);
  stop(color);
}

void TextOutput::put_blanks(std::size_t count) {
  for (; count > blanks.size(); count -= blanks.size()) sink_.append(blanks);
  sink_.append(blanks.substr(0, count));
}

void TextOutput::begin(const Block &block) {
  const Level parent = open_.empty() ? Level{} : open_.back();
  if (block.role == Role::table) {
    open_.push_back({parent.indent, block.columns});
    return write_head(parent.indent, block.columns);
  }
  const std::size_t indent = parent.indent + extra_indent(block.role) + step * block.level;
  put_blanks(indent);
  block.role == Role::row ? write_row(block, indent, parent.columns) : write_line(block);
  sink_.end_line();
  open_.push_back({block.role == Role::section ? indent : indent + step, {}});
}

void TextOutput::write_line(const Block &block) {
  const Color whole = color_of(block.severity);
  const bool has_one_color = whole != Color::none;
  start(whole);
  if (!block.title.empty()) put(block.title, has_one_color ? Color::none : color_of_title(block.role));
  if (block.value) {
    sink_.append(" = ");
    sink_.append(*block.value);
  }
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    if (i == 0 && block.title_width != 0) {
      put_blanks(1 + std::max(block.title_width, block.title.size()) - block.title.size());
    } else if (i != 0 || !block.title.empty()) {
      sink_.append(between_cells);
    }
    put(block.cells.text(i), has_one_color ? Color::none : color_of(block.cells.severity(i)));
  }
  for (std::size_t i = 0; i < block.notes.size(); ++i) {
    sink_.append(before_notes);
    sink_.append(block.notes.text(i));
  }
  stop(whole);
}

void TextOutput::write_head(std::size_t indent, std::span<const Column> columns) {
  if (std::all_of(columns.begin(), columns.end(), [](const Column &column) { return column.title.empty(); })) return;
  std::size_t start_of_column = indent;
  for (const Column &column : columns) {
    sink_.pad_to(start_of_column);
    put(column.title, Color::bold);
    start_of_column += column.width + column.gap;
  }
  sink_.end_line();
}

void TextOutput::write_row(const Block &row, std::size_t indent, std::span<const Column> columns) {
  std::size_t at = indent;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].optional) {
      std::size_t end = i;
      while (end < columns.size() && columns[end].optional && is_empty(row.cells, end)) ++end;
      const bool is_run = end != i && (i == 0 || !columns[i - 1].optional);
      if (is_run && (end == columns.size() || !columns[end].optional)) {
        i = end - 1;
        continue;
      }
    }
    const Column &column = columns[i];
    const std::string_view text = i < row.cells.size() ? row.cells.text(i) : std::string_view();
    sink_.pad_to(column.right ? at + column.width - std::min(text.size(), column.width) : at);
    put(text, i < row.cells.size() ? color_of(row.cells.severity(i)) : Color::none);
    if (!column.unit.empty()) text.empty() ? put_blanks(column.unit.size()) : sink_.append(column.unit);
    sink_.gap(column.gap);
    if (column.width != 0) at += column.width + column.unit.size() + column.gap;
  }
  sink_.pad_to(at);
  for (std::size_t i = 0; i < row.notes.size(); ++i) {
    if (i != 0) sink_.append(between_cells);
    sink_.append(row.notes.text(i));
  }
}

}  // namespace mqs_shim
