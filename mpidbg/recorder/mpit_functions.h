#pragma once
// The library's MPI_T functions, looked up as everything else of the library: nothing of it is linked. Null: it has no
// such function.

#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

#define MPIDBG_MPIT_FUNCTIONS_3(FUNCTION)                                                                              \
  FUNCTION(init_thread)                                                                                                \
  FUNCTION(enum_get_info)                                                                                              \
  FUNCTION(enum_get_item)                                                                                              \
  FUNCTION(cvar_get_num)                                                                                               \
  FUNCTION(cvar_get_info)                                                                                              \
  FUNCTION(cvar_handle_alloc)                                                                                          \
  FUNCTION(cvar_handle_free) FUNCTION(cvar_read) FUNCTION(pvar_get_num) FUNCTION(pvar_get_info)                        \
      FUNCTION(pvar_session_create) FUNCTION(pvar_session_free) FUNCTION(pvar_handle_alloc) FUNCTION(pvar_handle_free) \
          FUNCTION(pvar_start) FUNCTION(pvar_read) FUNCTION(category_get_num) FUNCTION(category_get_info)              \
              FUNCTION(category_get_cvars) FUNCTION(category_get_pvars) FUNCTION(category_get_categories)              \
                  FUNCTION(category_changed)

#if MPI_VERSION >= 4
#define MPIDBG_MPIT_FUNCTIONS_4(FUNCTION)                                                                             \
  FUNCTION(category_get_num_events)                                                                                   \
  FUNCTION(category_get_events)                                                                                       \
  FUNCTION(source_get_num)                                                                                            \
  FUNCTION(source_get_info)                                                                                           \
  FUNCTION(source_get_timestamp)                                                                                      \
  FUNCTION(event_get_num) FUNCTION(event_get_info) FUNCTION(event_handle_alloc) FUNCTION(event_handle_free)           \
      FUNCTION(event_register_callback) FUNCTION(event_set_dropped_handler) FUNCTION(event_copy) FUNCTION(event_read) \
          FUNCTION(event_get_timestamp) FUNCTION(event_get_source)
#else
#define MPIDBG_MPIT_FUNCTIONS_4(FUNCTION)
#endif

struct MpitFunctions {
#define MPIDBG_FUNCTION(name) decltype(&::PMPI_T_##name) name;
  MPIDBG_MPIT_FUNCTIONS_3(MPIDBG_FUNCTION)
  MPIDBG_MPIT_FUNCTIONS_4(MPIDBG_FUNCTION)
#undef MPIDBG_FUNCTION
};
extern MpitFunctions mpit;

// False: functions of MPI 3 are missing; then none is to be called.
bool find_mpit_functions();

}  // namespace recorder
