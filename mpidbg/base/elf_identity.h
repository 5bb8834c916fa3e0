#pragma once
// The contents of the first bytes of an ELF file, which suffice to reject a file and to name the reason.

#include <elf.h>

#include <optional>
#include <string>
#include <string_view>

#include "mpidbg/base/bounded_bytes.h"
#include "mpidbg/base/byte_order.h"

namespace mpidbg {

struct ElfIdentity {
  // In bytes, the same in both classes.
  static constexpr std::size_t size = 20;

  // ELFCLASS32 or ELFCLASS64.
  unsigned elf_class = ELFCLASSNONE;
  ByteOrder byte_order{};
  // ET_CORE, ET_DYN and so on.
  unsigned type = ET_NONE;
  // EM_X86_64 and so on.
  unsigned machine = EM_NONE;

  // Returns true if files of this machine type are supported.
  bool is_read() const;
};

// Reads the identity from the start of a file, in the file's own byte order. Returns nullopt if it is not ELF or is
// shorter than ElfIdentity::size.
std::optional<ElfIdentity> elf_identity(Bytes start);
// Also returns nullopt if the file cannot be read. Does not wait for the other end of a FIFO.
std::optional<ElfIdentity> elf_identity_of_file(const std::string &path);

// The supported machines, for messages.
inline constexpr std::string_view architectures_read = "x86_64, i386 and s390x";
// Returns for example "x86_64", "i386" or "s390x"; "machine 247" for one without a name here.
std::string architecture_name(unsigned elf_class, unsigned machine);

}  // namespace mpidbg
