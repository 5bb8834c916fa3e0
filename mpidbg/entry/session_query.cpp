// mpidbg_session_*: sessions, which MPI has from 4.0 on.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Handle, void **) {
  return Error{ErrorCode::not_supported, handle_problem(library, model::HandleKind::session)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_session_info_t *>(result);
  release_all(info);
}

int capabilities(model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_session_capabilities_t mpidbg_session_capabilities = static_cast<mpidbg_session_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_session_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::session_kind = {
    MPIDBG_KIND_SESSION,
    model::HandleKind::session,
    query,
    release,
    capabilities,
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
