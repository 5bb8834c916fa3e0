#include "corefile/process/environment.h"

#include "mpidbg/base/split.h"

namespace corefile {

namespace {

constexpr std::size_t most_variables = 65536;
constexpr std::size_t longest_variable = std::size_t{128} << 10;  // Linux: MAX_ARG_STRLEN, 32 pages
constexpr std::size_t most_bytes_of_all = std::size_t{8} << 20;   // Linux: a quarter of the stack, 2 MiB, unless raised

void add(Environment &environment, std::string_view entry) {
  const std::size_t equals = entry.find('=');
  if (equals == std::string_view::npos || equals == 0) return;
  environment.emplace(entry.substr(0, equals), entry.substr(equals + 1));
}

Environment read_array(Address array, MemoryReader &memory) {
  Environment environment;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < most_variables && bytes < most_bytes_of_all; ++i) {
    const auto pointer = memory.word(array + i * memory.format().word_size());
    if (!pointer || *pointer == 0) break;
    const auto entry = memory.string(Address(*pointer), longest_variable);
    if (!entry) continue;
    bytes += entry->size() + 1;
    add(environment, *entry);
  }
  return environment;
}

// Returns the address of the auxiliary vector on the stack. The vector is below AT_RANDOM's bytes, and is recognised by
// its AT_PHDR entry.
std::optional<Address> auxiliary_vector_on_stack(const AuxiliaryVector &auxiliary, MemoryReader &memory) {
  constexpr std::uint64_t farthest = 1024, largest_type = 4096;
  const Address top(auxiliary.value(AT_RANDOM) & ~std::uint64_t{7});
  const std::uint64_t word = memory.format().word_size(), entry_size = 2 * word;
  for (std::uint64_t below = entry_size; below < farthest; below += word) {
    const auto type = memory.word(top - below);
    const auto value = memory.word(top - below + word);
    if (!type || !value) return std::nullopt;
    if (*type != AT_PHDR || *value != auxiliary.value(AT_PHDR)) continue;
    Address entry = top - below;
    for (int i = 0; i < 64; ++i) {
      const auto before = memory.word(entry - entry_size);
      if (!before || *before == 0 || *before > largest_type) return entry;
      entry = entry - entry_size;
    }
  }
  return std::nullopt;
}

// Returns the address of argc on the stack. Before the auxiliary vector are, in ascending order: argc, argv, null,
// environ, null. The program may have changed the pointers in the arrays, but none of them is as small as argc.
std::optional<Address> argument_count_on_stack(Address vector, MemoryReader &memory) {
  constexpr std::uint64_t most_arguments = 1u << 21;
  for (std::size_t i = 1; i < most_variables + most_arguments; ++i) {
    const Address at = vector - i * memory.format().word_size();
    const auto word = memory.word(at);
    if (!word) return std::nullopt;
    if (*word > 0 && *word <= most_arguments) return *word < i ? std::optional(at) : std::nullopt;
  }
  return std::nullopt;
}

// Returns the end of the strings of argv, where the strings of the environment begin. Programs may reorder argv, so the
// string with the highest address is used.
Address end_of_arguments(Address count_at, Address limit, MemoryReader &memory) {
  Address end;
  const std::uint64_t count = memory.word(count_at).value_or(0);
  for (std::uint64_t i = 1; i <= count; ++i) {
    const Address argument(memory.word(count_at + i * memory.format().word_size()).value_or(0));
    if (argument < end || argument <= count_at || argument >= limit) continue;
    const auto text = memory.string(argument, longest_variable);
    if (text) end = argument + text->size() + 1;
  }
  return end;
}

}  // namespace

Environment environment_in_block(std::string_view block) {
  Environment environment;
  while (!block.empty()) add(environment, mpidbg::take_until(block, '\0'));
  return environment;
}

Environment initial_environment(const AuxiliaryVector &auxiliary, MemoryReader &memory) {
  const auto vector = auxiliary_vector_on_stack(auxiliary, memory);
  const auto count_at = vector ? argument_count_on_stack(*vector, memory) : std::nullopt;
  if (!count_at) return {};
  const Address end = auxiliary.address(AT_EXECFN);  // the string that follows those of the environment
  const Address begin = end_of_arguments(*count_at, end, memory);
  if (begin.is_null() || begin >= end || end - begin > most_bytes_of_all) return {};
  std::string block(end - begin, '\0');
  if (!memory.read(begin, block.data(), block.size())) return {};
  return environment_in_block(block);
}

std::vector<std::string> initial_arguments(const AuxiliaryVector &auxiliary, MemoryReader &memory) {
  std::vector<std::string> arguments;
  const auto vector = auxiliary_vector_on_stack(auxiliary, memory);
  const auto count_at = vector ? argument_count_on_stack(*vector, memory) : std::nullopt;
  const std::uint64_t count = count_at ? memory.word(*count_at).value_or(0) : 0;
  std::size_t bytes = 0;
  for (std::uint64_t i = 1; i <= count && bytes < most_bytes_of_all; ++i) {
    const auto pointer = memory.word(*count_at + i * memory.format().word_size());
    auto text = pointer ? memory.string(Address(*pointer), longest_variable) : std::nullopt;
    if (!text) break;
    bytes += text->size() + 1;
    arguments.push_back(std::move(*text));
  }
  return arguments;
}

Environment current_environment(Address environ, MemoryReader &memory) {
  const auto array = memory.word(environ);
  return array && *array != 0 ? read_array(Address(*array), memory) : Environment{};
}

}  // namespace corefile
