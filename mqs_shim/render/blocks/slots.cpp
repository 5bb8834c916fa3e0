#include "mqs_shim/render/blocks/slots.h"

#include <algorithm>
#include <optional>

namespace mqs_shim {

namespace {

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

bool is_hex_digit(char character) {
  return is_digit(character) || (character >= 'a' && character <= 'f');
}

template <class IsOne>
std::size_t run(std::string_view text, IsOne is_one) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_one) - text.begin());
}

// Returns the length of a time such as "22:13:35.000" at the start of the text, or 0.
std::size_t time_of_day(std::string_view text) {
  constexpr std::string_view form = "00:00:00.000";
  if (text.size() < form.size()) return 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '0' ? !is_digit(text[i]) : text[i] != form[i]) return 0;
  }
  return form.size();
}

// Returns the length of the number in a duration at the start of the text, such as "15.0" in "15.0 s", or 0.
std::size_t duration(std::string_view text) {
  const std::size_t whole = run(text, is_digit);
  if (whole == 0 || whole == text.size() || text[whole] != '.') return 0;
  const std::size_t part = run(text.substr(whole + 1), is_digit);
  if (part == 0) return 0;
  const std::size_t length = whole + 1 + part;
  constexpr std::string_view units[] = {" s", " ms", " min", " h"};
  const std::string_view rest = text.substr(length);
  const bool has_unit = std::any_of(std::begin(units), std::end(units), [&](std::string_view unit) {
    return rest.starts_with(unit) && (rest.size() == unit.size() || rest[unit.size()] < 'a');
  });
  return has_unit ? length : 0;
}

bool is_of_name(char character) {
  const bool is_letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  return is_letter || is_digit(character) || character == '_';
}

// Returns true if a number after this character is part of the word before, as in "a.out+0x1234". Such a number is not
// a slot.
bool joins_words(char character) {
  constexpr std::string_view joining = "+-.:";
  return joining.find(character) != std::string_view::npos;
}

// Returns the length of an address such as "0x5602a3c0" at the start of the text, or 0.
std::size_t address(std::string_view text) {
  if (!text.starts_with("0x")) return 0;
  const std::size_t digits = run(text.substr(2), is_hex_digit);
  const std::size_t length = 2 + digits;
  return digits == 0 || (length < text.size() && is_of_name(text[length])) ? 0 : length;
}

// Returns the slot with which the text starts: an address, a time of day or a duration. The text must start at the
// beginning of a word.
std::optional<Slot> slot_at(std::string_view text) {
  if (const std::size_t length = address(text); length != 0)
    return Slot{Slot::Kind::own, text.substr(0, length), "0x..."};
  if (const std::size_t length = time_of_day(text); length != 0) return Slot{Slot::Kind::range, text.substr(0, length)};
  if (const std::size_t length = duration(text); length != 0) return Slot{Slot::Kind::range, text.substr(0, length)};
  return std::nullopt;
}

void replace_in(std::string_view text, ReplaceSlot replace, std::string &replaced) {
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins_word =
        is_digit(text[at]) && (at == 0 || !(is_of_name(text[at - 1]) || joins_words(text[at - 1])));
    const auto slot = begins_word ? slot_at(text.substr(at)) : std::nullopt;
    if (!slot) continue;
    replaced.append(text.substr(written, at - written));
    replace(*slot, replaced);
    written = at + slot->text.size();
    at = written - 1;
  }
  replaced.append(text.substr(written));
}

Slot::Kind kind_of(Mark::Kind kind) {
  constexpr Slot::Kind kinds[] = {Slot::Kind::rank, Slot::Kind::number, Slot::Kind::text, Slot::Kind::own,
                                  Slot::Kind::listed};
  return kinds[static_cast<std::size_t>(kind)];
}

// Appends the text of a cell with its slots replaced. `mark` is the index of the first mark that may be in the cell,
// and is moved behind the last mark of the cell.
void replace_in(const Cells &cells, std::size_t cell, std::size_t &mark, ReplaceSlot replace, std::string &replaced) {
  const std::vector<Mark> &marks = cells.marks();
  const std::string_view whole = cells.text(cell);
  std::size_t at = 0;
  for (; mark < marks.size() && marks[mark].cell == cell; ++mark) {
    const Mark &piece = marks[mark];
    replace_in(whole.substr(at, piece.begin - at), replace, replaced);
    replace({kind_of(piece.kind), whole.substr(piece.begin, piece.end - piece.begin), piece.otherwise}, replaced);
    at = piece.end;
  }
  replace_in(whole.substr(at), replace, replaced);
}

Cells replace_in(const Cells &cells, ReplaceSlot replace) {
  Cells replaced;
  std::size_t mark = 0;
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text.clear();
    replace_in(cells, i, mark, replace, text);
    replaced.add(text, cells.severity(i));
  }
  return replaced;
}

std::string replace_in(const std::string &text, ReplaceSlot replace) {
  std::string replaced;
  replace_in(text, replace, replaced);
  return replaced;
}

void append_shape(const Cells &cells, ReplaceSlot replace, std::string &text) {
  std::size_t mark = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text += '\x1e';
    text += static_cast<char>('0' + static_cast<int>(cells.severity(i)));
    replace_in(cells, i, mark, replace, text);
  }
  text += '\x1d';
}

// Appends the contents of the tree with its slots replaced. The texts are in the same order as in replace_slots().
void append_shape(const BlockTree &tree, ReplaceSlot replace, std::string &text) {
  const Block &block = tree.block;
  text += static_cast<char>('a' + static_cast<int>(block.role));
  text += static_cast<char>('0' + static_cast<int>(block.severity));
  text += std::to_string(block.level) + '/' + std::to_string(block.world_size) + '/';
  if (block.role != Role::process) replace_in(block.title, replace, text);
  if (block.value) (text += '=') += *block.value;
  append_shape(block.cells, replace, text);
  append_shape(block.notes, replace, text);
  for (const BlockTree &child : tree.children) append_shape(child, replace, text);
  text += '\x1c';
}

}  // namespace

void replace_slots(BlockTree &tree, ReplaceSlot replace) {
  Block &block = tree.block;
  // The title of a process remains, because it is the rank.
  if (block.role != Role::process) block.title = replace_in(block.title, replace);
  block.cells = replace_in(block.cells, replace);
  block.notes = replace_in(block.notes, replace);
  for (BlockTree &child : tree.children) replace_slots(child, replace);
}

std::string shape_of(const BlockTree &tree, ReplaceSlot replace) {
  std::string text;
  append_shape(tree, replace, text);
  return text;
}

}  // namespace mqs_shim
