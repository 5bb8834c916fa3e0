#pragma once
// JSON, written as it comes: nothing is kept but the text of a buffer.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/address.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

class JsonWriter {
 public:
  explicit JsonWriter(Sink &sink) : sink_(sink) {}

  // The name of the next value, in an object.
  JsonWriter &key(std::string_view name);

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  // With `lines` each item is on a line of its own.
  void begin_array(bool lines = false);
  void end_array();

  void string(std::string_view text);
  void number(std::int64_t value);
  void boolean(bool value);
  void null();

  void string_or_null(std::string_view text) { text.empty() ? null() : string(text); }
  // Negative values mean that it is not known.
  void number_or_null(std::int64_t value) { value < 0 ? null() : number(value); }
  // As a string, because JSON's numbers are not exact beyond 53 bits in many readers; null for address 0.
  void address(mpidbg::Address address);
  void numbers(const std::vector<int> &values);
  void strings(const std::vector<std::string> &values);

 private:
  void separate();
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
