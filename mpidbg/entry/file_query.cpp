// mpidbg_file_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::file)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_file_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_file_capabilities_t mpidbg_file_capabilities = static_cast<mpidbg_file_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_file_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::file_kind = {
    MPIDBG_KIND_FILE,
    model::HandleKind::file,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_file_capabilities = static_cast<mpidbg_file_capabilities_t>(bits); },
    &mpidbg_file_name_map,
};

extern "C" {

int mpidbg_file_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                      mqs_taddr_t c_file, struct mpidbg_file_info_t **info) {
  return query_handle(file_kind, process, process_info, c_file, info);
}

int mpidbg_file_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                    mqs_taddr_t f77_file, mqs_taddr_t *c_file) {
  return handle_from_fortran(file_kind, process, process_info, f77_file, c_file);
}

int mpidbg_file_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                      mqs_taddr_t cxx_file, mqs_taddr_t *c_file) {
  return handle_from_cxx(file_kind, process, process_info, cxx_file, c_file);
}

int mpidbg_file_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, int *count,
                     mqs_taddr_t **handles) {
  return list_handles(file_kind, process, process_info, count, handles);
}

}  // extern "C"
