#pragma once
// Declares the texts of the files in corefile/conformance/processes, which are written into a source file at build
// time.

#include <array>

namespace mqs_shim {

extern const std::array<const char *, 1> built_in_process_texts;

}  // namespace mqs_shim
