#pragma once
// Writes JSON sequentially, without storing it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/address.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

// Adds separators and brackets; the caller has to balance begin and end, and to write a key before each value in an
// object.
class JsonWriter {
 public:
  explicit JsonWriter(Sink &sink) : sink_(sink) {}

  // Writes the name of the next value in an object. Inlined, as answers have many names whose lengths the compiler
  // knows.
  JsonWriter &key(std::string_view name) {
    if (!levels_.empty() && !levels_.back().lines && !levels_.back().empty) {
      sink_.append_all(std::string_view(", \""), name, std::string_view("\": "));
    } else {
      separate();
      sink_.append_all(std::string_view("\""), name, std::string_view("\": "));
    }
    after_key_ = true;
    return *this;
  }

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  // With `lines`, each item is on its own line.
  void begin_array(bool lines = false);
  void end_array();

  void string(std::string_view text);
  void number(std::int64_t value);
  void boolean(bool value) {
    separate();
    value ? sink_.append("true") : sink_.append("false");
  }
  void null() {
    separate();
    sink_.append("null");
  }

  void string_or_null(std::string_view text) { text.empty() ? null() : string(text); }
  // Negative values mean "not known".
  void number_or_null(std::int64_t value) { value < 0 ? null() : number(value); }
  // Writes the address as a string, because numbers beyond 53 bits are not exact in many JSON parsers; null for address
  // 0.
  void address(mpidbg::Address address);
  void numbers(const std::vector<int> &values);
  void strings(const std::vector<std::string> &values);

 private:
  void separate() {
    if (!after_key_) return separate_items();
    after_key_ = false;
  }
  void separate_items();
  void open(char bracket);
  void close(char bracket);

  struct Level {
    bool lines = false;
    bool empty = true;
  };
  Sink &sink_;
  std::vector<Level> levels_;
  bool after_key_ = false;
  std::string scratch_;
};

}  // namespace mqs_shim
