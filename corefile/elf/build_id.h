#pragma once
// Reads the GNU build-id note, which identifies one build of a file.

#include <string>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"

namespace corefile {

// Returns the build-id in lower-case hexadecimal; empty if there is none. `notes` is a PT_NOTE segment or an SHT_NOTE
// section.
std::string build_id_in_notes(Bytes notes, const ElfFormat &format);

}  // namespace corefile
