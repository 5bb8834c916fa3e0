#pragma once
// Limits how much of a plugin's answers about variables is stored.

namespace mqs_shim {

constexpr int most_value_elements = 1 << 20;  // limit for the elements of one value

}  // namespace mqs_shim
