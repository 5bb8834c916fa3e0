// Implements MPI_T_category_*.

#include "corefile/mpit_tool/conversions.h"

using namespace mpit_tool;

extern "C" {

int MPI_T_category_get_num(int *num_cat) {
  return run_query({num_cat},
                   [&](const auto &call, auto *process) { return call.mpidbg_category_get_num(process, num_cat); });
}

int MPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars,
                            int *num_pvars, int *num_categories) {
  return run_query([&](const auto &call, auto *process) {
    return call.mpidbg_category_get_info(process, cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars,
                                         num_categories);
  });
}

int MPI_T_category_get_index(const char *name, int *cat_index) {
  return run_query({name, cat_index}, [&](const auto &call, auto *process) {
    return call.mpidbg_category_get_index(process, name, cat_index);
  });
}

int MPI_T_category_get_cvars(int cat_index, int len, int indices[]) {
  return run_query({array_of(len, indices)}, [&](const auto &call, auto *process) {
    return call.mpidbg_category_get_cvars(process, cat_index, len, indices);
  });
}

int MPI_T_category_get_pvars(int cat_index, int len, int indices[]) {
  return run_query({array_of(len, indices)}, [&](const auto &call, auto *process) {
    return call.mpidbg_category_get_pvars(process, cat_index, len, indices);
  });
}

int MPI_T_category_get_categories(int cat_index, int len, int indices[]) {
  return run_query({array_of(len, indices)}, [&](const auto &call, auto *process) {
    return call.mpidbg_category_get_categories(process, cat_index, len, indices);
  });
}

int MPI_T_category_changed(int *update_number) {
  return run_query({update_number}, [&](const auto &call, auto *process) {
    return call.mpidbg_category_changed(process, update_number);
  });
}

}  // extern "C"
