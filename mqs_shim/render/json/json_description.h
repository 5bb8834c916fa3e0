#pragma once
// Defines JsonDescription, which receives names, meanings and types instead of the text that a JsonWriter would write.

#include <cstddef>
#include <string_view>

namespace mqs_shim {

enum class JsonType { null, boolean, integer, natural, positive, text, address };

class JsonDescription {
 public:
  virtual ~JsonDescription() = default;

  // Names the member for the next value. `meaning` explains the member, and is empty if the name is clear.
  virtual void key(std::string_view name, std::string_view meaning) = 0;
  // Says that a value of this type may follow. Several values at one place, such as the items of an array, are
  // alternatives.
  virtual void value(JsonType type) = 0;
  virtual void word(std::string_view word) = 0;  // adds one of the words that the value may be
  virtual void begin_object() = 0;
  // Begins an array that has `size` items, or any number of items if `size` is 0.
  virtual void begin_array(std::size_t size) = 0;
  virtual void end() = 0;

  // Members that are described between these two calls may be missing.
  virtual void begin_optional() = 0;
  virtual void end_optional() = 0;

  // Begins a definition called `name`. It describes the next value, which may occur in several places. Returns false if
  // the definition exists already; the caller then neither describes the value again nor calls end_definition().
  virtual bool begin_definition(std::string_view name, std::string_view meaning) = 0;
  virtual void end_definition() = 0;
  // Like begin_definition() and end_definition(), but for the first members of the open object.
  virtual bool begin_part(std::string_view name, std::string_view meaning) = 0;
  virtual void end_part() = 0;
};

}  // namespace mqs_shim
