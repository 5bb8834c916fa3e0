#pragma once
// What the first bytes of an ELF file say about it: enough to refuse a file and to name the reason.

#include <elf.h>

#include <optional>
#include <string>
#include <string_view>

#include "corefile/base.h"

namespace corefile {

struct ElfIdentity {
  static constexpr std::size_t size = 20;  // bytes, the same in both classes

  unsigned elf_class = ELFCLASSNONE;  // ELFCLASS32, ELFCLASS64
  ByteOrder byte_order{};
  unsigned type = ET_NONE;     // ET_CORE, ET_DYN, ...
  unsigned machine = EM_NONE;  // EM_X86_64, ...

  // True if files of this machine type can be read.
  bool is_read() const;
};

// From the start of a file, in the file's own byte order; nothing if it is not ELF or shorter than ElfIdentity::size.
std::optional<ElfIdentity> elf_identity(Bytes start);
// Nothing also if the file cannot be read. Does not wait for the other end of a FIFO.
std::optional<ElfIdentity> elf_identity_of_file(const std::string &path);

// The machines whose files are read: for messages.
inline constexpr std::string_view architectures_read = "x86_64, i386 and s390x";
// "x86_64", "i386", "s390x", ...; "machine 247" for one without a name here.
std::string architecture_name(unsigned elf_class, unsigned machine);

}  // namespace corefile
