#pragma once
// Maps the numbers of abi/handles/win.h to words; numbers that the header does not define are "unknown".

#include "mpidbg/abi/mpihandles_interface.h"
#include "mqs_shim/render/terms/term.h"

namespace mqs_shim {

constexpr std::string_view flavor_term(int flavor) {
  constexpr Term terms[] = {{MPIDBG_WIN_FLAVOR_CREATE, "create"},
                            {MPIDBG_WIN_FLAVOR_ALLOCATE, "allocate"},
                            {MPIDBG_WIN_FLAVOR_DYNAMIC, "dynamic"},
                            {MPIDBG_WIN_FLAVOR_SHARED, "shared"}};
  return term(terms, flavor, "unknown");
}

constexpr std::string_view memory_model_term(int model) {
  constexpr Term terms[] = {{MPIDBG_WIN_MODEL_UNIFIED, "unified"}, {MPIDBG_WIN_MODEL_SEPARATE, "separate"}};
  return term(terms, model, "unknown");
}

constexpr std::string_view access_term(int access) {
  constexpr Term terms[] = {{MPIDBG_WIN_ACCESS_NONE, "none"},
                            {MPIDBG_WIN_ACCESS_FENCE, "fence"},
                            {MPIDBG_WIN_ACCESS_START, "start"},
                            {MPIDBG_WIN_ACCESS_LOCK, "lock"},
                            {MPIDBG_WIN_ACCESS_LOCK_ALL, "lock_all"}};
  return term(terms, access, "unknown");
}

constexpr std::string_view lock_type_term(int type) {
  constexpr Term terms[] = {{MPIDBG_WIN_LOCK_EXCLUSIVE, "exclusive"}, {MPIDBG_WIN_LOCK_SHARED, "shared"}};
  return term(terms, type, "unknown");
}

constexpr std::string_view lock_state_term(int state) {
  constexpr Term terms[] = {{MPIDBG_WIN_LOCK_HELD, "held"},
                            {MPIDBG_WIN_LOCK_WANTED, "wanted"},
                            {MPIDBG_WIN_LOCK_HELD_OR_WANTED, "held or wanted"},
                            {MPIDBG_WIN_LOCK_RELEASING, "releasing"}};
  return term(terms, state, "unknown");
}

constexpr std::string_view window_call_term(int call) {
  constexpr Term terms[] = {{MPIDBG_WIN_CALL_FENCE, "MPI_Win_fence"},
                            {MPIDBG_WIN_CALL_START, "MPI_Win_start"},
                            {MPIDBG_WIN_CALL_COMPLETE, "MPI_Win_complete"},
                            {MPIDBG_WIN_CALL_POST, "MPI_Win_post"},
                            {MPIDBG_WIN_CALL_WAIT, "MPI_Win_wait"},
                            {MPIDBG_WIN_CALL_TEST, "MPI_Win_test"},
                            {MPIDBG_WIN_CALL_LOCK, "MPI_Win_lock"},
                            {MPIDBG_WIN_CALL_UNLOCK, "MPI_Win_unlock"},
                            {MPIDBG_WIN_CALL_LOCK_ALL, "MPI_Win_lock_all"},
                            {MPIDBG_WIN_CALL_UNLOCK_ALL, "MPI_Win_unlock_all"},
                            {MPIDBG_WIN_CALL_FLUSH, "MPI_Win_flush"},
                            {MPIDBG_WIN_CALL_FLUSH_ALL, "MPI_Win_flush_all"},
                            {MPIDBG_WIN_CALL_FLUSH_LOCAL, "MPI_Win_flush_local"},
                            {MPIDBG_WIN_CALL_FLUSH_LOCAL_ALL, "MPI_Win_flush_local_all"},
                            {MPIDBG_WIN_CALL_SYNC, "MPI_Win_sync"}};
  return term(terms, call, "unknown");
}

}  // namespace mqs_shim
