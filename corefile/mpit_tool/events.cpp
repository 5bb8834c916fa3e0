// Implements MPI_T_source_*, MPI_T_event_get_*, and the functions that a callback calls to query an event instance, if
// mpi.h declares them (MPI 4).

#include <algorithm>
#include <vector>

#include "corefile/mpit_tool/event_registrations.h"

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

int MPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, MPI_Datatype array_of_datatypes[],
                         MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype, MPI_Info *info,
                         char *desc, int *desc_len, int *bind) {
  return run_query([&](const auto &call, auto *process) {
    int level = 0, bound = 0;
    mpidbg_enum_t enumeration = 0;
    std::vector<EventElement> elements;
    int code = read_event_elements(call, process, event_index, elements);
    if (code != MPIDBG_SUCCESS) return code;
    code = call.mpidbg_event_get_info(process, event_index, name, name_len, &level, nullptr, nullptr, nullptr,
                                      &enumeration, nullptr, desc, desc_len, &bound);
    if (code != MPIDBG_SUCCESS) return code;
    put(verbosity, to_mpi_verbosity(level));
    if (num_elements != nullptr) {
      const std::size_t room = std::min(elements.size(), static_cast<std::size_t>(std::max(*num_elements, 0)));
      for (std::size_t i = 0; i < room; ++i) {
        if (array_of_datatypes != nullptr) array_of_datatypes[i] = to_mpi_datatype(elements[i].datatype);
        if (array_of_displacements != nullptr) put(&array_of_displacements[i], elements[i].displacement);
      }
      put(num_elements, elements.size());
    }
    if (enumtype != nullptr) *enumtype = to_handle<MPI_T_enum>(enumeration);
    if (info != nullptr) *info = MPI_INFO_NULL;
    put(bind, to_mpi_bind(bound));
    return code;
  });
}

int MPI_T_event_get_index(const char *name, int *event_index) {
  return run_query({name, event_index}, [&](const auto &call, auto *process) {
    return call.mpidbg_event_get_index(process, name, event_index);
  });
}

int MPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer) {
  return run_query({buffer}, [&](const auto &call, auto *process) {
    mpidbg_t_value_t value{};
    const int code = call.mpidbg_event_read(process, to_number(event_instance), element_index, &value);
    if (code == MPIDBG_SUCCESS) store(value, buffer);
    return code;
  });
}

// Copies element by element, so that the buffer gets the tool's byte order, and nothing beyond the elements of the
// type.
int MPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer) {
  return run_query({buffer}, [&](const auto &call, auto *process) -> int {
    const std::vector<EventElement> *const elements = elements_of_raised_event();
    if (elements == nullptr) return MPIDBG_T_ERR_INVALID_HANDLE;
    std::vector<mpidbg_t_value_t> values(elements->size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int code = call.mpidbg_event_read(process, to_number(event_instance), static_cast<int>(i), &values[i]);
      if (code != MPIDBG_SUCCESS) return code;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      store(values[i], static_cast<char *>(buffer) + (*elements)[i].displacement);
    return MPIDBG_SUCCESS;
  });
}

int MPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp) {
  return run_query({event_timestamp}, [&](const auto &call, auto *process) {
    std::int64_t time = 0;
    const int code = call.mpidbg_event_get_timestamp(process, to_number(event_instance), &time);
    if (code == MPIDBG_SUCCESS) *event_timestamp = time;
    return code;
  });
}

int MPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index) {
  return run_query({source_index}, [&](const auto &call, auto *process) {
    return call.mpidbg_event_get_source(process, to_number(event_instance), source_index);
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
