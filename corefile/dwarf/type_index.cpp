#include "corefile/dwarf/type_index.h"

#include <elfutils/libdwelf.h>
#include <gelf.h>

#include "corefile/dwarf/libdw_dies.h"
#include "mpidbg/base/regular_file.h"

namespace corefile {

namespace {

struct DebugSections {
  bool is_elf = false;
  bool has_dwarf = false;
};

DebugSections sections_of(int file) {
  DebugSections found;
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf *)> elf(elf_begin(file, ELF_C_READ_MMAP, nullptr), elf_end);
  std::size_t names = 0;
  found.is_elf = elf != nullptr && elf_kind(elf.get()) == ELF_K_ELF;
  if (!found.is_elf || elf_getshdrstrndx(elf.get(), &names) != 0) return found;
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf.get(), section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type == SHT_NOBITS) continue;
    const char *const text = elf_strptr(elf.get(), names, header.sh_name);
    const std::string_view name = text == nullptr ? "" : text;
    found.has_dwarf |= name == ".debug_info" || name == ".zdebug_info";
  }
  return found;
}

}  // namespace

const StructField *StructType::field(std::string_view field_name) const {
  for (const StructField &candidate : fields) {
    if (candidate.name == field_name) return &candidate;
  }
  return nullptr;
}

Result<std::unique_ptr<TypeIndex>> TypeIndex::open(const std::string &path) {
  MPIDBG_ASSIGN(file, mpidbg::open_regular_file(path));
  const DebugSections sections = sections_of(file.descriptor.get());
  if (!sections.is_elf) return Error{ErrorCode::corrupt, path + " is not an ELF file"};
  if (!sections.has_dwarf) return Error{ErrorCode::not_found, path + " has no debug information"};

  std::unique_ptr<TypeIndex> index(new TypeIndex(path));
  MPIDBG_ASSIGN(source, open_with_libdw(path));
  index->source_ = std::move(source);
  return index;
}

TypeIndex::TypeIndex(std::string path) : path_(std::move(path)) {}
TypeIndex::~TypeIndex() = default;

const StructType *TypeIndex::find(std::string_view name) const {
  if (const auto known = known_.find(name); known != known_.end()) return known->second.get();
  auto found = source_->find(name);
  auto &kept = known_[std::string(name)];
  if (found) kept = std::move(*found);
  return kept.get();
}

}  // namespace corefile
