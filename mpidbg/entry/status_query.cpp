// mpidbg_status_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::status)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_status_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_status_capabilities_t mpidbg_status_capabilities = static_cast<mpidbg_status_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_status_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::status_kind = {
    MPIDBG_KIND_STATUS,
    model::HandleKind::status,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_status_capabilities = static_cast<mpidbg_status_capabilities_t>(bits); },
    &mpidbg_status_name_map,
};

extern "C" {

int mpidbg_status_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                        mqs_taddr_t c_status, struct mpidbg_status_info_t **info) {
  return query_handle(status_kind, process, process_info, c_status, info);
}

int mpidbg_status_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                      mqs_taddr_t f77_status, mqs_taddr_t *c_status) {
  return handle_from_fortran(status_kind, process, process_info, f77_status, c_status);
}

int mpidbg_status_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                        mqs_taddr_t cxx_status, mqs_taddr_t *c_status) {
  return handle_from_cxx(status_kind, process, process_info, cxx_status, c_status);
}

}  // extern "C"
