#pragma once
// Formats JSON so that people can read it: a value is on one line if there is room for it.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mqs_shim {

class SchemaText {
 public:
  static SchemaText object() { return SchemaText('{'); }
  static SchemaText array() { return SchemaText('['); }
  static SchemaText text(std::string_view text);
  static SchemaText number(std::size_t number);
  static SchemaText boolean(bool value);
  static SchemaText null();

  // Add a member to an object, or an item to an array.
  SchemaText &add(std::string_view key, SchemaText value);
  SchemaText &add(SchemaText item);
  // Adds the members of another object.
  SchemaText &add_all(SchemaText object);
  bool empty() const { return items_.empty(); }

  // Returns lines of at most 120 columns, where that is possible. Each level begins two columns further to the right.
  std::string pretty(std::size_t indentation = 0, std::size_t column = 0) const;

 private:
  explicit SchemaText(char bracket) : bracket_(bracket) {}
  std::string one_line() const;

  char bracket_ = 0;  // 0: a scalar
  std::string scalar_;
  // The texts `"key": `, which are empty in an array, and the values.
  std::vector<std::pair<std::string, SchemaText>> items_;
};

}  // namespace mqs_shim
