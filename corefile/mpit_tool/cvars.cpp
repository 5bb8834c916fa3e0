// Implements MPI_T_cvar_* and MPI_T_enum_*.

#include <algorithm>
#include <map>
#include <vector>

#include "corefile/mpit_tool/conversions.h"

using namespace mpit_tool;

namespace {

// The length that the MPI library reports to tools for any control variable with a text.
#ifdef OPEN_MPI
constexpr int least_text = 2048;
#else
constexpr int least_text = 384;  // MPICH's MPIR_CVAR_MAX_STRLEN
#endif

// Returns the number of elements of each allocated handle. A text counts as one element.
std::map<mpidbg_cvar_handle_t, std::size_t> &element_counts() {
  static std::map<mpidbg_cvar_handle_t, std::size_t> counts;
  return counts;
}

}  // namespace

extern "C" {

int MPI_T_cvar_get_num(int *num_cvar) {
  return run_query({num_cvar},
                   [&](const auto &call, auto *process) { return call.mpidbg_cvar_get_num(process, num_cvar); });
}

int MPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype,
                        MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope) {
  return run_query([&](const auto &call, auto *process) {
    int level = 0, bound = 0, how = 0;
    mpidbg_t_datatype_t type{};
    mpidbg_enum_t enumeration = 0;
    const int code = call.mpidbg_cvar_get_info(process, cvar_index, name, name_len, &level, &type, &enumeration, desc,
                                               desc_len, &bound, &how);
    if (code != MPIDBG_SUCCESS) return code;
    put(verbosity, to_mpi_verbosity(level));
    if (datatype != nullptr) *datatype = to_mpi_datatype(type);
    if (enumtype != nullptr) *enumtype = to_handle<MPI_T_enum>(enumeration);
    put(bind, to_mpi_bind(bound));
    put(scope, to_mpi_scope(how));
    return code;
  });
}

int MPI_T_cvar_get_index(const char *name, int *cvar_index) {
  return run_query({name, cvar_index}, [&](const auto &call, auto *process) {
    return call.mpidbg_cvar_get_index(process, name, cvar_index);
  });
}

int MPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count) {
  return run_query({handle, count}, [&](const auto &call, auto *process) {
    int bind = 0, elements = 0;
    mpidbg_t_datatype_t type{};
    int code = call.mpidbg_cvar_get_info(process, cvar_index, nullptr, nullptr, nullptr, &type, nullptr, nullptr,
                                         nullptr, &bind, nullptr);
    if (code != MPIDBG_SUCCESS) return code;
    mqs_taddr_t object = 0;
    const bool has_object = object_of(obj_handle, bind, object);
    mpidbg_cvar_handle_t made = 0;
    code = call.mpidbg_cvar_handle_alloc(process, cvar_index, has_object ? &object : nullptr, &made, &elements);
    if (code != MPIDBG_SUCCESS) return code;
    *handle = to_handle<MPI_T_cvar_handle>(made);
    element_counts()[made] = type == MPIDBG_T_CHAR ? 1 : static_cast<std::size_t>(elements);
    *count = type == MPIDBG_T_CHAR ? std::max(elements, least_text) : elements;
    return code;
  });
}

int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) {
  return run_query([&](const auto &call, auto *process) {
    mpidbg_cvar_handle_t number = handle == nullptr ? MPIDBG_CVAR_HANDLE_NULL : to_number(*handle);
    element_counts().erase(number);
    const int code = call.mpidbg_cvar_handle_free(process, &number);
    if (code == MPIDBG_SUCCESS) *handle = MPI_T_CVAR_HANDLE_NULL;
    return code;
  });
}

int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf) {
  return run_query({buf}, [&](const auto &call, auto *process) {
    const auto count = element_counts().find(to_number(handle));
    std::vector<mpidbg_t_value_t> values(count == element_counts().end() ? 1 : count->second);
    int length = 0;
    int code = call.mpidbg_cvar_handle_read(process, to_number(handle), values.data(), nullptr, &length);
    if (code != MPIDBG_SUCCESS) return code;
    if (values.front().datatype == MPIDBG_T_CHAR) {
      return call.mpidbg_cvar_handle_read(process, to_number(handle), values.data(), static_cast<char *>(buf), &length);
    }
    char *to = static_cast<char *>(buf);
    for (const mpidbg_t_value_t &value : values) to += store(value, to);
    return code;
  });
}

int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void *) {
  return run_query(
      [&](const auto &call, auto *process) { return call.mpidbg_cvar_write(process, to_number(handle), nullptr); });
}

int MPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) {
  return run_query([&](const auto &call, auto *process) {
    return call.mpidbg_enum_get_info(process, to_number(enumtype), num, name, name_len);
  });
}

int MPI_T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len) {
  return run_query({value}, [&](const auto &call, auto *process) {
    return call.mpidbg_enum_get_item(process, to_number(enumtype), index, value, name, name_len);
  });
}

}  // extern "C"
