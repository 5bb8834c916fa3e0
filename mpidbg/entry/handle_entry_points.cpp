// Defines mpidbg_X_query, _f2c, _cxx2c and _list, and the variables mpidbg_X_capabilities and mpidbg_X_name_map, for
// each kind X of handles.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

extern "C" {

#define MPIDBG_HANDLE_KIND(noun, word, WORD, type)                                                               \
  enum mpidbg_##word##_capabilities_t mpidbg_##word##_capabilities{};                                            \
  struct mpidbg_name_map_t *mpidbg_##word##_name_map = nullptr;                                                  \
  int mpidbg_##word##_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, \
                            mqs_taddr_t handle, struct mpidbg_##word##_info_t **info) {                          \
    return query_handle(handle_kind_entries[MPIDBG_KIND_##WORD], process, process_info, handle, info);           \
  }                                                                                                              \
  int mpidbg_##word##_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,   \
                          mqs_taddr_t fortran_handle, mqs_taddr_t *handle) {                                     \
    return handle_from_fortran(handle_kind_entries[MPIDBG_KIND_##WORD], process, process_info, fortran_handle,   \
                               handle);                                                                          \
  }
#include "mpidbg/base/handle_kinds.def"

// Defines mpidbg_X_cxx2c. Two of these functions have an additional parameter, an enum that is not needed here.
#define MPIDBG_CXX2C(word, WORD, ...)                                                                            \
  int mpidbg_##word##_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, \
                            mqs_taddr_t object, __VA_OPT__(enum __VA_ARGS__, ) mqs_taddr_t *handle) {            \
    return handle_from_cxx(handle_kind_entries[MPIDBG_KIND_##WORD], process, process_info, object, handle);      \
  }
MPIDBG_CXX2C(comm, COMM, mpidbg_comm_info_bitmap_t)
MPIDBG_CXX2C(group, GROUP)
MPIDBG_CXX2C(request, REQUEST, mpidbg_request_info_bitmap_t)
MPIDBG_CXX2C(status, STATUS)
MPIDBG_CXX2C(errhandler, ERRHANDLER)
MPIDBG_CXX2C(datatype, DATATYPE)
MPIDBG_CXX2C(file, FILE)
MPIDBG_CXX2C(info, INFO)
MPIDBG_CXX2C(op, OP)
MPIDBG_CXX2C(win, WIN)
MPIDBG_CXX2C(message, MESSAGE)
MPIDBG_CXX2C(session, SESSION)

// Defines mpidbg_X_list. Statuses have no such function, because libraries do not keep a list of them.
#define MPIDBG_LIST(word, WORD)                                                                                 \
  int mpidbg_##word##_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, \
                           int *count, mqs_taddr_t **handles) {                                                 \
    return list_handles(handle_kind_entries[MPIDBG_KIND_##WORD], process, process_info, count, handles);        \
  }
MPIDBG_LIST(comm, COMM)
MPIDBG_LIST(group, GROUP)
MPIDBG_LIST(request, REQUEST)
MPIDBG_LIST(errhandler, ERRHANDLER)
MPIDBG_LIST(datatype, DATATYPE)
MPIDBG_LIST(file, FILE)
MPIDBG_LIST(info, INFO)
MPIDBG_LIST(op, OP)
MPIDBG_LIST(win, WIN)
MPIDBG_LIST(message, MESSAGE)
MPIDBG_LIST(session, SESSION)

}  // extern "C"

const HandleKindEntry mpidbg::entry::handle_kind_entries[] = {
#define MPIDBG_HANDLE_KIND(noun, word, WORD, type)                                                     \
  {MPIDBG_KIND_##WORD,                                                                                 \
   model::HandleKind::noun,                                                                            \
   query_##word,                                                                                       \
   release_##word,                                                                                     \
   capabilities_of_##word,                                                                             \
   [](int bits) { mpidbg_##word##_capabilities = static_cast<mpidbg_##word##_capabilities_t>(bits); }, \
   &mpidbg_##word##_name_map},
#include "mpidbg/base/handle_kinds.def"
};
