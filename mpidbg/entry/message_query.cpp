// mpidbg_message_*.

#include "mpidbg/entry/handle_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

Status query(ProcessState &, model::MpiLibrary &library, Address, void **) {
  return Error{ErrorCode::not_supported, library.handle_problem(model::HandleKind::message)};
}

void release(void *result) {
  auto *info = static_cast<mpidbg_message_info_t *>(result);
  release_all(info);
}

int capabilities(const model::MpiLibrary &) {
  return 0;
}

}  // namespace

extern "C" {
enum mpidbg_message_capabilities_t mpidbg_message_capabilities = static_cast<mpidbg_message_capabilities_t>(0);
struct mpidbg_name_map_t *mpidbg_message_name_map = nullptr;
}

const HandleKindEntry mpidbg::entry::message_kind = {
    MPIDBG_KIND_MESSAGE,
    model::HandleKind::message,
    query,
    release,
    capabilities,
    [](int bits) { mpidbg_message_capabilities = static_cast<mpidbg_message_capabilities_t>(bits); },
    &mpidbg_message_name_map,
};

extern "C" {

int mpidbg_message_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                         mqs_taddr_t c_message, struct mpidbg_message_info_t **info) {
  return query_handle(message_kind, process, process_info, c_message, info);
}

int mpidbg_message_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                       mqs_taddr_t f77_message, mqs_taddr_t *c_message) {
  return handle_from_fortran(message_kind, process, process_info, f77_message, c_message);
}

int mpidbg_message_cxx2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                         mqs_taddr_t cxx_message, mqs_taddr_t *c_message) {
  return handle_from_cxx(message_kind, process, process_info, cxx_message, c_message);
}

int mpidbg_message_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, int *count,
                        mqs_taddr_t **handles) {
  return list_handles(message_kind, process, process_info, count, handles);
}

}  // extern "C"
