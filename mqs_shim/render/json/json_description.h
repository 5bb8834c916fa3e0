#pragma once
// Receives what a JsonWriter would write: names, meanings and types, in the order of the calls.

#include <cstddef>
#include <string_view>

namespace mqs_shim {

enum class JsonType { null, boolean, integer, natural, positive, text, address };

class JsonDescription {
 public:
  virtual ~JsonDescription() = default;

  // Names the member that the next value belongs to, and says what it means, unless the name does.
  virtual void key(std::string_view name, std::string_view meaning) = 0;
  // Several values at one place, such as the items of an array, are alternatives.
  virtual void value(JsonType type) = 0;
  virtual void word(std::string_view word) = 0;  // adds one of the texts that may be there
  virtual void begin_object() = 0;
  // The array has `size` items, or any number of them if it is 0.
  virtual void begin_array(std::size_t size) = 0;
  virtual void end() = 0;

  // Members between the two may be missing.
  virtual void begin_optional() = 0;
  virtual void end_optional() = 0;

  // The next value is described once, under a name. False if that has been done: the value is not written again, and
  // end_definition() not called.
  virtual bool begin_definition(std::string_view name, std::string_view meaning) = 0;
  virtual void end_definition() = 0;
  // The same for the first members of the object that is open.
  virtual bool begin_part(std::string_view name, std::string_view meaning) = 0;
  virtual void end_part() = 0;
};

}  // namespace mqs_shim
