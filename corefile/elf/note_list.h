#pragma once
// Iterates over the notes of an ELF note segment, and ends at the first note that is not completely inside.

#include <elf.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"

namespace corefile {

// A note. `owner` and `content` refer to the bytes of the segment.
struct Note {
  std::uint32_t type;
  // The owner's name, for example "CORE" or "GNU", without the NUL.
  std::string_view owner;
  Bytes content;
};

class NoteList {
 public:
  NoteList(Bytes notes, const ElfFormat &format) : rest_(notes), format_(format) {}

  // Returns the next note, or nullopt at the end.
  std::optional<Note> next() {
    const auto header = format_.note_header(rest_, 0);
    if (!header) return std::nullopt;
    const std::uint64_t content_at = sizeof *header + padded(header->n_namesz);
    const Bytes owner = subrange(rest_, sizeof *header, header->n_namesz);
    const Bytes content = subrange(rest_, content_at, header->n_descsz);
    if (owner.size() != header->n_namesz || content.size() != header->n_descsz) return std::nullopt;
    const std::uint64_t next_at = content_at + padded(header->n_descsz);
    rest_ = rest_.subspan(std::min<std::uint64_t>(next_at, rest_.size()));
    return Note{header->n_type, string_at(owner, 0), content};
  }

  // Must be called after next() has returned nullopt. Returns true if another note begins but is not completely inside
  // the segment.
  bool is_cut_short() const { return format_.note_header(rest_, 0).has_value(); }

 private:
  static std::uint64_t padded(std::uint64_t size) { return (size + 3) & ~std::uint64_t{3}; }

  Bytes rest_;
  ElfFormat format_;
};

}  // namespace corefile
