#pragma once
// The GNU build-id note: distinguishes one build of a file from another.

#include <string>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"

namespace corefile {

// Of a PT_NOTE segment or SHT_NOTE section, lower-case hexadecimal; empty if it holds none.
std::string build_id_in_notes(Bytes notes, const ElfFormat &format);

}  // namespace corefile
