#pragma once

namespace mpidbg::entry {

// Returns the text of mqs_version_string and mpidbg_version_string.
const char *version_text();

}  // namespace mpidbg::entry
