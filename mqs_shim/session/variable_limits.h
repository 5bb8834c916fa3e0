#pragma once
// Limits the answers of plugins about variables.

namespace mqs_shim {

constexpr int most_value_elements = 1 << 20;  // elements of one value

}  // namespace mqs_shim
