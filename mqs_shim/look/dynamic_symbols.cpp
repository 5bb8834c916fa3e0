#include "mqs_shim/look/dynamic_symbols.h"

#include <elf.h>

#include <algorithm>
#include <array>

#include "mpidbg/base/hexadecimal.h"

namespace mqs_shim {

using mpidbg::Address;
using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Result;
using mpidbg::Status;

namespace {

constexpr std::size_t most_linked_modules = 4096;
constexpr std::size_t most_dynamic_entries = 1024;
constexpr std::uint64_t most_symbols = 1u << 20;  // of all modules together
constexpr std::size_t longest_path = 4096;
constexpr std::size_t longest_symbol = 64;
constexpr std::size_t symbols_at_once = 2048;

std::string name_of(const LinkedModule &module) {
  return module.path.empty() ? "the program" : module.path;
}

Error unreadable(const std::string &what) {
  return Error{ErrorCode::unavailable, what + " cannot be read", {}};
}

}  // namespace

std::optional<std::uint64_t> DynamicSymbols::number(Address at, unsigned bytes) const {
  std::array<std::byte, 8> buffer{};
  const std::span<std::byte> part = std::span(buffer).first(bytes);
  if (!read_(at, part)) return std::nullopt;
  return mpidbg::decode_unsigned(part, order_);
}

// Returns the characters up to the NUL, at most `most` of them; ends early where memory cannot be read.
std::string DynamicSymbols::text(Address at, std::size_t most) const {
  std::string found;
  std::array<std::byte, 32> part{};
  while (found.size() < most) {
    // Blocks end at multiples of their size, so that none reaches into a page behind the end of the text.
    const std::size_t size = std::min(part.size() - (at + found.size()).value() % part.size(), most - found.size());
    if (!read_(at + found.size(), std::span(part).first(size))) return found;
    for (std::size_t i = 0; i < size; ++i) {
      if (part[i] == std::byte{}) return found;
      found += static_cast<char>(part[i]);
    }
  }
  return found;
}

Result<std::vector<LinkedModule>> DynamicSymbols::modules(Address debug) const {
  const std::string list = "the dynamic linker's list of modules";
  const auto first = word(debug + word_);  // r_debug.r_map, behind r_version
  if (!first || *first == 0) return unreadable(list);
  std::vector<LinkedModule> found;
  for (Address at(*first); !at.is_null();) {
    if (found.size() == most_linked_modules) return Error{ErrorCode::corrupt, list + " has no end", at};
    // The members of link_map: l_addr, l_name, l_ld, l_next.
    const auto bias = word(at), name = word(at + word_), dynamic = word(at + 2 * word_), next = word(at + 3 * word_);
    if (!bias || !name || !dynamic || !next) return unreadable(list);
    found.push_back(
        {*name == 0 ? std::string() : text(Address(*name), longest_path), Address(*bias), Address(*dynamic)});
    at = Address(*next);
  }
  return found;
}

Result<DynamicSymbols::Tables> DynamicSymbols::tables(const LinkedModule &module) const {
  Tables found;
  for (std::size_t i = 0; i < most_dynamic_entries; ++i) {
    const Address entry = module.dynamic + i * 2 * word_;
    const auto tag = word(entry), value = word(entry + word_);
    if (!tag || !value) return unreadable("the dynamic section of " + name_of(module));
    if (*tag == DT_NULL) return found;
    // Most dynamic linkers replace the addresses of the file by those in memory. Where the section is read-only, as in
    // the vdso, they do not.
    const Address there = Address(*value) < module.load_bias ? module.load_bias + *value : Address(*value);
    switch (*tag) {
      case DT_SYMTAB:
        found.symbols = there;
        break;
      case DT_STRTAB:
        found.strings = there;
        break;
      case DT_STRSZ:
        found.string_bytes = *value;
        break;
      case DT_HASH:
        found.hash = there;
        break;
      case DT_GNU_HASH:
        found.gnu_hash = there;
        break;
      default:
        break;
    }
  }
  return Error{ErrorCode::corrupt, "the dynamic section of " + name_of(module) + " has no end", module.dynamic};
}

// Returns how many symbols at the start of the table may be undefined. A GNU hash table covers only defined symbols,
// which are at the end. In an executable it covers imported functions as well whose address the program takes, so that
// the whole table counts.
Result<std::uint64_t> DynamicSymbols::symbol_count(const LinkedModule &module, const Tables &tables) const {
  const std::string subject = "the table of symbols of " + name_of(module);
  if (tables.gnu_hash.is_null()) {
    if (tables.hash.is_null()) return std::uint64_t{0};
    const auto count = number(tables.hash + 4, 4);  // behind the number of buckets
    if (!count) return unreadable(subject);
    return *count;
  }
  const auto buckets = number(tables.gnu_hash, 4), first = number(tables.gnu_hash + 4, 4);
  const auto words = number(tables.gnu_hash + 8, 4);
  if (!buckets || !first || !words) return unreadable(subject);
  if (!module.path.empty()) return *first;
  if (*buckets > most_symbols || *words > most_symbols) return Error{ErrorCode::corrupt, subject + " has no end", {}};
  const Address chains = tables.gnu_hash + 16 + *words * word_ + *buckets * 4;
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < *buckets; ++i) {
    const auto bucket = number(tables.gnu_hash + 16 + *words * word_ + i * 4, 4);
    if (!bucket) return unreadable(subject);
    last = std::max(last, *bucket);
  }
  if (last < *first) return *first;
  for (; last < most_symbols; ++last) {
    const auto hash = number(chains + (last - *first) * 4, 4);
    if (!hash) return unreadable(subject);
    if ((*hash & 1) != 0) return last + 1;
  }
  return last;
}

Status DynamicSymbols::each_import(const LinkedModule &module, const std::function<void(std::string_view)> &use) {
  if (module.dynamic.is_null()) return unreadable("the dynamic section of " + name_of(module));
  MPIDBG_ASSIGN(found, tables(module));
  if (found.symbols.is_null() || found.strings.is_null()) return {};
  MPIDBG_ASSIGN(count, symbol_count(module, found));
  if (count >= most_symbols - symbols_read_)
    return Error{ErrorCode::corrupt, name_of(module) + " seems to have " + std::to_string(count) + " symbols", {}};
  symbols_read_ += count;
  std::vector<std::byte> bytes(std::min<std::uint64_t>(count, symbols_at_once) * symbol_bytes());
  for (std::uint64_t start = 0; start < count; start += symbols_at_once) {
    const std::size_t some = std::min<std::uint64_t>(count - start, symbols_at_once);
    const std::span<std::byte> part = std::span(bytes).first(some * symbol_bytes());
    if (!read_(found.symbols + start * symbol_bytes(), part))
      return unreadable("the table of symbols of " + name_of(module));
    for (std::size_t i = 0; i < some; ++i) {
      const std::span<const std::byte> symbol = part.subspan(i * symbol_bytes(), symbol_bytes());
      const std::uint64_t name = field(symbol, 0, 4), section = field(symbol, word_ == 8 ? 6 : 14, 2);
      if (name == 0 || section != SHN_UNDEF) continue;
      if (name >= found.string_bytes)
        return Error{ErrorCode::corrupt, "a symbol of " + name_of(module) + " has its name outside of the names", {}};
      use(text(found.strings + name, std::min<std::uint64_t>(longest_symbol, found.string_bytes - name)));
    }
  }
  return {};
}

}  // namespace mqs_shim
