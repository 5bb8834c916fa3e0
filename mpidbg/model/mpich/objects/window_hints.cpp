#include "mpidbg/model/mpich/objects/window_hints.h"

#include <iterator>
#include <span>
#include <string>

namespace mpidbg::model::mpich {

namespace {

// The operations in the order of MPIR_Op_builtin, which has the last one since 4.1. The first stands for
// MPI_Compare_and_swap.
constexpr const char *operations[] = {"cswap", "max",  "min",  "sum",    "prod",   "land",    "band",  "lor",
                                      "bor",   "lxor", "bxor", "minloc", "maxloc", "replace", "no_op", "equal"};
// In the order of the bits of the hints.
constexpr const char *orderings[] = {"rar", "raw", "war", "waw"};
constexpr const char *preferences[] = {"lat", "mr"};

// Returns the words of the bits that are set, separated by commas.
std::string words_of(std::uint32_t bits, std::span<const char *const> words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if ((bits >> i & 1) == 0) continue;
    if (!all.empty()) all += ',';
    all += words[i];
  }
  return all;
}

std::string or_none(std::string words) {
  return words.empty() ? "none" : std::move(words);
}

const char *truth(bool value) {
  return value ? "true" : "false";
}

}  // namespace

Hints window_hints(const layout::View<WindowHintsLayout> &hints) {
  Hints result;
  const auto add = [&result](const char *key, std::string value) { result.pairs.emplace_back(key, std::move(value)); };
  const std::int64_t most_bytes = hints.get(&WindowHintsLayout::accumulate_max_bytes);
  const auto ordering = static_cast<std::uint32_t>(hints.get(&WindowHintsLayout::accumulate_ordering));
  const auto preferred = static_cast<std::uint32_t>(hints.get(&WindowHintsLayout::perf_preference));
  add("no_locks", truth(hints.get(&WindowHintsLayout::no_locks) != 0));
  add("accumulate_ordering", or_none(words_of(ordering, orderings)));
  add("accumulate_ops", hints.get(&WindowHintsLayout::accumulate_ops) == 0 ? "same_op" : "same_op_no_op");
  add("alloc_shared_noncontig", truth(hints.get(&WindowHintsLayout::alloc_shared_noncontig) != 0));
  add("same_size", truth(hints.get(&WindowHintsLayout::same_size) != 0));
  add("same_disp_unit", truth(hints.get(&WindowHintsLayout::same_disp_unit) != 0));
  add("alloc_shm", truth(hints.get(&WindowHintsLayout::alloc_shm) != 0));
  add("which_accumulate_ops", or_none(words_of(hints.get(&WindowHintsLayout::which_accumulate_ops), operations)));
  add("accumulate_noncontig_dtype", truth(hints.get(&WindowHintsLayout::accumulate_noncontig_dtype)));
  add("accumulate_max_bytes", most_bytes < 0 ? "unlimited" : std::to_string(most_bytes));
  add("disable_shm_accumulate", truth(hints.get(&WindowHintsLayout::disable_shm_accumulate)));
  add("coll_attach", truth(hints.get(&WindowHintsLayout::coll_attach)));
  if (preferred != 0) add("perf_preference", words_of(preferred, preferences));
  if (const auto optimized = hints.get(&WindowHintsLayout::optimized_mr)) add("optimized_mr", truth(*optimized));
  if (const auto required = hints.get(&WindowHintsLayout::symheap_required))
    add("symheap_required", truth(*required != 0));
  return result;
}

}  // namespace mpidbg::model::mpich
