#include "corefile/dwarf/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <map>
#include <unordered_map>

#include "corefile/dwarf/debug_units.h"
#include "mpidbg/base/readable_name.h"

namespace corefile {

namespace {

std::string text(const char *value) {
  return value == nullptr ? std::string() : std::string(value);
}

std::string function_name(Dwarf_Die &function) {
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    const std::string symbol = text_of(function, name);
    if (symbol.empty()) continue;
    if (std::string readable = mpidbg::readable_name(symbol); readable != symbol) return readable;
  }
  return text_of(function, DW_AT_name);
}

class SourceLines {
 public:
  explicit SourceLines(DebugUnits &units) : units_(units) {}

  const std::vector<SourcePlace> &at(std::uint64_t address) {
    const auto [known, is_new] = known_.try_emplace(address);
    if (is_new) known->second = look_up(address);
    return known->second;
  }

 private:
  std::vector<SourcePlace> look_up(Dwarf_Addr address) {
    std::vector<SourcePlace> places;
    auto unit = units_.unit_at(address);
    if (!unit) return places;
    SourcePlace place;
    if (Dwarf_Line *const line = dwarf_getsrc_die(&unit->lines, address)) {
      int number = 0;
      if (dwarf_lineno(line, &number) == 0 && number > 0) place.line = static_cast<std::uint32_t>(number);
      place.file = text(dwarf_linesrc(line, nullptr, nullptr));
    }
    std::vector<Dwarf_Die> functions = functions_at(unit->functions, address);
    for (auto function = functions.rbegin(); function != functions.rend(); ++function) {
      place.function = function_name(*function);
      places.push_back(std::move(place));
      place = call_of(*function, unit->functions);
    }
    if (places.empty() && (place.line != 0 || !place.file.empty())) places.push_back(std::move(place));
    return places;
  }

  // Returns the place from which an inlined function was called.
  static SourcePlace call_of(Dwarf_Die &inlined, Dwarf_Die &unit) {
    SourcePlace place;
    place.line = static_cast<std::uint32_t>(number_of(inlined, DW_AT_call_line).value_or(0));
    const auto file = number_of(inlined, DW_AT_call_file);
    Dwarf_Files *files = nullptr;
    std::size_t count = 0;
    if (file && dwarf_getsrcfiles(&unit, &files, &count) == 0 && *file < count)
      place.file = text(dwarf_filesrc(files, *file, nullptr, nullptr));
    return place;
  }

  DebugUnits &units_;
  std::unordered_map<std::uint64_t, std::vector<SourcePlace>> known_;
};

}  // namespace

const std::vector<SourcePlace> &source_places(const std::shared_ptr<const ElfFile> &file, std::uint64_t address,
                                              const std::vector<std::string> &debug_directories) {
  // The map `known` is never destroyed, because freeing debug information piece by piece takes longer than ending the
  // process.
  static auto &known = *new std::map<std::shared_ptr<const ElfFile>, std::unique_ptr<SourceLines>>;
  std::unique_ptr<SourceLines> &lines = known[file];
  if (!lines) lines = std::make_unique<SourceLines>(debug_units(file, debug_directories));
  return lines->at(address);
}

// Code that the compiler itself has generated has line 0 but a file name, so that its line does not count as lacking.
bool lacks_line(const std::vector<SourcePlace> &places) {
  return !places.empty() && places.front().line == 0 && places.front().file.empty();
}

}  // namespace corefile
