#pragma once
// Makes a JSON schema of what a JsonWriter describes.

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/json/json_description.h"
#include "mqs_shim/render/json/schema/schema_text.h"

namespace mqs_shim {

class SchemaBuilder : public JsonDescription {
 public:
  void key(std::string_view name, std::string_view meaning) override;
  void value(JsonType type) override;
  void word(std::string_view word) override;
  void begin_object() override;
  void begin_array(std::size_t size) override;
  void end() override;
  void begin_optional() override { ++container().optional; }
  void end_optional() override { --container().optional; }
  bool begin_definition(std::string_view name, std::string_view meaning) override;
  void end_definition() override;
  bool begin_part(std::string_view name, std::string_view meaning) override;
  void end_part() override { end_definition(); }

  // Returns "$defs": all definitions and parts, in the order in which they were begun.
  SchemaText definitions() const;

 private:
  struct Member;
  struct Container;
  // Lists the alternatives for the value at one place of the JSON.
  struct Place {
    std::string meaning;
    std::vector<JsonType> types;
    std::vector<std::string> words, definitions;
    std::vector<Container> containers;
  };
  // Describes an object or an array.
  struct Container {
    bool is_object = true, is_part = false;
    std::string part;  // for an object: name of the definition of its first members
    std::vector<Member> members;
    int optional = 0;      // how many begin_optional() are open
    std::size_t size = 0;  // number of items of an array; 0: any
    Place item;
  };
  struct Member {
    std::string name;
    bool required = true;
    Place place;
  };
  struct Definition {
    std::string name;
    Place place;
    std::vector<Container *> open;  // containers that are being described, the innermost last
  };

  Container &container() { return *open_.back()->open.back(); }
  Place &place();
  void open(Container container);
  bool begin(std::string_view name, std::string_view meaning);
  static SchemaText text_of(const Place &place);
  static SchemaText text_of(const Container &container, bool or_null);

  std::deque<Definition> definitions_;
  std::vector<Definition *> open_;
};

}  // namespace mqs_shim
