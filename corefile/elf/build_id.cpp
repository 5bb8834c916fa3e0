#include "corefile/elf/build_id.h"

#include <elf.h>

#include "corefile/elf/note_list.h"

namespace corefile {

namespace {

// SHA-1 is 20 bytes, MD5 and UUID 16; linkers accept any hexadecimal text.
constexpr std::size_t longest_build_id = 64;

}  // namespace

std::string hexadecimal(Bytes bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

std::string build_id_in_notes(Bytes notes) {
  NoteList list(notes);
  while (const auto note = list.next()) {
    const bool is_build_id = note->type == NT_GNU_BUILD_ID && note->owner == "GNU";
    if (is_build_id && note->content.size() <= longest_build_id) return hexadecimal(note->content);
  }
  return {};
}

}  // namespace corefile
