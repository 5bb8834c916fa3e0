#pragma once
// Writes JSON sequentially, without storing it.
//
// The same calls also generate mpidbg.schema.json: a writer with a JsonDescription gets sample records without values,
// and passes on names, meanings and types. Callers therefore make the same calls for every record. If a value decides
// what is written, they leave the decision to the functions below, which describe all alternatives.

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "mpidbg/base/address.h"
#include "mqs_shim/render/json/json_description.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

// Writes values, with separators and brackets. The caller has to balance begin and end, and to write a key before each
// value in an object.
class JsonWriter {
 public:
  explicit JsonWriter(Sink &sink) : sink_(&sink) {}
  explicit JsonWriter(JsonDescription &description) : description_(&description) {}

  // Begins a member of an object, with its name and its meaning. The function is inline because the compiler knows the
  // lengths of most names.
  JsonWriter &key(std::string_view name, std::string_view meaning = {}) {
    if (describes()) {
      description_->key(name, meaning);
      return *this;
    }
    if (!levels_.empty() && !levels_.back().lines && !levels_.back().empty) {
      sink_->append_all(std::string_view(", \""), name, std::string_view("\": "));
    } else {
      separate();
      sink_->append_all(std::string_view("\""), name, std::string_view("\": "));
    }
    after_key_ = true;
    return *this;
  }

  void begin_object() {
    if (describes()) return description_->begin_object();
    open('{');
  }
  void end_object() { close('}'); }
  // Begins an array. With `lines`, each item is on a line of its own. If `size` is not 0, each array at this place has
  // this number of items.
  void begin_array(bool lines = false, std::size_t size = 0);
  void end_array() { close(']'); }

  void string(std::string_view text);
  void number(std::int64_t value) { write_number(value, JsonType::integer); }
  void natural(std::int64_t value) { write_number(value, JsonType::natural); }    // 0 or more
  void positive(std::int64_t value) { write_number(value, JsonType::positive); }  // 1 or more
  void boolean(bool value) {
    if (describes()) return description_->value(JsonType::boolean);
    separate();
    value ? sink_->append("true") : sink_->append("false");
  }
  void null() {
    if (describes()) return description_->value(JsonType::null);
    separate();
    sink_->append("null");
  }
  // Writes the address as a string, because numbers beyond 53 bits are not exact in many JSON parsers. The address must
  // not be 0.
  void address(mpidbg::Address address);
  template <class Numbers>
  void numbers(const Numbers &values) {
    list(values, [this](std::int64_t value) { number(value); });
  }
  void strings(const std::vector<std::string> &values);

  // Writes a word, which must be one of `words`.
  void word(std::string_view word, std::initializer_list<std::string_view> words);
  // Writes the word for a number, or null if there is none. `term_of` is a function of terms/; numbers must be less
  // than 1,024.
  template <class Number>
  void term(std::string_view (*term_of)(Number), std::type_identity_t<Number> number) {
    if (!describes()) return string_or_null(term_of(number));
    for (int i = -1; i < 1024; ++i) {
      if (const std::string_view word = term_of(static_cast<Number>(i)); !word.empty()) description_->word(word);
    }
  }
  template <class Number>
  void term_or_null(std::string_view (*term_of)(Number), std::type_identity_t<Number> number) {
    if (describes()) null();
    term(term_of, number);
  }

  // Calls `write` to write a value if the value is known, and otherwise writes null.
  template <class Write>
  void if_known(bool known, Write write) {
    if (describes()) null();
    known || describes() ? write() : null();
  }
  void string_or_null(std::string_view text) {
    if_known(!text.empty(), [&] { string(text); });
  }
  void number_or_null(const std::optional<std::int64_t> &value) {
    if_known(value.has_value(), [&] { number(value.value_or(0)); });
  }
  void number_if(bool known, std::int64_t value) {
    if_known(known, [&] { number(value); });
  }
  void natural_if(bool known, std::int64_t value) {
    if_known(known, [&] { natural(value); });
  }
  void boolean_if(bool known, bool value) {
    if_known(known, [&] { boolean(value); });
  }
  void boolean_or_null(const std::optional<bool> &value) {
    if_known(value.has_value(), [&] { boolean(value.value_or(false)); });
  }
  // Writes the value, or null if it is negative, which means "not known".
  void natural_or_null(std::int64_t value) {
    if_known(value >= 0, [&] { natural(value); });
  }
  // Writes the address, or null if it is 0.
  void address_or_null(mpidbg::Address value) {
    if_known(!value.is_null(), [&] { address(value); });
  }

  template <class Write>
  void object(Write write) {
    begin_object();
    write();
    end_object();
  }
  // Writes an object about an optional value, or about the target of a pointer. Writes null if the value is not set or
  // the pointer is null.
  template <class Value, class Write>
  void object_or_null(const Value &value, Write write) {
    if_known(static_cast<bool>(value), [&] { object([&] { write(value ? *value : sample<decltype(*value)>()); }); });
  }
  // Calls `write` for each item of `range`, to write the items of the array that is open.
  template <class Range, class Write>
  void each(const Range &range, Write write) {
    if (describes()) return write(sample<decltype(*std::begin(range))>());
    for (const auto &item : range) write(item);
  }
  template <class Range, class Write>
  void list(const Range &range, Write write) {
    begin_array();
    each(range, write);
    end_array();
  }
  // Writes an array of the items of `range`, each on a line of its own.
  template <class Range, class Write>
  void lines(const Range &range, Write write) {
    begin_array(true);
    each(range, write);
    end_array();
  }

  // Writes an array of two values.
  template <class Value, class Write>
  void pair(const Value &first, const Value &second, Write write) {
    begin_array(false, 2);
    write(first), write(second);
    end_array();
  }

  // Calls `write` to write members of the open object if `present`; otherwise the JSON does not contain these members.
  template <class Write>
  void optional(bool present, Write write) {
    if (describes()) description_->begin_optional();
    if (present || describes()) write();
    if (describes()) description_->end_optional();
  }

  // Calls `write` to write members of the open object if `value` is set; otherwise the JSON does not contain these
  // members.
  template <class Value, class Write>
  void optional(const std::optional<Value> &value, Write write) {
    optional(value.has_value(), [&] { write(value ? *value : sample<Value>()); });
  }

  // Writes a value that has one description in the schema for all places where it occurs.
  template <class Write>
  void definition(std::string_view name, std::string_view meaning, Write write) {
    if (!describes()) return write();
    if (!description_->begin_definition(name, meaning)) return;
    write();
    description_->end_definition();
  }
  // Writes the first members of the open object. Objects of other kinds have the same first members.
  template <class Write>
  void part(std::string_view name, std::string_view meaning, Write write) {
    if (!describes()) return write();
    if (!description_->begin_part(name, meaning)) return;
    write();
    description_->end_part();
  }

  bool describes() const { return description_ != nullptr; }
  // Returns a default value, which stands for any value of its type while the JSON is described.
  template <class Reference>
  static const std::remove_cvref_t<Reference> &sample() {
    using Value = std::remove_cvref_t<Reference>;
    if constexpr (std::is_pointer_v<Value>) {
      static const Value value = &sample<std::remove_pointer_t<Value>>();
      return value;
    } else {
      static const Value value{};
      return value;
    }
  }

  // Ends the JSON text.
  void finish();

 private:
  void separate() {
    if (!after_key_) return separate_items();
    after_key_ = false;
  }
  void separate_items();
  void write_number(std::int64_t value, JsonType type);
  void open(char bracket);
  void close(char bracket);

  struct Level {
    bool lines = false;
    bool empty = true;
  };
  Sink *sink_ = nullptr;
  JsonDescription *description_ = nullptr;
  std::vector<Level> levels_;
  bool after_key_ = false;
  std::string scratch_;
};

}  // namespace mqs_shim
