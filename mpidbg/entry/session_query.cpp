// These are the entry points mpidbg_session_*, for sessions, which were introduced in MPI 4.0.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"

using namespace mpidbg;
using namespace mpidbg::entry;

Status mpidbg::entry::query_session(ProcessState &, model::MpiLibrary &library, Handle handle, void **info) {
  const std::string problem = handle_problem(library, model::HandleKind::session);
  if (!problem.empty()) return Error{ErrorCode::not_supported, problem};
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(session, objects->session(handle));
  Allocations memory;
  auto *packed = memory.make<mpidbg_session_info_t>();
  const int flags =
      session.is_null ? MPIDBG_SESSION_INFO_PREDEFINED | MPIDBG_SESSION_INFO_SESSION_NULL : 0;  // the predefined one
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

void mpidbg::entry::release_session(void *result) {
  auto *info = static_cast<mpidbg_session_info_t *>(result);
  release_all(info->session_errhandler_name, info);
}

int mpidbg::entry::capabilities_of_session(model::MpiLibrary &library) {
  return why_unseen(library, model::HandleKind::session).empty() ? MPIDBG_SESSION_CAP_BASIC : 0;
}
