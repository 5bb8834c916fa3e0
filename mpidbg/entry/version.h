#pragma once

namespace mpidbg::entry {

// Returns the text that mqs_version_string and mpidbg_version_string return.
const char *version_text();

}  // namespace mpidbg::entry
