#include "corefile/elf/build_id.h"

#include <elf.h>

#include "corefile/elf/note_list.h"
#include "mpidbg/base/hexadecimal.h"

namespace corefile {

namespace {

// The limit for a build-id in bytes. SHA-1 has 20, MD5 and UUID 16, but linkers accept any hexadecimal text as
// build-id.
constexpr std::size_t longest_build_id = 64;

}  // namespace

std::string build_id_in_notes(Bytes notes, const ElfFormat &format) {
  NoteList list(notes, format);
  while (const auto note = list.next()) {
    const bool is_build_id = note->type == NT_GNU_BUILD_ID && note->owner == "GNU";
    if (is_build_id && note->content.size() <= longest_build_id) return mpidbg::hex_digits(note->content);
  }
  return {};
}

}  // namespace corefile
