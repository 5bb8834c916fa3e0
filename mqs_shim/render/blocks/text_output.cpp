#include "mqs_shim/render/blocks/text_output.h"

#include <algorithm>
#include <array>

namespace mqs_shim {

namespace {

constexpr std::size_t step = 2;
constexpr std::size_t between_cells = 2;
// This is the number of blanks before the notes of a process. The notes are set apart from the cells because they are
// about the complete answer.
constexpr std::size_t before_notes = 3;
// This is the indentation of continuation lines, counted from the start of the first line.
constexpr std::size_t continued = 2 * step;

constexpr std::string_view blanks = "                                                                ";

std::size_t extra_indent(Role role) {
  return role == Role::detail || role == Role::picture ? step : 0;
}

bool is_empty(const Cells &cells, std::size_t index) {
  return index >= cells.size() || cells.text(index).empty();
}

}  // namespace

TextOutput::Color TextOutput::color_of(Severity severity) {
  constexpr std::array<Color, 4> colors{Color::none, Color::bold, Color::yellow, Color::red};
  return colors[static_cast<std::size_t>(severity)];
}

void TextOutput::start(Color color) {
  constexpr std::array<std::string_view, 4> sequences{"", "\x1b[1m", "\x1b[31m", "\x1b[33m"};
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
  const Color whole = color_of(block.severity);
  start(whole);
  block.role == Role::row ? write_row(block, indent, parent.columns) : write_line(block, indent);
  stop(whole);
  sink_.end_line();
  open_.push_back({indent + step, {}});
}

void TextOutput::separate(std::size_t gap, std::size_t size, std::size_t indent) {
  const bool fits = width_ == 0 || sink_.next_column() + gap + size <= width_;
  if (fits || sink_.next_column() <= indent + continued) return sink_.pad_to(sink_.next_column() + gap);
  sink_.end_line();
  sink_.pad_to(indent + continued);
}

void TextOutput::put_wrapped(std::string_view text, Color color, std::size_t indent) {
  for (;;) {
    const std::size_t at = sink_.next_column();
    const std::size_t room = width_ > at ? width_ - at : 0;
    std::size_t end = text.size();
    if (width_ != 0 && text.size() > room) {
      end = text.rfind(' ', room);
      if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
    }
    put(text.substr(0, end), color);
    if (end == text.size()) return;
    text.remove_prefix(end + 1);
    sink_.end_line();
    sink_.pad_to(indent);
  }
}

void TextOutput::write_line(const Block &block, std::size_t indent) {
  sink_.append(block.title);
  if (block.value) {
    sink_.append(" = ");
    sink_.append(*block.value);
  }
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    const std::string_view text = block.cells.text(i);
    if (i == 0 && block.title_width != 0) {
      put_blanks(1 + std::max(block.title_width, block.title.size()) - block.title.size());
    } else if (i != 0 || !block.title.empty()) {
      separate(between_cells, text.size(), indent);
    }
    put(text, block.severity == Severity::none ? color_of(block.cells.severity(i)) : Color::none);
  }
  for (std::size_t i = 0; i < block.notes.size(); ++i) {
    separate(before_notes, block.notes.text(i).size(), indent);
    sink_.append(block.notes.text(i));
  }
}

void TextOutput::write_head(std::size_t indent, std::span<const Column> columns) {
  if (std::all_of(columns.begin(), columns.end(), [](const Column &column) { return column.title.empty(); })) return;
  std::size_t start_of_column = indent;
  for (const Column &column : columns) {
    sink_.pad_to(start_of_column);
    sink_.append(column.title);
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
    const bool has_color = i < row.cells.size() && row.severity == Severity::none;
    const Color color = has_color ? color_of(row.cells.severity(i)) : Color::none;
    column.wraps ? put_wrapped(text, color, at) : put(text, color);
    if (!text.empty()) sink_.append(column.unit);
    sink_.gap(column.gap);
    if (column.width != 0) at += column.width + column.unit.size() + column.gap;
  }
  sink_.pad_to(at);
  for (std::size_t i = 0; i < row.notes.size(); ++i) {
    const std::string_view text = row.notes.text(i);
    separate(i == 0 ? 0 : between_cells, text.size(), indent);
    sink_.append(text);
  }
}

}  // namespace mqs_shim
