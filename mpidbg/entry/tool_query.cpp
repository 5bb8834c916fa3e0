#include "mpidbg/entry/tool_query.h"

#include <algorithm>
#include <cstring>

namespace mpidbg::entry {

static_assert(static_cast<int>(model::VariableType::uint64) == MPIDBG_T_UINT64_T);
static_assert(MPIDBG_T_DATATYPE_MAX == MPIDBG_T_UINT64_T + 1);
static_assert(static_cast<int>(model::Binding::info) == MPIDBG_T_BIND_MPI_INFO);
static_assert(static_cast<int>(model::VariableScope::all_equal) == MPIDBG_T_SCOPE_ALL_EQ);
static_assert(static_cast<int>(model::VariableSource::override_file) == MPIDBG_CVAR_OVERRIDE);
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
