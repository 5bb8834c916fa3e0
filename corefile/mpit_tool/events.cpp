// Implements MPI_T_event_get_* and MPI_T_source_*, if mpi.h declares them (MPI 4). Events are never raised, because a
// tool sees the stopped process at a single moment.

#include "corefile/mpit_tool/conversions.h"

using namespace mpit_tool;

#if MPI_VERSION >= 4

extern "C" {

int MPI_T_source_get_num(int *num_sources) {
  return run_query({num_sources},
                   [&](const auto &call, auto *process) { return call.mpidbg_source_get_num(process, num_sources); });
}

int MPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
                          MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks,
                          MPI_Info *info) {
  return run_query([&](const auto &call, auto *process) {
    mpidbg_t_ordering_t order{};
    std::int64_t ticks = 0, most = 0;
    const int code = call.mpidbg_source_get_info(process, source_index, name, name_len, desc, desc_len, &order, &ticks,
                                                 &most, nullptr);
    if (code != MPIDBG_SUCCESS) return code;
    put(ordering, order == MPIDBG_T_SOURCE_ORDERED ? MPI_T_SOURCE_ORDERED : MPI_T_SOURCE_UNORDERED);
    put(ticks_per_second, ticks);
    put(max_ticks, most);
    if (info != nullptr) *info = MPI_INFO_NULL;
    return code;
  });
}

int MPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp) {
  return run_query({timestamp}, [&](const auto &call, auto *process) {
    std::int64_t time = 0;
    const int code = call.mpidbg_source_get_timestamp(process, source_index, &time);
    if (code == MPIDBG_SUCCESS) *timestamp = time;
    return code;
  });
}

int MPI_T_event_get_num(int *num_events) {
  return run_query({num_events},
                   [&](const auto &call, auto *process) { return call.mpidbg_event_get_num(process, num_events); });
}

int MPI_T_event_get_index(const char *name, int *event_index) {
  return run_query({name, event_index}, [&](const auto &call, auto *process) {
    return call.mpidbg_event_get_index(process, name, event_index);
  });
}

int MPI_T_category_get_num_events(int cat_index, int *num_events) {
  return run_query({num_events}, [&](const auto &call, auto *process) {
    return call.mpidbg_category_get_num_events(process, cat_index, num_events);
  });
}

int MPI_T_category_get_events(int cat_index, int len, int indices[]) {
  return run_query({array_of(len, indices)}, [&](const auto &call, auto *process) {
    return call.mpidbg_category_get_events(process, cat_index, len, indices);
  });
}

}  // extern "C"

#endif
