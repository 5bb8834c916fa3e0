// mpidbg_session_*: sessions, which MPI has from 4.0 on.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query_session(ProcessState &, model::MpiLibrary &library, Handle handle, void **info) {
  const std::string problem = handle_problem(library, model::HandleKind::session);
  if (!problem.empty()) return Error{ErrorCode::not_supported, problem};
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(session, objects->session(handle));
  Allocations memory;
  auto *packed = memory.make<mpidbg_session_info_t>();
  const int flags =
      session.is_null ? MPIDBG_SESSION_INFO_PREDEFINED | MPIDBG_SESSION_INFO_SESSION_NULL : 0;  // the only such one
  packed->session_bitflags = static_cast<mpidbg_session_info_bitmap_t>(flags);
  copy_text(packed->session_name, sizeof packed->session_name, session.name);
  packed->session_c_handle = handle.value();
  packed->session_fortran_handle = session.fortran_index;
  packed->session_thread_level = session.thread_level.value_or(-1);
  packed->session_errhandler = session.errhandler.value();
  if (!session.errhandler_name.empty()) packed->session_errhandler_name = memory.copy(session.errhandler_name);
  memory.hand_over();
  *info = packed;
  return {};
}

void release_session(void *result) {
  auto *info = static_cast<mpidbg_session_info_t *>(result);
  release_all(info->session_errhandler_name, info);
}

int capabilities_of_session(model::MpiLibrary &library) {
  return why_unseen(library, model::HandleKind::session).empty() ? MPIDBG_SESSION_CAP_BASIC : 0;
}

}  // namespace

extern "C" {
enum mpidbg_session_capabilities_t mpidbg_session_capabilities = static_cast<mpidbg_session_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_session_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::session_kind = {
    MPIDBG_KIND_SESSION,
    model::HandleKind::session,
    query_session,
    release_session,
    capabilities_of_session,
    [](int bits) { mpidbg_session_capabilities = static_cast<mpidbg_session_capabilities_t>(bits); },
    &mpidbg_session_name_map,
};

extern "C" {

int mpidbg_session_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                         mqs_taddr_t c_session, struct mpidbg_session_info_t **info) {
  return query_handle(session_kind, process, process_info, c_session, info);
}

int mpidbg_session_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                       mqs_taddr_t f77_session, mqs_taddr_t *c_session) {
  return handle_from_fortran(session_kind, process, process_info, f77_session, c_session);
}

int mpidbg_session_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                         mqs_taddr_t cxx_session, mqs_taddr_t *c_session) {
  return handle_from_cxx(session_kind, process, process_info, cxx_session, c_session);
}

int mpidbg_session_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, int *count,
                        mqs_taddr_t **handles) {
  return list_handles(session_kind, process, process_info, count, handles);
}

}  // extern "C"
