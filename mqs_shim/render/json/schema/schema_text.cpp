#include "mqs_shim/render/json/schema/schema_text.h"

#include "mqs_shim/render/escape.h"

namespace mqs_shim {

SchemaText SchemaText::text(std::string_view text) {
  SchemaText made(0);
  append_json_string(made.scalar_, text);
  return made;
}

SchemaText SchemaText::number(std::size_t number) {
  SchemaText made(0);
  made.scalar_ = std::to_string(number);
  return made;
}

SchemaText SchemaText::boolean(bool value) {
  SchemaText made(0);
  made.scalar_ = value ? "true" : "false";
  return made;
}

SchemaText SchemaText::null() {
  SchemaText made(0);
  made.scalar_ = "null";
  return made;
}

SchemaText &SchemaText::add(std::string_view key, SchemaText value) {
  std::string quoted;
  append_json_string(quoted, key);
  items_.emplace_back(quoted + ": ", std::move(value));
  return *this;
}

SchemaText &SchemaText::add(SchemaText item) {
  items_.emplace_back(std::string(), std::move(item));
  return *this;
}

SchemaText &SchemaText::add_all(SchemaText object) {
  for (auto &item : object.items_) items_.push_back(std::move(item));
  return *this;
}

std::string SchemaText::one_line() const {
  if (bracket_ == 0) return scalar_;
  std::string text(1, bracket_);
  for (const auto &[key, item] : items_) text += (text.size() > 1 ? ", " : "") + key + item.one_line();
  return text + (bracket_ == '{' ? '}' : ']');
}

std::string SchemaText::pretty(std::size_t indentation, std::size_t column) const {
  const std::string line = one_line();
  if (bracket_ == 0 || column + line.size() < 120) return line;
  std::string text(1, bracket_);
  const std::string inner(indentation + 2, ' ');
  std::size_t end = 120;
  for (const auto &[key, item] : items_) {
    if (text.size() > 1) text += ',';
    const std::string piece = key + item.pretty(indentation + 2, inner.size() + key.size());
    // Scalars in an array follow each other in one line, as long as there is room.
    const bool fits = bracket_ == '[' && item.bracket_ == 0 && end + piece.size() < 117;
    text += fits ? ' ' + piece : '\n' + inner + piece;
    end = (fits ? end + 2 : inner.size()) + piece.size();
  }
  return text + '\n' + std::string(indentation, ' ') + (bracket_ == '{' ? '}' : ']');
}

}  // namespace mqs_shim
