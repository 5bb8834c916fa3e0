#pragma once
// Finds the DWARF unit that contains an address without decompressing all debug information. The sections with the
// units and with their line tables may be compressed. They are then decompressed only up to the needed unit, which is
// found with the help of .debug_aranges. libdw itself would decompress everything and walk all units before the first
// answer.

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
  // Prepares the compressed sections of `elf` for partial decompression. Must be called before libdw opens `elf`. `elf`
  // must be mapped privately and must not be used after this object's end.
  explicit UnitSections(Elf *elf);

  // Returns the unit with the code at this address, and makes the unit and its line table readable by libdw. Returns
  // nullopt if .debug_aranges does not cover the address.
  std::optional<Dwarf_Die> unit_at(Dwarf *dwarf, std::uint64_t address);
  // Decompresses the rest of the sections. Must be called before libdw reads anything outside of a unit returned by
  // unit_at(). Returns false if the sections are damaged.
  bool unpack_all();

 private:
  std::optional<std::uint64_t> offset_of_unit(std::uint64_t address) const;
  bool unpack(InflatedSection *section, std::uint64_t offset) const;
  bool unpack_what_belongs_to(Dwarf_Die &unit);

  ElfFormat format_;
  // The sections with the units and with the line tables; null if the section is not compressed.
  std::unique_ptr<InflatedSection> units_, lines_;
  Bytes address_ranges_;
};

}  // namespace corefile
