#pragma once
// Reads the first bytes of an ELF file, which suffice to reject an unsupported file with a reason.

#include <elf.h>

#include <optional>
#include <string>
#include <string_view>

#include "mpidbg/base/bounded_bytes.h"
#include "mpidbg/base/byte_order.h"

namespace mpidbg {

struct ElfIdentity {
  // The number of bytes that elf_identity() needs, which is the same for 32-bit and 64-bit files.
  static constexpr std::size_t size = 20;

  // The class of the file: ELFCLASS32 or ELFCLASS64.
  unsigned elf_class = ELFCLASSNONE;
  ByteOrder byte_order{};
  // The type of the file: ET_CORE, ET_DYN and so on.
  unsigned type = ET_NONE;
  // The machine that the file is for: EM_X86_64 and so on.
  unsigned machine = EM_NONE;

  // Returns true if files of this machine type are supported.
  bool is_read() const;
};

// Decodes the first bytes of a file, in the byte order that the file itself states. Returns nullopt if it is not ELF or
// is shorter than ElfIdentity::size.
std::optional<ElfIdentity> elf_identity(Bytes start);
// Decodes the first bytes of the file at `path`, as elf_identity() does. Also returns nullopt if the file cannot be
// read. Never waits for the other end of a FIFO.
std::optional<ElfIdentity> elf_identity_of_file(const std::string &path);

// The names of the supported machines, for messages.
inline constexpr std::string_view architectures_read = "x86_64, i386 and s390x";
// Returns the name of a machine, for example "x86_64", "i386" or "s390x"; "machine 247" if this code has no name for
// it.
std::string architecture_name(unsigned elf_class, unsigned machine);

}  // namespace mpidbg
