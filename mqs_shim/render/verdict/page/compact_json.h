#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mqs_shim/render/escape.h"

namespace mqs_shim {

// Writes JSON arrays without blanks, piece by piece. '<', '>' and '&' become \u00nn, so that the JSON can be the
// contents of an HTML element.
class CompactJson {
 public:
  void open() {
    separate();
    text_ += '[';
  }
  void close() { text_ += ']'; }
  void number(std::int64_t value) {
    separate();
    text_ += std::to_string(value);
  }
  void null() {
    separate();
    text_ += "null";
  }
  void number_or_null(const std::optional<std::int64_t> &value) { value ? number(*value) : null(); }
  void string(std::string_view text) {
    separate();
    std::string quoted;
    append_json_string(quoted, text);
    for (const char c : quoted) {
      if (c == '<' || c == '>' || c == '&') {
        text_ += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
      } else {
        text_ += c;
      }
    }
  }
  std::size_t size() const { return text_.size(); }
  const std::string &text() const { return text_; }

 private:
  void separate() {
    if (!text_.empty() && text_.back() != '[') text_ += ',';
  }
  std::string text_;
};

}  // namespace mqs_shim
