#include "corefile/elf/debug_file.h"

#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <sys/stat.h>

#include <array>

#include "corefile/elf/elf_file.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/regular_file.h"

namespace corefile {

namespace {

// Tells where the debug information of one ELF file is: in the file itself, or in a file with this build-id or name.
struct DebugLinks {
  std::string path;
  bool has_dwarf = false;
  std::string build_id;   // hexadecimal
  std::string link_name;  // .gnu_debuglink, without directory
  std::uint32_t link_checksum = 0;
};

bool is_file(const std::string &path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// Returns the CRC-32 that .gnu_debuglink uses: the one of zlib.
std::uint32_t checksum(Bytes bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> entries{};
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
      entries[i] = value;
    }
    return entries;
  }();
  std::uint32_t value = ~0u;
  for (const std::byte byte : bytes) value = value >> 8 ^ table[(value ^ std::to_integer<std::uint32_t>(byte)) & 255];
  return ~value;
}

bool has_checksum(const std::string &path, std::uint32_t expected) {
  const auto file = MappedFile::open(path);
  return file && checksum(file->bytes()) == expected;
}

std::optional<std::string> find(const DebugLinks &links, const std::vector<std::string> &directories) {
  if (links.has_dwarf) return links.path;
  if (links.build_id.size() > 2) {
    for (const std::string &directory : directories) {
      const std::string path =
          directory + "/.build-id/" + links.build_id.substr(0, 2) + "/" + links.build_id.substr(2) + ".debug";
      if (is_file(path)) return path;
    }
  }
  if (links.link_name.empty() || links.link_name.find('/') != std::string::npos) return std::nullopt;
  const std::string beside = links.path.substr(0, links.path.rfind('/') + 1);
  std::vector<std::string> candidates = {beside + links.link_name, beside + ".debug/" + links.link_name};
  for (const std::string &directory : directories) candidates.push_back(directory + "/" + beside + links.link_name);
  for (const std::string &candidate : candidates) {
    if (candidate != links.path && is_file(candidate) && has_checksum(candidate, links.link_checksum)) return candidate;
  }
  return std::nullopt;
}

bool has_debug_section(Elf *elf) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return false;
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type == SHT_NOBITS) continue;
    const char *const name = elf_strptr(elf, names, header.sh_name);
    if (name != nullptr && (std::string_view(name) == ".debug_info" || std::string_view(name) == ".zdebug_info"))
      return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> find_debug_file(const ElfFile &file, const std::vector<std::string> &debug_directories) {
  DebugLinks links{file.path(), false, file.build_id(), {}, 0};
  links.has_dwarf = !file.section(".debug_info").empty() || !file.section(".zdebug_info").empty();
  const Bytes link = file.section(".gnu_debuglink");
  links.link_name = string_at(link, 0);
  // .gnu_debuglink contains the name, its NUL, padding to four bytes, and the checksum.
  links.link_checksum = struct_at<std::uint32_t>(link, (links.link_name.size() + 4) & ~std::size_t{3}).value_or(0);
  return find(links, debug_directories);
}

std::optional<std::string> find_debug_file(const std::string &path, const std::vector<std::string> &debug_directories) {
  const auto file = mpidbg::open_regular_file(path);
  if (!file) return std::nullopt;
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf *)> elf(elf_begin(file->descriptor.get(), ELF_C_READ_MMAP, nullptr), elf_end);
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF) return std::nullopt;
  DebugLinks links{path, has_debug_section(elf.get()), {}, {}, 0};
  const void *id = nullptr;
  const ssize_t id_size = dwelf_elf_gnu_build_id(elf.get(), &id);
  if (id_size > 0)
    links.build_id = mpidbg::hex_digits(Bytes(static_cast<const std::byte *>(id), static_cast<std::size_t>(id_size)));
  GElf_Word link_checksum = 0;
  if (const char *const name = dwelf_elf_gnu_debuglink(elf.get(), &link_checksum)) links.link_name = name;
  links.link_checksum = link_checksum;
  return find(links, debug_directories);
}

}  // namespace corefile
