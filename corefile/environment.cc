#include "corefile/environment.h"

#include <algorithm>
#include <charconv>

#include "mpidbg/base/limits.h"

namespace corefile {

namespace {

constexpr std::size_t most_variables = 65536;
constexpr std::size_t longest_variable = std::size_t{128} << 10;  // Linux: MAX_ARG_STRLEN, 32 pages
constexpr std::size_t most_bytes = std::size_t{8} << 20;          // Linux: a quarter of the stack, 2 MiB, unless raised

void add(Environment &environment, std::string_view entry) {
  const std::size_t equals = entry.find('=');
  if (equals == std::string_view::npos || equals == 0) return;
  environment.emplace(entry.substr(0, equals), entry.substr(equals + 1));
}

Environment read_array(Address array, MemoryReader &memory) {
  Environment environment;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < most_variables && bytes < most_bytes; ++i) {
    const auto pointer = memory.value<std::uint64_t>(array + i * sizeof(std::uint64_t));
    if (!pointer || *pointer == 0) break;
    const auto entry = memory.string(Address(*pointer), longest_variable);
    if (!entry) continue;
    bytes += entry->size() + 1;
    add(environment, *entry);
  }
  return environment;
}

// The auxiliary vector on the stack, below the strings and AT_RANDOM's bytes: recognized by its AT_SYSINFO_EHDR or AT_PHDR
// entry. Its first entry follows the null pointer that ends the environment's array.
std::optional<Address> end_of_environment_array(const AuxiliaryVector &auxiliary, MemoryReader &memory) {
  constexpr std::uint64_t farthest = 16384;  // Linux leaves up to 8 KiB of random size in between
  const Address top(auxiliary.value(AT_RANDOM) & ~std::uint64_t{7});
  for (std::uint64_t below = 16; below < farthest; below += 8) {
    const auto type = memory.value<std::uint64_t>(top - below);
    const auto value = memory.value<std::uint64_t>(top - below + 8);
    if (!type || !value) return std::nullopt;
    if (*type != AT_PHDR || *value != auxiliary.value(AT_PHDR)) continue;
    // From AT_PHDR down by whole entries to the null: types are small numbers, and never 0 inside the vector.
    for (std::uint64_t entries = 1; entries < 64; ++entries) {
      const auto before = memory.value<std::uint64_t>(top - below - entries * 16);
      if (!before) return std::nullopt;
      const auto word_below = memory.value<std::uint64_t>(top - below - entries * 16 + 8);
      if (word_below && *word_below == 0 && *before > 4096) return top - below - entries * 16 + 8;
    }
  }
  return std::nullopt;
}

std::string text(const Environment &environment, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto it = environment.find(name);
    if (it != environment.end() && !it->second.empty()) return it->second;
  }
  return {};
}

std::optional<int> number(const Environment &environment, std::initializer_list<std::string_view> names) {
  const std::string digits = text(environment, names);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

Environment environment_in_block(std::string_view block) {
  Environment environment;
  while (!block.empty()) {
    const std::string_view entry = block.substr(0, block.find('\0'));
    add(environment, entry);
    block.remove_prefix(std::min(block.size(), entry.size() + 1));
  }
  return environment;
}

Environment initial_environment(const AuxiliaryVector &auxiliary, MemoryReader &memory) {
  const auto end = end_of_environment_array(auxiliary, memory);
  if (!end) return {};
  // The array has a null pointer on either side.
  std::size_t count = 0;
  while (count < most_variables) {
    const auto pointer = memory.value<std::uint64_t>(*end - (count + 1) * sizeof(std::uint64_t));
    if (!pointer || *pointer == 0) break;
    ++count;
  }
  return read_array(*end - count * sizeof(std::uint64_t), memory);
}

Environment current_environment(Address environ, MemoryReader &memory) {
  const auto array = memory.value<std::uint64_t>(environ);
  return array && *array != 0 ? read_array(Address(*array), memory) : Environment{};
}

JobIdentity identity_in(const Environment &environment) {
  JobIdentity identity;
  identity.world_rank = number(environment, {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "PMI_ID"});
  identity.world_size = number(environment, {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
  identity.job = text(environment, {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID"});
  // HOSTNAME comes last: a launcher may have passed on its own.
  identity.host = text(environment, {"PMIX_HOSTNAME", "MPIR_CVAR_CH3_INTERFACE_HOSTNAME", "SLURMD_NODENAME", "HOSTNAME"});
  return identity;
}

}  // namespace corefile
