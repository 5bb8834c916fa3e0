#include "corefile/dwarf/debug_units.h"

#include <dwarf.h>
#include <gelf.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include "corefile/elf/debug_file.h"

namespace corefile {

namespace {

bool has_children_with_code(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type || tag == DW_TAG_structure_type;
}

bool is_scope(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
         tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

// Finds the functions that contain an address, from the outermost to the innermost inlined one.
class Functions {
 public:
  explicit Functions(Dwarf_Addr address) : address_(address) {}

  std::vector<Dwarf_Die> in(Dwarf_Die &unit) {
    // Nested procedures, as in Fortran, have code of their own. They are searched only if no other function contains
    // the address.
    for (const bool nested : {false, true}) {
      if (find(unit, nested, 0)) break;
    }
    return std::move(found_);
  }

 private:
  bool find(Dwarf_Die &parent, bool nested, unsigned depth) {
    Dwarf_Die child;
    if (depth > deepest_scope || dwarf_child(&parent, &child) != 0) return false;
    do {
      if (++seen_ > most_entries) return false;
      const int tag = dwarf_tag(&child);
      if (is_scope(tag) && dwarf_haspc(&child, address_) > 0) {
        if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine) found_.push_back(child);
        find(child, nested, depth + 1);
        return true;
      }
      const bool go_in = has_children_with_code(tag) || (nested && tag == DW_TAG_subprogram);
      if (go_in && find(child, nested, depth + 1)) return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
  }

  Dwarf_Addr address_;
  unsigned seen_ = 0;
  std::vector<Dwarf_Die> found_;
};

// The debug sections that are not needed here. libdw would decompress them when it opens a file. For the C library,
// this takes a sixth of the time of opening.
constexpr std::string_view unused_sections[] = {".debug_loclists", ".debug_loc", ".debug_macro", ".debug_macinfo"};

// Hides unused_sections from libdw, by changing their headers in the private mapping of the file.
void hide_unused_sections(Elf *elf) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return;
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char *const name = elf_strptr(elf, names, header.sh_name);
    if (name == nullptr ||
        std::find(std::begin(unused_sections), std::end(unused_sections), name) == std::end(unused_sections))
      continue;
    header.sh_type = SHT_NOBITS;
    gelf_update_shdr(section, &header);
  }
}

DebugUnits::Unit with_functions(Dwarf_Die &unit) {
  Dwarf_Die split;
  uint8_t type = 0;
  const bool known = dwarf_cu_info(unit.cu, nullptr, &type, nullptr, &split, nullptr, nullptr, nullptr) == 0;
  const bool is_split = known && type == DW_UT_skeleton && dwarf_tag(&split) != DW_TAG_invalid;
  return {unit, is_split ? split : unit};
}

}  // namespace

DebugUnits::DebugUnits(const ElfFile &file, const std::vector<std::string> &debug_directories) {
  const auto path = find_debug_file(file, debug_directories);
  if (!path) return;
  auto debug_file = mpidbg::open_regular_file(*path);
  if (!debug_file) return;
  descriptor_ = std::move(debug_file->descriptor);
  elf_version(EV_CURRENT);
  elf_.reset(elf_begin(descriptor_.get(), ELF_C_READ_MMAP_PRIVATE, nullptr));
  if (!elf_) return;
  hide_unused_sections(elf_.get());
  sections_.emplace(elf_.get());
  dwarf_.reset(dwarf_begin_elf(elf_.get(), DWARF_C_READ, nullptr));
}

std::optional<DebugUnits::Unit> DebugUnits::unit_at(std::uint64_t address) {
  if (!dwarf_) return std::nullopt;
  if (auto unit = sections_->unit_at(dwarf_.get(), address)) return with_functions(*unit);
  // If .debug_aranges does not lead to a unit, all units are searched, because not all compilers write that section.
  if (!sections_->unpack_all()) return std::nullopt;
  Dwarf_CU *handle = nullptr;
  Dwarf_Die die;
  while (dwarf_get_units(dwarf_.get(), handle, &handle, nullptr, nullptr, &die, nullptr) == 0) {
    if (dwarf_haspc(&die, address) > 0) return with_functions(die);
  }
  return std::nullopt;
}

DebugUnits &debug_units(const std::shared_ptr<const ElfFile> &file, const std::vector<std::string> &debug_directories) {
  // The map `known` is never destroyed, because freeing debug information piece by piece takes longer than ending the
  // process.
  static auto &known = *new std::map<std::shared_ptr<const ElfFile>, std::unique_ptr<DebugUnits>>;
  std::unique_ptr<DebugUnits> &units = known[file];
  if (!units) units = std::make_unique<DebugUnits>(*file, debug_directories);
  return *units;
}

std::vector<Dwarf_Die> functions_at(Dwarf_Die &unit, std::uint64_t address) {
  return Functions(address).in(unit);
}

std::optional<std::uint64_t> number_of(Dwarf_Die &die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(&die, name, &attribute), &value) != 0) return std::nullopt;
  return value;
}

std::string text_of(Dwarf_Die &die, unsigned name) {
  Dwarf_Attribute attribute;
  const char *const value = dwarf_formstring(dwarf_attr_integrate(&die, name, &attribute));
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace corefile
