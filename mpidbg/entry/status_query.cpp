// These are the entry points mpidbg_status_*, for statuses.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_status.h"

using namespace mpidbg;
using namespace mpidbg::entry;

Status mpidbg::entry::query_status(ProcessState &, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(values, need(library, &model::MpiLibrary::program_values));
  MPIDBG_ASSIGN(status, values->status(handle.address()));
  Allocations memory;
  auto *packed = memory.make<mpidbg_status_info_t>();
  pack(status, *packed);
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_status(void *result) {
  auto *info = static_cast<mpidbg_status_info_t *>(result);
  release_all(info);
}

int mpidbg::entry::capabilities_of_status(model::MpiLibrary &library) {
  return MPIDBG_STATUS_CAP_BASIC | (library.datatype_details() == nullptr ? 0 : MPIDBG_STATUS_CAP_ELEMENTS);
}

void mpidbg::entry::pack(const model::MessageStatus &status, mpidbg_status_info_t &packed) {
  unsigned flags = 0;
  if (status.predefined) flags |= MPIDBG_STATUS_INFO_PREDEFINED;
  if (status.cancelled) flags |= MPIDBG_STATUS_INFO_CANCELLED;
  if (status.any_source) flags |= MPIDBG_STATUS_INFO_ANY_SOURCE;
  if (status.any_tag) flags |= MPIDBG_STATUS_INFO_ANY_TAG;
  if (status.proc_null) flags |= MPIDBG_STATUS_INFO_PROC_NULL;
  packed.status_bitflags = static_cast<mpidbg_status_info_bitmap_t>(flags);
  packed.status_address = status.address.value();
  packed.status_source = status.source;
  packed.status_tag = status.tag;
  packed.status_error = status.error;
  packed.status_bytes = static_cast<std::int64_t>(status.bytes);
}

extern "C" {

int mpidbg_status_count(mqs_process *process, mqs_taddr_t status, mqs_taddr_t datatype, int64_t *count) {
  return run_query(process, nullptr, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    MPIDBG_ASSIGN(values, need(library, &model::MpiLibrary::program_values));
    const Handle type = handle_of(library, model::HandleKind::datatype, datatype);
    MPIDBG_ASSIGN(found, values->status_count(Address(status), type));
    *count = found;
    return {};
  });
}

int mpidbg_status_elements(mqs_process *process, mqs_taddr_t status, mqs_taddr_t datatype, int64_t *elements) {
  return run_query(process, nullptr, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    MPIDBG_ASSIGN(values, need(library, &model::MpiLibrary::program_values));
    const Handle type = handle_of(library, model::HandleKind::datatype, datatype);
    MPIDBG_ASSIGN(found, values->status_elements(Address(status), type));
    *elements = found;
    return {};
  });
}

}  // extern "C"
