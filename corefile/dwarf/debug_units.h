#pragma once
// Opens the debug information of one file, and finds the units and functions that contain an address. The debug
// information may be in any of the places that elf/debug_file.h lists, in split DWARF, or in files made by dwz.

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/dwarf/unit_sections.h"
#include "corefile/elf/elf_file.h"
#include "mpidbg/base/regular_file.h"

namespace corefile {

// Addresses are those in the file, without the load bias. Only one thread at a time may use an object.
class DebugUnits {
 public:
  // Opens the debug information; without any, no unit is found.
  DebugUnits(const ElfFile &file, const std::vector<std::string> &debug_directories);

  struct Unit {
    Dwarf_Die lines;      // has the line table and the addresses; for split DWARF, the skeleton unit
    Dwarf_Die functions;  // has the functions; for split DWARF, another unit
  };
  // Returns the unit with the code at the address, or nothing if debug information does not cover it. Entries of other
  // units can be read only if the unit refers to them, or after unpack_all().
  std::optional<Unit> unit_at(std::uint64_t address);

 private:
  struct End {
    void operator()(Elf *elf) const { elf_end(elf); }
    void operator()(Dwarf *dwarf) const { dwarf_end(dwarf); }
  };
  mpidbg::FileDescriptor descriptor_;
  std::optional<UnitSections> sections_;
  std::unique_ptr<Elf, End> elf_;
  std::unique_ptr<Dwarf, End> dwarf_;
};

// Returns the debug information of a file. It is opened by the first call for the file, with the directories of that
// call, and stays open until the program ends.
DebugUnits &debug_units(const std::shared_ptr<const ElfFile> &file, const std::vector<std::string> &debug_directories);

// Returns the functions of the unit that contain an address, from the outermost to the innermost inlined one.
std::vector<Dwarf_Die> functions_at(Dwarf_Die &unit, std::uint64_t address);

// Returns the value of an attribute that is a number; nothing if the entry lacks it.
std::optional<std::uint64_t> number_of(Dwarf_Die &die, unsigned name);

// Returns a text attribute of an entry; empty if there is none. If the entry lacks the attribute, looks at the entries
// to which DW_AT_abstract_origin and DW_AT_specification refer.
std::string text_of(Dwarf_Die &die, unsigned name);

// Limits for walks over the entries of a unit, because damaged entries may be in many lists.
inline constexpr unsigned deepest_scope = 256;
inline constexpr unsigned most_entries = 4'000'000;

}  // namespace corefile
