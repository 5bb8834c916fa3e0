#pragma once
// A Row is one rank of a class: the shape of the class, and the rank's values. The shape is CBOR with gaps; the values
// fill the gaps.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/summary/cbor.h"

namespace mqs_shim::summaries {

// These simple values of CBOR mark the gaps in a shape: number_gap for a number, text_gap for a text that differs on
// each rank.
inline constexpr std::uint64_t number_gap = cbor_undefined;
inline constexpr std::uint64_t text_gap = 0;

// Holds the shape of a class and the values of one rank. `numbers` and `texts` are in the order of their gaps in the
// shape.
struct Row {
  std::string shape;
  std::vector<std::int64_t> numbers;
  std::vector<std::string> texts;
};

// Supplies the values of one rank for the gaps in a shape, in their order. After the last value it returns nothing, and
// RowReader fails.
class Gaps {
 public:
  virtual ~Gaps() = default;
  virtual std::optional<std::int64_t> next_number() = 0;
  virtual std::optional<std::string> next_text() = 0;
};

}  // namespace mqs_shim::summaries
