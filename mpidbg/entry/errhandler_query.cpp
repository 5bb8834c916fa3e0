// mpidbg_errhandler_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::errhandler)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_errhandler_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_errhandler_capabilities_t mpidbg_errhandler_capabilities = static_cast<mpidbg_errhandler_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_errhandler_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::errhandler_kind = {
    MPIDBG_KIND_ERRHANDLER,
    model::HandleKind::errhandler,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_errhandler_capabilities = static_cast<mpidbg_errhandler_capabilities_t>(bits); },
    &mpidbg_errhandler_name_map,
};

extern "C" {

int mpidbg_errhandler_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                            mqs_taddr_t c_errhandler, struct mpidbg_errhandler_info_t **info) {
  return query_handle(errhandler_kind, process, process_info, c_errhandler, info);
}

int mpidbg_errhandler_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                          mqs_taddr_t f77_errhandler, mqs_taddr_t *c_errhandler) {
  return handle_from_fortran(errhandler_kind, process, process_info, f77_errhandler, c_errhandler);
}

int mpidbg_errhandler_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                            mqs_taddr_t cxx_errhandler, mqs_taddr_t *c_errhandler) {
  return handle_from_cxx(errhandler_kind, process, process_info, cxx_errhandler, c_errhandler);
}

int mpidbg_errhandler_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                           int *count, mqs_taddr_t **handles) {
  return list_handles(errhandler_kind, process, process_info, count, handles);
}

}  // extern "C"
