#include "corefile/dwarf/call_sites.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <utility>

#include "corefile/dwarf/debug_units.h"

namespace corefile {

namespace {

bool is_set(Dwarf_Die &die, std::initializer_list<unsigned> names) {
  return std::any_of(names.begin(), names.end(), [&](unsigned name) {
    Dwarf_Attribute attribute;
    bool value = false;
    return dwarf_formflag(dwarf_attr_integrate(&die, name, &attribute), &value) == 0 && value;
  });
}

std::optional<Dwarf_Die> entry_of(Dwarf_Die &die, std::initializer_list<unsigned> names) {
  for (const unsigned name : names) {
    Dwarf_Attribute attribute;
    Dwarf_Die entry;
    if (dwarf_formref_die(dwarf_attr(&die, name, &attribute), &entry) != nullptr) return entry;
  }
  return std::nullopt;
}

std::optional<Dwarf_Addr> address_of(Dwarf_Die &die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Addr address = 0;
  if (dwarf_formaddr(dwarf_attr(&die, name, &attribute), &address) != 0) return std::nullopt;
  return address;
}

bool is_call_site(Dwarf_Die &die) {
  const int tag = dwarf_tag(&die);
  return tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site;
}

// Returns the address to which a call returns. GNU's entries have it as DW_AT_low_pc. Clang omits it for tail calls.
std::optional<Dwarf_Addr> return_address(Dwarf_Die &site) {
  return address_of(site, dwarf_tag(&site) == DW_TAG_call_site ? DW_AT_call_return_pc : DW_AT_low_pc);
}

// Calls `visit` for each call site of a function or of a unit, except for call sites of functions nested in it. Stops
// if `visit` returns false. Returns false if it has stopped, or if a limit was reached.
class CallSiteWalk {
 public:
  template <class Visit>
  bool over(Dwarf_Die &parent, Visit &&visit, unsigned depth = 0) {
    Dwarf_Die child;
    if (depth > deepest_scope) return false;
    if (dwarf_child(&parent, &child) != 0) return true;
    do {
      if (++seen_ > most_entries) return false;
      if (is_call_site(child)) {
        if (!visit(child)) return false;
      } else if (dwarf_tag(&child) != DW_TAG_subprogram && !over(child, visit, depth + 1)) {
        return false;
      }
    } while (dwarf_siblingof(&child, &child) == 0);
    return true;
  }

 private:
  unsigned seen_ = 0;
};

// Adds the addresses of the functions below `parent` that the compiler has made from `abstract`.
void add_copies(Dwarf_Die &parent, Dwarf_Off abstract, std::vector<std::uint64_t> &addresses, unsigned &seen,
                unsigned depth = 0) {
  Dwarf_Die child;
  if (depth > deepest_scope || dwarf_child(&parent, &child) != 0) return;
  do {
    if (++seen > most_entries) return;
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_namespace || tag == DW_TAG_module) add_copies(child, abstract, addresses, seen, depth + 1);
    if (tag != DW_TAG_subprogram) continue;
    auto origin = entry_of(child, {DW_AT_abstract_origin});
    Dwarf_Addr address = 0;
    if (origin && dwarf_dieoffset(&*origin) == abstract && dwarf_entrypc(&child, &address) == 0)
      addresses.push_back(address);
  } while (dwarf_siblingof(&child, &child) == 0);
}

CallTarget target_of(Dwarf_Die &site, Dwarf_Die &unit) {
  CallTarget target;
  auto origin = entry_of(site, {DW_AT_call_origin, DW_AT_abstract_origin});
  if (!origin) return target;
  Dwarf_Addr address = 0;
  if (dwarf_entrypc(&*origin, &address) == 0) {
    target.addresses.push_back(address);
    return target;
  }
  unsigned seen = 0;
  add_copies(unit, dwarf_dieoffset(&*origin), target.addresses, seen);
  if (!target.addresses.empty()) return target;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name}) {
    target.symbol = text_of(*origin, name);
    if (!target.symbol.empty()) break;
  }
  return target;
}

// Returns the outermost function of a unit that contains the address: the one that has a frame.
std::optional<Dwarf_Die> function_with_frame(Dwarf_Die &unit, std::uint64_t address) {
  std::vector<Dwarf_Die> functions = functions_at(unit, address);
  const auto innermost = std::find_if(functions.rbegin(), functions.rend(),
                                      [](Dwarf_Die &die) { return dwarf_tag(&die) == DW_TAG_subprogram; });
  if (innermost == functions.rend()) return std::nullopt;
  return *innermost;
}

}  // namespace

std::optional<CallTarget> call_target(const std::shared_ptr<const ElfFile> &file, std::uint64_t returns_to,
                                      const std::vector<std::string> &debug_directories) {
  auto unit = debug_units(file, debug_directories).unit_at(returns_to - 1);
  if (!unit) return std::nullopt;
  auto function = function_with_frame(unit->functions, returns_to - 1);
  if (!function) return std::nullopt;
  std::optional<CallTarget> target;
  CallSiteWalk().over(*function, [&](Dwarf_Die &site) {
    if (return_address(site) != returns_to) return true;
    target = target_of(site, unit->functions);
    return false;
  });
  return target;
}

std::optional<std::vector<TailCall>> tail_calls(const std::shared_ptr<const ElfFile> &file, std::uint64_t address,
                                                const std::vector<std::string> &debug_directories) {
  auto unit = debug_units(file, debug_directories).unit_at(address);
  if (!unit) return std::nullopt;
  auto function = function_with_frame(unit->functions, address);
  if (!function || !is_set(*function, {DW_AT_call_all_calls, DW_AT_call_all_tail_calls, DW_AT_GNU_all_call_sites,
                                       DW_AT_GNU_all_tail_call_sites}))
    return std::nullopt;
  std::vector<TailCall> calls;
  bool is_complete = true;
  is_complete &= CallSiteWalk().over(*function, [&](Dwarf_Die &site) {
    if (!is_set(site, {DW_AT_call_tail_call, DW_AT_GNU_tail_call})) return true;
    const auto jump = address_of(site, DW_AT_call_pc), after = return_address(site);
    if (!jump && !after) return is_complete = false;
    calls.push_back({jump ? *jump : *after - 1, target_of(site, unit->functions)});
    return true;
  });
  if (!is_complete) return std::nullopt;
  return calls;
}

}  // namespace corefile
