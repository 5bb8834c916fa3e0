#include "corefile/elf/function_names.h"

#include <algorithm>
#include <tuple>

namespace corefile {

namespace {

constexpr unsigned scans_before_sorting = 16;

// Returns the key by which functions that cover the same address are compared. The innermost function has the largest
// key: the one with the latest start, then the smallest size, then the most public name.
auto closeness(const Elf64_Sym &symbol) {
  const unsigned binding = ELF64_ST_BIND(symbol.st_info);
  const int publicity = binding == STB_GLOBAL ? 2 : binding == STB_WEAK ? 1 : 0;
  return std::tuple(symbol.st_value, ~symbol.st_size, publicity);
}

bool is_function(const Elf64_Sym &symbol) {
  const unsigned type = ELF64_ST_TYPE(symbol.st_info);
  const bool code = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
  return code && symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS && symbol.st_size != 0;
}

bool covers(const Elf64_Sym &symbol, std::uint64_t address) {
  return address >= symbol.st_value && address - symbol.st_value < symbol.st_size;
}

}  // namespace

std::string_view FunctionNames::name_at(std::uint64_t address) const {
  auto [known, is_new] = known_.try_emplace(address, nullptr);
  if (is_new) known->second = ++scans_ <= scans_before_sorting ? scan(address) : search(address);
  return known->second == nullptr ? std::string_view{} : string_at(strings_, known->second->st_name);
}

const Elf64_Sym *FunctionNames::scan(std::uint64_t address) const {
  const Elf64_Sym *best = nullptr;
  for (const Elf64_Sym &symbol : symbols_) {
    if (!covers(symbol, address) || !is_function(symbol)) continue;
    if (best == nullptr || closeness(*best) < closeness(symbol)) best = &symbol;
  }
  return best;
}

void FunctionNames::sort() const {
  for (const Elf64_Sym &symbol : symbols_) {
    if (is_function(symbol)) sorted_.push_back(&symbol);
  }
  std::sort(sorted_.begin(), sorted_.end(),
            [](const Elf64_Sym *a, const Elf64_Sym *b) { return closeness(*a) < closeness(*b); });
}

const Elf64_Sym *FunctionNames::search(std::uint64_t address) const {
  if (sorted_.empty()) sort();
  auto it = std::upper_bound(sorted_.begin(), sorted_.end(), address,
                             [](std::uint64_t a, const Elf64_Sym *symbol) { return a < symbol->st_value; });
  // The nearest function that starts before the address may also end before it, and an earlier, larger one may cover
  // the address. Going back 16 steps suffices in practice.
  for (int steps = 0; it != sorted_.begin() && steps < 16; ++steps) {
    if (covers(**--it, address)) return *it;
  }
  return nullptr;
}

}  // namespace corefile
