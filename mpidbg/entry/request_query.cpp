// mpidbg_request_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::request)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_request_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_request_capabilities_t mpidbg_request_capabilities = static_cast<mpidbg_request_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_request_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::request_kind = {
    MPIDBG_KIND_REQUEST,
    model::HandleKind::request,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_request_capabilities = static_cast<mpidbg_request_capabilities_t>(bits); },
    &mpidbg_request_name_map,
};

extern "C" {

int mpidbg_request_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                         mqs_taddr_t c_request, struct mpidbg_request_info_t **info) {
  return query_handle(request_kind, process, process_info, c_request, info);
}

int mpidbg_request_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                       mqs_taddr_t f77_request, mqs_taddr_t *c_request) {
  return handle_from_fortran(request_kind, process, process_info, f77_request, c_request);
}

int mpidbg_request_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                         mqs_taddr_t cxx_request, int, mqs_taddr_t *c_request) {
  return handle_from_cxx(request_kind, process, process_info, cxx_request, c_request);
}

int mpidbg_request_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, int *count,
                        mqs_taddr_t **handles) {
  return list_handles(request_kind, process, process_info, count, handles);
}

}  // extern "C"
