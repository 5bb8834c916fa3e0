// mpidbg_op_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::op)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_op_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_op_capabilities_t mpidbg_op_capabilities = static_cast<mpidbg_op_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_op_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::op_kind = {
    MPIDBG_KIND_OP,
    model::HandleKind::op,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_op_capabilities = static_cast<mpidbg_op_capabilities_t>(bits); },
    &mpidbg_op_name_map,
};

extern "C" {

int mpidbg_op_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                    mqs_taddr_t c_op, struct mpidbg_op_info_t **info) {
  return query_handle(op_kind, process, process_info, c_op, info);
}

int mpidbg_op_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                  mqs_taddr_t f77_op, mqs_taddr_t *c_op) {
  return handle_from_fortran(op_kind, process, process_info, f77_op, c_op);
}

int mpidbg_op_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                    mqs_taddr_t cxx_op, mqs_taddr_t *c_op) {
  return handle_from_cxx(op_kind, process, process_info, cxx_op, c_op);
}

int mpidbg_op_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, int *count,
                   mqs_taddr_t **handles) {
  return list_handles(op_kind, process, process_info, count, handles);
}

}  // extern "C"
