#pragma once
// The entry points of the kinds of handles: X_query.cpp has what is special about kind X, handle_entry_points.cpp the
// mpidbg_X_* functions that all kinds have. Those and the functions that take the kind as an argument run through a
// HandleKindEntry.

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/entry/query.h"

namespace mpidbg::entry {

struct HandleKindEntry {
  mpidbg_handle_kind_t kind;
  model::HandleKind model_kind;

  // Reads the object and converts it to an mpidbg_X_info_t in the host's memory.
  Status (*query)(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info);
  // Frees such a result and everything in it.
  void (*release)(void *info);
  // Returns the bits of mpidbg_X_capabilities_t for everything that the library's memory shows.
  int (*capabilities)(model::MpiLibrary &library);

  // The global variables of the interface.
  void (*set_capabilities)(int bits);
  mpidbg_name_map_t **name_map;
};

// The three functions of each kind; see HandleKindEntry.
#define MPIDBG_HANDLE_KIND(noun, word, WORD, type)                                                  \
  Status query_##word(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info); \
  void release_##word(void *info);                                                                  \
  int capabilities_of_##word(model::MpiLibrary &library);
#include "mpidbg/base/handle_kinds.def"

// In the order of mpidbg_handle_kind_t.
extern const HandleKindEntry handle_kind_entries[MPIDBG_KIND_MAX];

// Returns the bits of mpidbg_X_capabilities_t for one process: what memory and what its recorder shows. They are
// determined once per stop of a process that the host holds (mpidbg_set_held), otherwise in each call.
int capabilities_of(const HandleKindEntry &kind, ProcessState &state, model::MpiLibrary &library);

// Returns null for an unknown kind.
const HandleKindEntry *find_kind(mpidbg_handle_kind_t kind);

// The bodies of mpidbg_X_query, _f2c, _cxx2c and _list.
int query_handle(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info, mqs_taddr_t handle,
                 void **info);
int handle_from_fortran(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info,
                        mqs_taddr_t fortran_handle, mqs_taddr_t *handle);
int handle_from_cxx(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info,
                    mqs_taddr_t object, mqs_taddr_t *handle);
int list_handles(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info, int *count,
                 mqs_taddr_t **handles);

// Returns the error code for a null pointer in place of a result.
int no_place_for_result(mqs_process *process);

// Calls query_handle() for a typed result. *info is written only on success.
template <class Info>
int query_handle(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info, mqs_taddr_t handle,
                 Info **info) {
  if (info == nullptr) return no_place_for_result(process);
  void *result = nullptr;
  const int code = query_handle(kind, process, process_info, handle, &result);
  if (code == MPIDBG_SUCCESS) *info = static_cast<Info *>(result);
  return code;
}

// Frees the members that are not null.
template <class... Members>
void release_all(Members *...members) {
  (debugger::release(members), ...);
}

}  // namespace mpidbg::entry
