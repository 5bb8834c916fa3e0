#include "corefile/process/link_map.h"

#include <elf.h>

#include <unordered_set>

#include "mpidbg/base/limits.h"

namespace corefile {

namespace {

constexpr std::size_t most_modules = 65536;
constexpr std::size_t most_bytes_of_names = std::size_t{16} << 20;  // limit for the names of all objects together
constexpr std::uint64_t most_dynamic_entries = 4096;

std::vector<Elf64_Phdr> read_program_headers(const AuxiliaryVector &auxiliary, MemoryReader &memory) {
  const std::uint64_t count = auxiliary.value(AT_PHNUM);
  if (count == 0 || count > UINT16_MAX) return {};
  const ElfFormat &format = memory.format();
  std::vector<std::byte> table(count * format.program_header_size());
  if (!memory.read(auxiliary.address(AT_PHDR), table.data(), table.size())) return {};
  std::vector<Elf64_Phdr> headers;
  for (std::uint64_t at = 0; at < table.size(); at += format.program_header_size())
    headers.push_back(*format.program_header(table, at));
  return headers;
}

const Elf64_Phdr *find_header(const std::vector<Elf64_Phdr> &headers, std::uint32_t type) {
  for (const Elf64_Phdr &header : headers) {
    if (header.p_type == type) return &header;
  }
  return nullptr;
}

Address bias_of(const AuxiliaryVector &auxiliary, const std::vector<Elf64_Phdr> &headers, const ElfFormat &format) {
  const Elf64_Phdr *const self = find_header(headers, PT_PHDR);
  if (self != nullptr) return auxiliary.address(AT_PHDR) - self->p_vaddr;
  // Only static programs lack PT_PHDR. Their program headers are in the segment with the start of the file, right after
  // the ELF header.
  for (const Elf64_Phdr &header : headers) {
    if (header.p_type == PT_LOAD && header.p_offset == 0) {
      return auxiliary.address(AT_PHDR) - format.header_size() - header.p_vaddr;
    }
  }
  return {};
}

// Returns the value of DT_DEBUG. The result is nullopt if PT_DYNAMIC is unreadable or has no end, and null if
// PT_DYNAMIC lacks DT_DEBUG or the dynamic linker has not run yet.
std::optional<Address> debug_entry(Address dynamic, MemoryReader &memory) {
  for (std::uint64_t i = 0; i < most_dynamic_entries; ++i) {
    const Address at = dynamic + i * memory.format().dynamic_size();
    const auto tag = memory.word(at), value = memory.word(at + memory.format().word_size());
    if (!tag || !value) return std::nullopt;
    if (*tag == DT_NULL) return Address();
    if (*tag == DT_DEBUG) return Address(*value);
  }
  return std::nullopt;
}

// Holds members of the dynamic linker's struct link_map, which begins with the documented members load bias, name,
// dynamic section, next and previous.
struct Link {
  Address load_bias, name, next;
};

std::optional<Link> read_link(Address at, MemoryReader &memory) {
  const std::uint64_t word = memory.format().word_size();
  const auto load_bias = memory.word(at), name = memory.word(at + word), next = memory.word(at + 3 * word);
  if (!load_bias || !name || !next) return std::nullopt;
  return Link{Address(*load_bias), Address(*name), Address(*next)};
}

void walk(Address first, MemoryReader &memory, LinkMap &map) {
  std::unordered_set<std::uint64_t> seen;
  std::size_t name_bytes = 0;
  for (Address at = first; !at.is_null();) {
    if (!seen.insert(at.value()).second) {
      map.problem = "the dynamic linker's list of modules runs in a circle";
      return;
    }
    if (seen.size() > most_modules) {
      map.problem = "the dynamic linker's list has more than " + std::to_string(most_modules) + " modules";
      return;
    }
    const auto link = read_link(at, memory);
    if (!link) {
      map.problem = "the dynamic linker's list of modules could not be read to its end";
      return;
    }
    const auto name = memory.string(link->name, mpidbg::limits::string_length);
    if (!name) map.problem = "a module's name in the dynamic linker's list could not be read";
    name_bytes += name.value_or("").size();
    if (name_bytes > most_bytes_of_names) {
      map.problem = "the names in the dynamic linker's list of modules are too long to be real";
      return;
    }
    map.entries.push_back({link->load_bias, name.value_or("")});
    at = link->next;
  }
}

}  // namespace

std::optional<Address> executable_bias(const AuxiliaryVector &auxiliary, MemoryReader &memory) {
  const std::vector<Elf64_Phdr> headers = read_program_headers(auxiliary, memory);
  if (headers.empty()) return std::nullopt;
  return bias_of(auxiliary, headers, memory.format());
}

LinkMap read_link_map(const AuxiliaryVector &auxiliary, MemoryReader &memory) {
  LinkMap map;
  if (auxiliary.empty()) return map;  // a core file that names no program, such as one with the recorder's record alone
  const std::vector<Elf64_Phdr> headers = read_program_headers(auxiliary, memory);
  if (headers.empty()) {
    map.problem = "the executable's program headers could not be read";
    return map;
  }
  map.executable_bias = bias_of(auxiliary, headers, memory.format());
  const Elf64_Phdr *const dynamic = find_header(headers, PT_DYNAMIC);
  if (dynamic == nullptr || find_header(headers, PT_INTERP) == nullptr) return map;  // a static program

  const auto debug = debug_entry(map.executable_bias + dynamic->p_vaddr, memory);
  if (!debug) {
    map.problem = "the executable's dynamic section could not be read";
  } else if (debug->is_null()) {
    map.problem = "the dynamic linker has not run yet";
  } else if (const auto first = memory.word(*debug + memory.format().word_size()); !first) {  // r_debug.r_map
    map.problem = "the dynamic linker's list of modules could not be read";
  } else if (*first == 0) {
    map.problem = "the dynamic linker has not run yet";
  } else {
    walk(Address(*first), memory, map);
  }
  return map;
}

}  // namespace corefile
