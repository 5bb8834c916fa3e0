#include "corefile/elf/symbol_table.h"

#include <algorithm>

namespace corefile {

namespace {

std::uint32_t gnu_hash_of(std::string_view text) {
  std::uint32_t hash = 5381;
  for (const unsigned char c : text) hash = hash * 33 + c;
  return hash;
}

// Splits the table of DT_GNU_HASH into its parts: a header of four 32-bit numbers, a Bloom filter whose words have the
// size of an address, the buckets, and the chains.
struct GnuHashTable {
  GnuHashTable(std::span<const std::uint32_t> table, const ElfFormat &format)
      : is_wide(format.word_size() == 8), is_big(format.byte_order() == ByteOrder::big) {
    if (table.size() < 4) return;
    const std::uint64_t bucket_count = table[0];
    const std::uint64_t bloom_words = std::uint64_t{table[2]} * (is_wide ? 2 : 1);
    if (bucket_count == 0 || bloom_words == 0 || table[3] > 63) return;
    if (4 + bloom_words + bucket_count > table.size()) return;
    first_symbol = table[1];
    bloom_shift = table[3];
    bloom = table.subspan(4, bloom_words);
    buckets = table.subspan(4 + bloom_words, bucket_count);
    chains = table.subspan(4 + bloom_words + bucket_count);
  }

  bool may_contain(std::uint32_t hash) const {
    const unsigned bits = is_wide ? 64 : 32;
    const std::uint32_t second = bloom_shift < 32 ? hash >> bloom_shift : 0;
    const std::uint64_t word = bloom_word(hash / bits);
    return (word >> hash % bits & word >> second % bits & 1) != 0;
  }

  std::uint64_t bloom_word(std::uint64_t index) const {
    if (!is_wide) return bloom[index % bloom.size()];
    const std::uint64_t at = index % (bloom.size() / 2) * 2;
    return bloom[at + (is_big ? 1 : 0)] | std::uint64_t{bloom[at + (is_big ? 0 : 1)]} << 32;
  }

  bool is_wide, is_big;
  std::uint32_t first_symbol = 0;
  std::uint32_t bloom_shift = 0;
  std::span<const std::uint32_t> bloom, buckets, chains;  // empty if the table is malformed
};

}  // namespace

SymbolName::SymbolName(std::string_view text) : text_(text), gnu_hash_(gnu_hash_of(text)) {}

std::uint32_t SymbolName::sysv_hash() const {
  std::uint32_t hash = 0;
  for (const unsigned char c : text_) {
    hash = (hash << 4) + c;
    hash = (hash ^ (hash & 0xf0000000) >> 24) & 0x0fffffff;
  }
  return hash;
}

bool defines(const Elf64_Sym &symbol, SymbolKind kind) {
  if (symbol.st_shndx == SHN_UNDEF) return false;
  const unsigned type = ELF64_ST_TYPE(symbol.st_info);
  if (type == STT_NOTYPE) return true;
  if (kind == SymbolKind::function) return type == STT_FUNC || type == STT_GNU_IFUNC;
  return type == STT_OBJECT || type == STT_COMMON;
}

const Elf64_Sym *DynamicSymbols::matching(std::uint64_t index, const SymbolName &name, SymbolKind kind) const {
  if (index >= symbols.size() || !defines(symbols[index], kind)) return nullptr;
  return string_at(strings, symbols[index].st_name) == name.text() ? &symbols[index] : nullptr;
}

const Elf64_Sym *DynamicSymbols::find(const SymbolName &name, SymbolKind kind) const {
  if (!gnu_hash.empty()) return find_by_gnu_hash(name, kind);
  if (!sysv_hash.empty()) return find_by_sysv_hash(name, kind);
  for (std::uint64_t i = 0; i < symbols.size(); ++i) {
    if (const Elf64_Sym *const found = matching(i, name, kind)) return found;
  }
  return nullptr;
}

const Elf64_Sym *DynamicSymbols::find_by_gnu_hash(const SymbolName &name, SymbolKind kind) const {
  const GnuHashTable table(gnu_hash, format);
  const std::uint32_t hash = name.gnu_hash();
  if (table.bloom.empty() || !table.may_contain(hash)) return nullptr;
  const std::uint64_t first = table.buckets[hash % table.buckets.size()];
  if (first < table.first_symbol) return nullptr;
  for (std::uint64_t i = first; i - table.first_symbol < table.chains.size(); ++i) {
    const std::uint32_t chain = table.chains[i - table.first_symbol];
    if ((chain | 1) == (hash | 1)) {
      if (const Elf64_Sym *const found = matching(i, name, kind)) return found;
    }
    if (chain & 1) break;
  }
  return nullptr;
}

const Elf64_Sym *DynamicSymbols::find_by_sysv_hash(const SymbolName &name, SymbolKind kind) const {
  if (sysv_hash.size() < 2) return nullptr;
  const std::uint64_t bucket_count = sysv_hash[0], chain_count = sysv_hash[1];
  if (bucket_count == 0 || 2 + bucket_count + chain_count > sysv_hash.size()) return nullptr;
  std::uint64_t i = sysv_hash[2 + name.sysv_hash() % bucket_count];
  for (std::uint64_t steps = 0; i != STN_UNDEF && i < chain_count && steps < chain_count; ++steps) {
    if (const Elf64_Sym *const found = matching(i, name, kind)) return found;
    i = sysv_hash[2 + bucket_count + i];
  }
  return nullptr;
}

std::uint64_t symbols_in_gnu_hash(std::span<const std::uint32_t> words, const ElfFormat &format) {
  const GnuHashTable table(words, format);
  if (table.buckets.empty()) return 0;
  const std::uint64_t last = *std::max_element(table.buckets.begin(), table.buckets.end());
  if (last < table.first_symbol) return table.first_symbol;
  std::uint64_t i = last - table.first_symbol;
  while (i < table.chains.size() && !(table.chains[i] & 1)) ++i;
  return table.first_symbol + i + 1;
}

void StaticSymbols::build_index() const {
  indexed_ = true;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    const bool named = defines(symbols[i], SymbolKind::data) || defines(symbols[i], SymbolKind::function);
    if (named && symbols[i].st_name != 0) by_hash_.emplace(gnu_hash_of(string_at(strings, symbols[i].st_name)), i);
  }
}

const Elf64_Sym *StaticSymbols::find(const SymbolName &name, SymbolKind kind) const {
  if (!indexed_) build_index();
  const Elf64_Sym *local = nullptr;
  const auto [begin, end] = by_hash_.equal_range(name.gnu_hash());
  for (auto it = begin; it != end; ++it) {
    const Elf64_Sym &symbol = symbols[it->second];
    if (!defines(symbol, kind) || string_at(strings, symbol.st_name) != name.text()) continue;
    if (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL) return &symbol;
    local = &symbol;
  }
  return local;
}

}  // namespace corefile
