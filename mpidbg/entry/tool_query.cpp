#include "mpidbg/entry/tool_query.h"

#include <algorithm>
#include <cstring>

namespace mpidbg::entry {

static_assert(static_cast<int>(model::VariableType::uint64) == MPIDBG_T_UINT64_T);
static_assert(MPIDBG_T_DATATYPE_MAX == MPIDBG_T_UINT64_T + 1);
static_assert(static_cast<int>(model::Binding::info) == MPIDBG_T_BIND_MPI_INFO);
static_assert(static_cast<int>(model::VariableScope::all_equal) == MPIDBG_T_SCOPE_ALL_EQ);
static_assert(static_cast<int>(model::VariableSource::unknown) == MPIDBG_CVAR_SOURCE_UNKNOWN);
static_assert(static_cast<int>(Refusal::not_accessible) - static_cast<int>(Refusal::invalid) ==
              MPIDBG_T_ERR_NOT_ACCESSIBLE - MPIDBG_T_ERR_INVALID);
static_assert(model::mpit::Playback::levels == MPIDBG_T_CB_REQUIRE_MAX);
static_assert(model::mpit::Playback::recorded_level == MPIDBG_T_CB_RECORDED);
static_assert(model::mpit::ExperimentSessions::all_handles == MPIDBG_PVAR_ALL_HANDLES);
static_assert(static_cast<int>(model::PerformanceClass::generic) == MPIDBG_PVAR_CLASS_GENERIC);

void return_text(const std::string &text, char *buffer, int *length) {
  if (length == nullptr) return;
  if (buffer != nullptr && *length > 0) {
    const std::size_t size = std::min(text.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(buffer, text.data(), size);
    buffer[size] = '\0';
  }
  *length = static_cast<int>(text.size()) + 1;
}

mpidbg_t_value_t pack_value(model::VariableType type, const model::VariableValue &value) {
  mpidbg_t_value_t packed{};
  packed.datatype = static_cast<mpidbg_t_datatype_t>(type);
  packed.is_null = std::holds_alternative<model::NoText>(value);
  if (const auto *number = std::get_if<std::int64_t>(&value)) packed.number.as_signed = *number;
  if (const auto *number = std::get_if<std::uint64_t>(&value)) packed.number.as_unsigned = *number;
  if (const auto *number = std::get_if<double>(&value)) packed.number.as_double = *number;
  return packed;
}

void pack_values(model::VariableType type, const std::vector<model::VariableValue> &from, mpidbg_t_value_t to[]) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = pack_value(type, from[i]);
}

void return_origin(const model::ValueOrigin &from, mpidbg_t_origin_t *to) {
  if (to == nullptr) return;
  const mpidbg_t_origin_t filled{to->struct_size, 0, from.snapshot, from.time, from.realtime, from.sum_begins_at};
  std::memcpy(to, &filled, std::min<std::size_t>(filled.struct_size, sizeof filled));
}

void return_hints(Allocations &memory, const std::vector<model::InfoPair> &pairs, mpidbg_t_hints_t *hints) {
  if (hints == nullptr) return;
  auto *packed = memory.make<mpidbg_info_pair_t>(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    packed[i] = {memory.copy(pairs[i].first), memory.copy(pairs[i].second)};
  }
  *hints = {static_cast<int>(pairs.size()), packed};
}

std::vector<model::InfoPair> to_pairs(const mpidbg_t_hints_t *hints) {
  std::vector<model::InfoPair> pairs;
  for (int i = 0; hints != nullptr && i < hints->count; ++i) {
    const mpidbg_info_pair_t &pair = hints->pairs[i];
    if (pair.key != nullptr && pair.value != nullptr) pairs.emplace_back(pair.key, pair.value);
  }
  return pairs;
}

int tool_result(ProcessState *process, const Outcome &outcome) {
  if (outcome) return MPIDBG_SUCCESS;
  const int code = mpidbg_failure(process, outcome.error);
  if (outcome.refusal == Refusal::error) return code;
  return MPIDBG_T_ERR_INVALID + static_cast<int>(outcome.refusal) - static_cast<int>(Refusal::invalid);
}

int invalid_argument(mqs_process *process, const char *sentence) noexcept {
  guard_mpidbg([&] { return mpidbg_failure(process_state(process), Error{ErrorCode::out_of_range, sentence}); });
  return MPIDBG_T_ERR_INVALID;
}

}  // namespace mpidbg::entry

extern "C" const char *mpidbg_t_datatype_name(enum mpidbg_t_datatype_t datatype) {
  static constexpr const char *names[] = {"MPI_INT",     "MPI_UNSIGNED", "MPI_UNSIGNED_LONG", "MPI_UNSIGNED_LONG_LONG",
                                          "MPI_CHAR",    "MPI_C_BOOL",   "MPI_DOUBLE",        "MPI_LONG",
                                          "MPI_INT32_T", "MPI_UINT32_T", "MPI_INT64_T",       "MPI_UINT64_T"};
  static_assert(std::size(names) == MPIDBG_T_DATATYPE_MAX);
  const auto index = static_cast<unsigned>(datatype);
  return index < std::size(names) ? names[index] : nullptr;
}

extern "C" void mpidbg_hints_free(struct mpidbg_t_hints_t *hints) {
  if (hints == nullptr) return;
  for (int i = 0; i < hints->count && hints->pairs != nullptr; ++i) {
    mpidbg::debugger::release(hints->pairs[i].key);
    mpidbg::debugger::release(hints->pairs[i].value);
  }
  mpidbg::debugger::release(hints->pairs);
  *hints = {};
}
