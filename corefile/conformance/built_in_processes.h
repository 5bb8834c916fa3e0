#pragma once
// The texts of corefile/conformance/processes, written into a source when this is built.

#include <array>

namespace mqs_shim {

extern const std::array<const char *, 1> built_in_process_texts;

}  // namespace mqs_shim
