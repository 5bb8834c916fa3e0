// mpidbg_datatype_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::datatype)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_datatype_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_datatype_capabilities_t mpidbg_datatype_capabilities = static_cast<mpidbg_datatype_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_datatype_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::datatype_kind = {
    MPIDBG_KIND_DATATYPE,
    model::HandleKind::datatype,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_datatype_capabilities = static_cast<mpidbg_datatype_capabilities_t>(bits); },
    &mpidbg_datatype_name_map,
};

extern "C" {

int mpidbg_datatype_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                          mqs_taddr_t c_datatype, struct mpidbg_datatype_info_t **info) {
  return query_handle(datatype_kind, process, process_info, c_datatype, info);
}

int mpidbg_datatype_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                        mqs_taddr_t f77_datatype, mqs_taddr_t *c_datatype) {
  return handle_from_fortran(datatype_kind, process, process_info, f77_datatype, c_datatype);
}

int mpidbg_datatype_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                          mqs_taddr_t cxx_datatype, mqs_taddr_t *c_datatype) {
  return handle_from_cxx(datatype_kind, process, process_info, cxx_datatype, c_datatype);
}

int mpidbg_datatype_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                         int *count, mqs_taddr_t **handles) {
  return list_handles(datatype_kind, process, process_info, count, handles);
}

}  // extern "C"
