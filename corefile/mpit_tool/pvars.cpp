// Implements MPI_T_pvar_*.

#include <map>
#include <vector>

#include "corefile/mpit_tool/conversions.h"
#include "corefile/mpit_tool/lookup.h"

using namespace mpit_tool;

namespace {

std::map<std::uint64_t, std::size_t> elements_of;  // number of elements of each variable, by the number of its handle

// Returns true for MPI_T_PVAR_ALL_HANDLES. In MPICH that handle is stored in a variable of the MPI library, and not
// every tool is linked with that library.
bool is_all_handles(MPI_T_pvar_handle handle) {
#ifdef MPI_T_PVAR_ALL_HANDLES
  return handle == MPI_T_PVAR_ALL_HANDLES;
#else
  const void *all = &MPI_T_PVAR_ALL_HANDLES;
  if (all == nullptr) all = object_of_opened_library("MPI_T_PVAR_ALL_HANDLES");
  return all != nullptr && handle == *static_cast<const MPI_T_pvar_handle *>(all);
#endif
}

std::uint64_t handle_number(MPI_T_pvar_handle handle) {
  return is_all_handles(handle) ? MPIDBG_PVAR_ALL_HANDLES : to_number(handle);
}

template <class Function>
int read_with(Function function, mqs_process_ *process, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
              void *buf) {
  const auto known = elements_of.find(handle_number(handle));
  std::vector<mpidbg_t_value_t> values(known == elements_of.end() ? 1 : known->second + 1);
  const int code = function(process, to_number(session), handle_number(handle), values.data());
  if (code != MPIDBG_SUCCESS) return code;
  auto *place = static_cast<char *>(buf);
  for (std::size_t i = 0; i + 1 < values.size(); ++i) place += store(values[i], place);
  return code;
}

}  // namespace

extern "C" {

int MPI_T_pvar_get_num(int *num_pvar) {
  return run_query({num_pvar},
                   [&](const auto &call, auto *process) { return call.mpidbg_pvar_get_num(process, num_pvar); });
}

int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind,
                        int *readonly, int *continuous, int *atomic) {
  return run_query([&](const auto &call, auto *process) {
    int level = 0, bound = 0, kind = 0;
    mpidbg_t_datatype_t type{};
    mpidbg_enum_t enumeration = 0;
    const int code = call.mpidbg_pvar_get_info(process, pvar_index, name, name_len, &level, &kind, &type, &enumeration,
                                               desc, desc_len, &bound, readonly, continuous, atomic);
    if (code != MPIDBG_SUCCESS) return code;
    put(verbosity, to_mpi_verbosity(level));
    put(var_class, to_mpi_class(kind));
    if (datatype != nullptr) *datatype = to_mpi_datatype(type);
    if (enumtype != nullptr) *enumtype = to_handle<MPI_T_enum>(enumeration);
    put(bind, to_mpi_bind(bound));
    return code;
  });
}

int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index) {
  return run_query({name, pvar_index}, [&](const auto &call, auto *process) {
    return call.mpidbg_pvar_get_index(process, name, from_mpi_class(var_class), pvar_index);
  });
}

int MPI_T_pvar_session_create(MPI_T_pvar_session *session) {
  return run_query({session}, [&](const auto &call, auto *process) {
    mpidbg_pvar_session_t made = 0;
    const int code = call.mpidbg_pvar_session_create(process, &made);
    if (code == MPIDBG_SUCCESS) *session = to_handle<MPI_T_pvar_session>(made);
    return code;
  });
}

int MPI_T_pvar_session_free(MPI_T_pvar_session *session) {
  return run_query([&](const auto &call, auto *process) {
    mpidbg_pvar_session_t number = session == nullptr ? MPIDBG_PVAR_SESSION_NULL : to_number(*session);
    const int code = call.mpidbg_pvar_session_free(process, &number);
    if (code == MPIDBG_SUCCESS) *session = MPI_T_PVAR_SESSION_NULL;
    return code;
  });
}

int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle,
                            int *count) {
  return run_query({handle, count}, [&](const auto &call, auto *process) {
    int bind = 0, elements = 0;
    int code = call.mpidbg_pvar_get_info(process, pvar_index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                         nullptr, nullptr, &bind, nullptr, nullptr, nullptr);
    if (code != MPIDBG_SUCCESS) return code;
    mqs_taddr_t object = 0;
    const bool has_object = object_of(obj_handle, bind, object);
    mpidbg_pvar_handle_t made = 0;
    code = call.mpidbg_pvar_handle_alloc(process, to_number(session), pvar_index, has_object ? &object : nullptr, &made,
                                         &elements);
    if (code != MPIDBG_SUCCESS) return code;
    elements_of[made] = static_cast<std::size_t>(elements);
    *handle = to_handle<MPI_T_pvar_handle>(made);
    *count = elements;
    return code;
  });
}

int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle) {
  return run_query([&](const auto &call, auto *process) {
    mpidbg_pvar_handle_t number = handle == nullptr ? MPIDBG_PVAR_HANDLE_NULL : handle_number(*handle);
    const auto freed = number;
    const int code = call.mpidbg_pvar_handle_free(process, to_number(session), &number);
    if (code != MPIDBG_SUCCESS) return code;
    elements_of.erase(freed);
    *handle = MPI_T_PVAR_HANDLE_NULL;
    return code;
  });
}

int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return run_query([&](const auto &call, auto *process) {
    return call.mpidbg_pvar_start(process, to_number(session), handle_number(handle));
  });
}

int MPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return run_query([&](const auto &call, auto *process) {
    return call.mpidbg_pvar_stop(process, to_number(session), handle_number(handle));
  });
}

int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf) {
  return run_query({buf}, [&](const auto &call, auto *process) {
    return read_with(call.mpidbg_pvar_read, process, session, handle, buf);
  });
}

int MPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *) {
  return run_query([&](const auto &call, auto *process) {
    return call.mpidbg_pvar_write(process, to_number(session), handle_number(handle), nullptr);
  });
}

int MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return run_query([&](const auto &call, auto *process) {
    return call.mpidbg_pvar_reset(process, to_number(session), handle_number(handle));
  });
}

int MPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf) {
  return run_query({buf}, [&](const auto &call, auto *process) {
    return read_with(call.mpidbg_pvar_readreset, process, session, handle, buf);
  });
}

}  // extern "C"
