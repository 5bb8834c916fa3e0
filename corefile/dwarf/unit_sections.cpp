#include "corefile/dwarf/unit_sections.h"

#include <dwarf.h>
#include <gelf.h>

#include <string_view>

namespace corefile {

namespace {

constexpr std::uint32_t wide_length = 0xffffffff;  // an escape: the length follows in eight bytes
constexpr std::uint64_t most_length_bytes = 12;
constexpr std::size_t most_abbreviations = 1 << 16;  // limit for the abbreviations of one unit

// The decoded length field of a unit, a line table or a set of address ranges: `value` is the length, and `size` the
// number of bytes that the field takes.
struct Length {
  std::uint64_t value = 0;
  unsigned size = 0;
  unsigned offset_size() const { return size == 4 ? 4 : 8; }
};

std::optional<Length> length_at(Bytes bytes, std::uint64_t offset, const ElfFormat &format) {
  const auto narrow = format.number(bytes, offset, 4);
  if (!narrow) return std::nullopt;
  if (*narrow != wide_length) return Length{*narrow, 4};
  const auto wide = format.number(bytes, offset + 4, 8);
  if (!wide) return std::nullopt;
  return Length{*wide, 12};
}

bool has_other_unit(unsigned form) {
  return form == DW_FORM_ref_addr || form == DW_FORM_ref_sig8 || form == DW_FORM_indirect;
}

// Returns true if an entry of the unit can refer to one in another unit.
bool refers_to_others(Dwarf_Die &unit) {
  Dwarf_Off offset = 0;
  for (std::size_t count = 0; count < most_abbreviations; ++count) {
    std::size_t length = 0;
    Dwarf_Abbrev *const abbreviation = dwarf_getabbrev(&unit, offset, &length);
    if (abbreviation == DWARF_END_ABBREV) return false;
    if (abbreviation == nullptr) return true;
    // dwarf_getattrcnt() is not used, because in elfutils 0.188 it returns a wrong number if attributes have their
    // value in the abbreviation.
    unsigned name = 0, form = 0;
    for (std::size_t i = 0; dwarf_getabbrevattr(abbreviation, i, &name, &form, nullptr) == 0; ++i) {
      if (has_other_unit(form)) return true;
    }
    offset += length;
  }
  return true;
}

}  // namespace

UnitSections::UnitSections(Elf *elf) {
  std::size_t names = 0;
  GElf_Ehdr header;
  if (elf_getshdrstrndx(elf, &names) != 0 || gelf_getehdr(elf, &header) == nullptr) return;
  const ByteOrder order = header.e_ident[EI_DATA] == ELFDATA2MSB ? ByteOrder::big : ByteOrder::little;
  format_ = ElfFormat(header.e_ident[EI_CLASS], order);
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr described;
    if (gelf_getshdr(section, &described) == nullptr || described.sh_type == SHT_NOBITS) continue;
    const char *const text = elf_strptr(elf, names, described.sh_name);
    const std::string_view name = text == nullptr ? "" : text;
    if (name == ".debug_info" && !units_) units_ = InflatedSection::replace(elf, section);
    if (name == ".debug_line" && !lines_) lines_ = InflatedSection::replace(elf, section);
    if (name != ".debug_aranges") continue;
    if ((described.sh_flags & SHF_COMPRESSED) != 0 && elf_compress(section, 0, 0) < 0) continue;
    if (const Elf_Data *const data = elf_rawdata(section, nullptr); data != nullptr && data->d_buf != nullptr)
      address_ranges_ = {static_cast<const std::byte *>(data->d_buf), data->d_size};
  }
}

bool UnitSections::unpack_all() {
  const bool has_units = !units_ || units_->unpack_all();
  return (!lines_ || lines_->unpack_all()) && has_units;
}

// .debug_aranges consists of consecutive sets of ranges. A set begins with its length, the version (2), the offset of
// the unit, and the sizes of addresses and of segments. Pairs of address and length follow, aligned to the size of a
// pair. A pair of zeros ends the set.
std::optional<std::uint64_t> UnitSections::offset_of_unit(std::uint64_t address) const {
  std::uint64_t begin = 0;
  while (const auto length = length_at(address_ranges_, begin, format_)) {
    if (length->value > address_ranges_.size() - begin - length->size) break;
    const Bytes set = address_ranges_.subspan(begin, length->size + length->value);
    const std::uint64_t sizes = length->size + 2 + length->offset_size();
    const auto version = format_.number(set, length->size, 2);
    const auto unit = format_.number(set, length->size + 2, length->offset_size());
    const auto word = format_.number(set, sizes, 1), segment = format_.number(set, sizes + 1, 1);
    begin += set.size();
    if (!segment || *version != 2 || *segment != 0 || (*word != 4 && *word != 8)) continue;
    const std::uint64_t size = *word;
    for (std::uint64_t at = (sizes + 2 + 2 * size - 1) / (2 * size) * (2 * size); at + 2 * size <= set.size();
         at += 2 * size) {
      const std::uint64_t first = *format_.number(set, at, size), bytes = *format_.number(set, at + size, size);
      if (address >= first && address - first < bytes) return *unit;
    }
  }
  return std::nullopt;
}

// Decompresses the unit or line table at this offset, which begins with its length.
bool UnitSections::unpack(InflatedSection *section, std::uint64_t offset) const {
  if (section == nullptr) return true;
  // If the section ends less than `most_length_bytes` after the offset, it is decompressed to its end.
  if (!section->unpack(offset + most_length_bytes) && !section->unpack_all()) return false;
  const auto length = length_at(section->unpacked(), offset, format_);
  return length && length->value < UINT64_MAX - offset - length->size &&
         section->unpack(offset + length->size + length->value);
}

bool UnitSections::unpack_what_belongs_to(Dwarf_Die &unit) {
  if (units_ && refers_to_others(unit)) return unpack_all();
  Dwarf_Attribute attribute;
  Dwarf_Word table = 0;
  return dwarf_formudata(dwarf_attr(&unit, DW_AT_stmt_list, &attribute), &table) != 0 || unpack(lines_.get(), table);
}

std::optional<Dwarf_Die> UnitSections::unit_at(Dwarf *dwarf, std::uint64_t address) {
  const auto offset = offset_of_unit(address);
  if (!offset || *offset > UINT64_MAX - most_length_bytes || !unpack(units_.get(), *offset)) return std::nullopt;
  Dwarf_Off next = 0;
  std::size_t header_size = 0;
  Dwarf_Die unit;
  if (dwarf_next_unit(dwarf, *offset, &next, &header_size, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) != 0 ||
      dwarf_offdie(dwarf, *offset + header_size, &unit) == nullptr || !unpack_what_belongs_to(unit))
    return std::nullopt;
  return unit;
}

}  // namespace corefile
