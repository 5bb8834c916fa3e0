// mpidbg_win_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::window)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_win_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_win_capabilities_t mpidbg_win_capabilities = static_cast<mpidbg_win_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_win_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::win_kind = {
    MPIDBG_KIND_WIN,
    model::HandleKind::window,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_win_capabilities = static_cast<mpidbg_win_capabilities_t>(bits); },
    &mpidbg_win_name_map,
};

extern "C" {

int mpidbg_win_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                     mqs_taddr_t c_win, struct mpidbg_win_info_t **info) {
  return query_handle(win_kind, process, process_info, c_win, info);
}

int mpidbg_win_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                   mqs_taddr_t f77_win, mqs_taddr_t *c_win) {
  return handle_from_fortran(win_kind, process, process_info, f77_win, c_win);
}

int mpidbg_win_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                     mqs_taddr_t cxx_win, mqs_taddr_t *c_win) {
  return handle_from_cxx(win_kind, process, process_info, cxx_win, c_win);
}

int mpidbg_win_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, int *count,
                    mqs_taddr_t **handles) {
  return list_handles(win_kind, process, process_info, count, handles);
}

}  // extern "C"
