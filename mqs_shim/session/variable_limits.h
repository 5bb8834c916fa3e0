#pragma once
// What a plugin is believed about variables.

namespace mqs_shim {

constexpr int most_value_elements = 1 << 20;  // of one value

}  // namespace mqs_shim
