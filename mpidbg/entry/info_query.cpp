// mpidbg_info_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::info)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_info_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_info_capabilities_t mpidbg_info_capabilities = static_cast<mpidbg_info_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_info_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::info_kind = {
    MPIDBG_KIND_INFO,
    model::HandleKind::info,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_info_capabilities = static_cast<mpidbg_info_capabilities_t>(bits); },
    &mpidbg_info_name_map,
};

extern "C" {

int mpidbg_info_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                      mqs_taddr_t c_info, struct mpidbg_info_info_t **info) {
  return query_handle(info_kind, process, process_info, c_info, info);
}

int mpidbg_info_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                    mqs_taddr_t f77_info, mqs_taddr_t *c_info) {
  return handle_from_fortran(info_kind, process, process_info, f77_info, c_info);
}

int mpidbg_info_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                      mqs_taddr_t cxx_info, mqs_taddr_t *c_info) {
  return handle_from_cxx(info_kind, process, process_info, cxx_info, c_info);
}

int mpidbg_info_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, int *count,
                     mqs_taddr_t **handles) {
  return list_handles(info_kind, process, process_info, count, handles);
}

}  // extern "C"
