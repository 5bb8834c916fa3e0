#pragma once
// The sections of a file with its units and their line tables, and the table that maps addresses to units
// (.debug_aranges). Compressed sections of the first two kinds are decompressed only up to the units that are needed.
// libdw itself would decompress everything and walk all units before the first answer.

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
  // Must be made before libdw has seen the Elf. The Elf must be mapped privately and not be used after this object.
  explicit UnitSections(Elf *elf);

  // Returns the unit with the code at this address, and makes the unit and its line table readable by libdw. Returns
  // nullopt if the table does not cover the address.
  std::optional<Dwarf_Die> unit_at(Dwarf *dwarf, std::uint64_t address);
  // Must be called before any question that is not about a single unit. Returns false if the sections are damaged.
  bool unpack_all();

 private:
  std::optional<std::uint64_t> offset_of_unit(std::uint64_t address) const;
  bool unpack(InflatedSection *section, std::uint64_t offset) const;
  bool unpack_what_belongs_to(Dwarf_Die &unit);

  ElfFormat format_;
  // Null if the section is not compressed.
  std::unique_ptr<InflatedSection> units_, lines_;
  Bytes address_ranges_;
};

}  // namespace corefile
