#include "mqs_shim/render/json/schema/schema_builder.h"

#include <algorithm>
#include <stdexcept>

namespace mqs_shim {

namespace {

template <class Value>
void add(std::vector<Value> &values, const Value &value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

SchemaText reference(std::string_view name) {
  return SchemaText::text("#/$defs/" + std::string(name));
}

// Returns the value of the schema's member "type": "integer", or ["integer", "null"] with `or_null`.
SchemaText type_text(std::string_view type, bool or_null) {
  if (!or_null) return SchemaText::text(type);
  return SchemaText::array().add(SchemaText::text(type)).add(SchemaText::text("null"));
}

SchemaText scalar_text(JsonType type, bool or_null) {
  SchemaText text = SchemaText::object();
  switch (type) {
    case JsonType::null:
      return text.add("type", SchemaText::text("null"));
    case JsonType::boolean:
      return text.add("type", type_text("boolean", or_null));
    case JsonType::integer:
      return text.add("type", type_text("integer", or_null));
    case JsonType::natural:
      return text.add("type", type_text("integer", or_null)).add("minimum", SchemaText::number(0));
    case JsonType::positive:
      return text.add("type", type_text("integer", or_null)).add("minimum", SchemaText::number(1));
    case JsonType::text:
      return text.add("type", type_text("string", or_null));
    case JsonType::address:
      return text.add("type", type_text("string", or_null)).add("pattern", SchemaText::text("^0x[0-9a-f]+$"));
  }
  return text;
}

}  // namespace

SchemaBuilder::Place &SchemaBuilder::place() {
  Definition &definition = *open_.back();
  if (definition.open.empty()) return definition.place;
  return container().is_object ? container().members.back().place : container().item;
}

void SchemaBuilder::key(std::string_view name, std::string_view meaning) {
  Container &object = container();
  for (const Member &member : object.members) {
    if (member.name == name) throw std::logic_error("twice the member " + member.name);
  }
  object.members.push_back({std::string(name), object.optional == 0, {}});
  object.members.back().place.meaning = meaning;
}

void SchemaBuilder::value(JsonType type) {
  add(place().types, type);
}

void SchemaBuilder::word(std::string_view word) {
  add(place().words, std::string(word));
}

void SchemaBuilder::open(Container container) {
  Place &at = place();
  at.containers.push_back(std::move(container));
  open_.back()->open.push_back(&at.containers.back());
}

void SchemaBuilder::begin_object() {
  open({});
}

void SchemaBuilder::begin_array(std::size_t size) {
  Container array;
  array.is_object = false;
  array.size = size;
  open(std::move(array));
}

void SchemaBuilder::end() {
  open_.back()->open.pop_back();
}

bool SchemaBuilder::begin(std::string_view name, std::string_view meaning) {
  for (const Definition &definition : definitions_) {
    if (definition.name == name) return false;
  }
  Definition &definition = definitions_.emplace_back();
  definition.name = name;
  definition.place.meaning = meaning;
  open_.push_back(&definition);
  return true;
}

bool SchemaBuilder::begin_definition(std::string_view name, std::string_view meaning) {
  if (!open_.empty()) add(place().definitions, std::string(name));
  return begin(name, meaning);
}

void SchemaBuilder::end_definition() {
  open_.pop_back();
}

bool SchemaBuilder::begin_part(std::string_view name, std::string_view meaning) {
  container().part = name;
  if (!begin(name, meaning)) return false;
  Container members;
  members.is_part = true;
  open(std::move(members));
  return true;
}

SchemaText SchemaBuilder::text_of(const Container &container, bool or_null) {
  SchemaText text = SchemaText::object().add("type", type_text(container.is_object ? "object" : "array", or_null));
  if (!container.is_object) {
    text.add("items", text_of(container.item));
    if (container.size == 0) return text;
    return text.add("minItems", SchemaText::number(container.size)).add("maxItems", SchemaText::number(container.size));
  }
  SchemaText properties = SchemaText::object(), required = SchemaText::array();
  for (const Member &member : container.members) {
    properties.add(member.name, text_of(member.place));
    if (member.required) required.add(SchemaText::text(member.name));
  }
  if (!container.part.empty()) text.add("$ref", reference(container.part));
  text.add("properties", std::move(properties));
  if (!required.empty()) text.add("required", std::move(required));
  if (container.is_part) return text;
  return text.add(container.part.empty() ? "additionalProperties" : "unevaluatedProperties",
                  SchemaText::boolean(false));
}

SchemaText SchemaBuilder::text_of(const Place &place) {
  const bool or_null = std::find(place.types.begin(), place.types.end(), JsonType::null) != place.types.end();
  std::vector<SchemaText> choices;
  const std::size_t kinds = place.types.size() - (or_null ? 1 : 0) + (place.words.empty() ? 0 : 1) +
                            place.containers.size() + place.definitions.size();
  // If a place has a single kind of value besides null, null is added to its "type", unless the value is described in
  // "$defs".
  const bool takes_null = or_null && kinds == 1 && place.definitions.empty() &&
                          (place.containers.empty() || place.containers.front().part.empty());
  for (const JsonType type : place.types) {
    if (type != JsonType::null || !takes_null) choices.push_back(scalar_text(type, takes_null));
  }
  if (!place.words.empty()) {
    SchemaText words = SchemaText::array();
    for (const std::string &word : place.words) words.add(SchemaText::text(word));
    if (takes_null) words.add(SchemaText::null());
    choices.push_back(SchemaText::object().add("enum", std::move(words)));
  }
  for (const Container &container : place.containers) choices.push_back(text_of(container, takes_null));
  for (const std::string &name : place.definitions)
    choices.push_back(SchemaText::object().add("$ref", reference(name)));

  SchemaText text = SchemaText::object();
  if (!place.meaning.empty()) text.add("description", SchemaText::text(place.meaning));
  if (choices.size() == 1) return text.add_all(std::move(choices.front()));
  SchemaText any = SchemaText::array();
  for (SchemaText &choice : choices) any.add(std::move(choice));
  return text.add("anyOf", std::move(any));
}

SchemaText SchemaBuilder::definitions() const {
  SchemaText text = SchemaText::object();
  for (const Definition &definition : definitions_) text.add(definition.name, text_of(definition.place));
  return text;
}

}  // namespace mqs_shim
