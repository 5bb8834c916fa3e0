#pragma once
// Connects the kinds of handles to the functions mpidbg_X_*, where X is a kind. X_query.cpp contains the code that only
// kind X needs, and handle_entry_points.cpp the functions mpidbg_X_* that all kinds have. The code for all kinds calls
// the code for kind X through a HandleKindEntry.

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/entry/query.h"

namespace mpidbg::entry {

struct HandleKindEntry {
  mpidbg_handle_kind_t kind;
  model::HandleKind model_kind;

  // Reads the object and converts it to an mpidbg_X_info_t in the host's memory.
  Status (*query)(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info);
  // Frees a result of query() and everything in it.
  void (*release)(void *info);
  // Returns the bits of mpidbg_X_capabilities_t for the facts that the library's memory shows.
  int (*capabilities)(model::MpiLibrary &library);

  // These two members give access to the global variables mpidbg_X_capabilities and mpidbg_X_name_map.
  void (*set_capabilities)(int bits);
  mpidbg_name_map_t **name_map;
};

// Declares three functions for each kind. They are the first members of the kind's HandleKindEntry.
#define MPIDBG_HANDLE_KIND(noun, word, WORD, type)                                                  \
  Status query_##word(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info); \
  void release_##word(void *info);                                                                  \
  int capabilities_of_##word(model::MpiLibrary &library);
#include "mpidbg/base/handle_kinds.def"

// The entries of all kinds of handles, in the order of mpidbg_handle_kind_t.
extern const HandleKindEntry handle_kind_entries[MPIDBG_KIND_MAX];

// Returns the bits of mpidbg_X_capabilities_t for one process. They cover the facts in the process's memory and in its
// record. If the host holds the process (mpidbg_set_held), the bits are determined once per stop, otherwise in each
// call.
int capabilities_of(const HandleKindEntry &kind, ProcessState &state, model::MpiLibrary &library);

// Returns the entry of a kind; null for an unknown kind.
const HandleKindEntry *find_kind(mpidbg_handle_kind_t kind);

// These functions implement mpidbg_X_query, _f2c, _cxx2c and _list.
int query_handle(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info, mqs_taddr_t handle,
                 void **info);
int handle_from_fortran(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info,
                        mqs_taddr_t fortran_handle, mqs_taddr_t *handle);
int handle_from_cxx(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info,
                    mqs_taddr_t object, mqs_taddr_t *handle);
int list_handles(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info, int *count,
                 mqs_taddr_t **handles);

// Returns the error code for a null pointer in place of a pointer to the result.
int no_place_for_result(mqs_process *process);

// Calls query_handle() for a result of type `Info`. *info is written only on success.
template <class Info>
int query_handle(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info, mqs_taddr_t handle,
                 Info **info) {
  if (info == nullptr) return no_place_for_result(process);
  void *result = nullptr;
  const int code = query_handle(kind, process, process_info, handle, &result);
  if (code == MPIDBG_SUCCESS) *info = static_cast<Info *>(result);
  return code;
}

// Frees each of the pointers that is not null.
template <class... Members>
void release_all(Members *...members) {
  (debugger::release(members), ...);
}

}  // namespace mpidbg::entry
