#include "mpidbg/base/elf_identity.h"

#include <array>
#include <cstring>

#include "mpidbg/base/regular_file.h"

namespace mpidbg {

std::optional<ElfIdentity> elf_identity(Bytes start) {
  static_assert(offsetof(Elf64_Ehdr, e_type) == 16 && offsetof(Elf64_Ehdr, e_machine) == 18);
  const auto ident = struct_at<std::array<unsigned char, EI_NIDENT>>(start, 0);
  const Bytes type = subrange(start, 16, 2), machine = subrange(start, 18, 2);
  if (!ident || machine.empty() || std::memcmp(ident->data(), ELFMAG, SELFMAG) != 0) return std::nullopt;
  const ByteOrder order = (*ident)[EI_DATA] == ELFDATA2MSB ? ByteOrder::big : ByteOrder::little;
  return ElfIdentity{(*ident)[EI_CLASS], order, static_cast<unsigned>(mpidbg::decode_unsigned(type, order)),
                     static_cast<unsigned>(mpidbg::decode_unsigned(machine, order))};
}

std::optional<ElfIdentity> elf_identity_of_file(const std::string &path) {
  const auto file = open_regular_file(path);
  std::array<std::byte, ElfIdentity::size> start;
  if (!file || ::read(file->descriptor.get(), start.data(), start.size()) != static_cast<ssize_t>(start.size()))
    return std::nullopt;
  return elf_identity(start);
}

bool ElfIdentity::is_read() const {
  switch (machine) {
    case EM_X86_64:
      return elf_class == ELFCLASS64 && byte_order == ByteOrder::little;
    case EM_386:
      return elf_class == ELFCLASS32 && byte_order == ByteOrder::little;
    case EM_S390:
      return elf_class == ELFCLASS64 && byte_order == ByteOrder::big;
    default:
      return false;
  }
}

std::string architecture_name(unsigned elf_class, unsigned machine) {
  switch (machine) {
    case EM_X86_64:
      return elf_class == ELFCLASS32 ? "x32" : "x86_64";
    case EM_386:
      return "i386";
    case EM_S390:
      return elf_class == ELFCLASS32 ? "s390" : "s390x";
    case EM_AARCH64:
      return "aarch64";
    case EM_ARM:
      return "arm";
    case EM_PPC:
      return "powerpc";
    case EM_PPC64:
      return "powerpc64";
    case EM_RISCV:
      return "riscv";
    case EM_SPARCV9:
      return "sparc64";
    case EM_MIPS:
      return "mips";
    case EM_LOONGARCH:
      return "loongarch";
    default:
      return "machine " + std::to_string(machine);
  }
}

}  // namespace mpidbg
