#pragma once
// One rank of a class: the shape of the class, which is CBOR with gaps, and what fills the gaps.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/summary/cbor.h"

namespace mqs_shim::summaries {

// What stands in a shape for a number, and for a text of the rank's own.
inline constexpr std::uint64_t number_gap = cbor_undefined;
inline constexpr std::uint64_t text_gap = 0;

struct Row {
  std::string shape;
  std::vector<std::int64_t> numbers;
  std::vector<std::string> texts;
};

// What fills the gaps, in their order. A gap too many is a failure of the reader.
class Gaps {
 public:
  virtual ~Gaps() = default;
  virtual std::optional<std::int64_t> next_number() = 0;
  virtual std::optional<std::string> next_text() = 0;
};

}  // namespace mqs_shim::summaries
