#pragma once
// The sections of a file that have its units and their line tables, and the table that says which unit has the code at
// an address (.debug_aranges). What is packed of the first two is unpacked up to the units that are asked for; libdw
// itself would unpack all, and go through all units before the first answer.

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "corefile/elf/elf_format.h"
#include "corefile/elf/inflated_section.h"

namespace corefile {

class UnitSections {
 public:
  UnitSections() = default;
  // Before libdw has seen it. The Elf is mapped privately, and not used after this object.
  explicit UnitSections(Elf *elf);

  // The unit with the code at this address, and its line table, readable by libdw. Nothing if the table does not say.
  std::optional<Dwarf_Die> unit_at(Dwarf *dwarf, std::uint64_t address);
  // For all questions that are not about one unit.
  bool unpack_all();

 private:
  std::optional<std::uint64_t> offset_of_unit(std::uint64_t address) const;
  bool unpack(InflatedSection *section, std::uint64_t offset) const;
  bool unpack_what_belongs_to(Dwarf_Die &unit);

  ElfFormat format_;
  std::unique_ptr<InflatedSection> units_, lines_;  // null if the section is not packed
  Bytes address_ranges_;
};

}  // namespace corefile
