#include "mpidbg/entry/handle_kind.h"

#include "mpidbg/entry/interface_globals.h"
#include "mpidbg/entry/recorded_facts.h"

namespace mpidbg::entry {

namespace {

#define MPIDBG_HANDLE_KIND(noun, word, WORD, type) \
  static_assert(static_cast<int>(model::HandleKind::noun) == static_cast<int>(MPIDBG_KIND_##WORD));
#include "mpidbg/base/handle_kinds.def"

static_assert(model::handle_kinds == MPIDBG_KIND_MAX);

// Returns true if queries about handles of this kind can succeed.
bool can_be_queried(const HandleKindEntry &kind, model::MpiLibrary &library) {
  if (kind.kind == MPIDBG_KIND_COMM) return library.communicators() != nullptr;
  if (kind.kind == MPIDBG_KIND_STATUS) return library.program_values() != nullptr;
  return records_of(library, kind.model_kind) != nullptr;
}

// Returns the capability bit for freed objects. Only kinds whose freed objects the recorder can keep have this bit.
int freed_object_bit(mpidbg_handle_kind_t kind) {
  switch (kind) {
    case MPIDBG_KIND_COMM:
      return MPIDBG_COMM_CAP_FREED_OBJECT;
    case MPIDBG_KIND_DATATYPE:
      return MPIDBG_DATATYPE_CAP_FREED_OBJECT;
    case MPIDBG_KIND_ERRHANDLER:
      return MPIDBG_ERRH_CAP_FREED_OBJECT;
    case MPIDBG_KIND_GROUP:
      return MPIDBG_GROUP_CAP_FREED_OBJECT;
    case MPIDBG_KIND_INFO:
      return MPIDBG_INFO_CAP_FREED_OBJECT;
    case MPIDBG_KIND_OP:
      return MPIDBG_OP_CAP_FREED_OBJECT;
    default:
      return 0;
  }
}

int find_capabilities(const HandleKindEntry &kind, ProcessState &state, model::MpiLibrary &library) {
  if (!can_be_queried(kind, library)) return 0;
  int bits = kind.capabilities(library);
  if (!has_whole_record(state)) return bits;
  if (kind.kind == MPIDBG_KIND_COMM) bits |= MPIDBG_COMM_CAP_FREED_HANDLE;
  if (kind.kind == MPIDBG_KIND_REQUEST) bits |= MPIDBG_REQUEST_CAP_COLLECTIVE_NAME;
  if (kind.kind == MPIDBG_KIND_WIN) bits |= MPIDBG_WIN_CAP_LAST_CALL;
  if (kind.kind == MPIDBG_KIND_OP) bits |= MPIDBG_OP_CAP_PENDING_LIST;
  if (kind.kind == MPIDBG_KIND_FILE) bits |= MPIDBG_FILE_CAP_REQUEST_LIST;
  if (kind.kind == MPIDBG_KIND_GROUP) bits |= MPIDBG_GROUP_CAP_FREED_HANDLE;
  if (library.objects() != nullptr && keeps_freed(state)) bits |= freed_object_bit(kind.kind);
  return bits;
}

}  // namespace

const HandleKindEntry *find_kind(mpidbg_handle_kind_t kind) {
  const auto index = static_cast<unsigned>(kind);
  return index < std::size(handle_kind_entries) ? &handle_kind_entries[index] : nullptr;
}

int capabilities_of(const HandleKindEntry &kind, ProcessState &state, model::MpiLibrary &library) {
  if (!state.held) return find_capabilities(kind, state, library);
  std::optional<int> &kept = state.capabilities[static_cast<std::size_t>(kind.model_kind)];
  if (!kept) kept = find_capabilities(kind, state, library);
  return *kept;
}

int no_place_for_result(mqs_process *process) {
  return guard_mpidbg([&]() -> int {
    return mpidbg_failure(process == nullptr ? nullptr : process_state(process),
                          Error{ErrorCode::out_of_range, "a pointer for the result is null"});
  });
}

int query_handle(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info, mqs_taddr_t handle,
                 void **info) {
  if (info == nullptr) return no_place_for_result(process);
  return run_query(process, process_info, [&](ProcessState &state, model::MpiLibrary &library) {
    set_unused_globals(state, library);
    return kind.query(state, library, handle_of(library, kind.model_kind, handle), info);
  });
}

int handle_from_fortran(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info,
                        mqs_taddr_t fortran_handle, mqs_taddr_t *handle) {
  if (handle == nullptr) return no_place_for_result(process);
  return run_query(process, process_info, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    // For a status, the Fortran "handle" is an address; for other kinds it is an index.
    const std::int64_t index = kind.model_kind == model::HandleKind::status ? static_cast<std::int64_t>(fortran_handle)
                                                                            : fortran_index(fortran_handle);
    MPIDBG_ASSIGN(handles, need(library, &model::MpiLibrary::handles));
    MPIDBG_ASSIGN(found, handles->from_fortran(kind.model_kind, index));
    *handle = found.value();
    return {};
  });
}

int handle_from_cxx(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info,
                    mqs_taddr_t object, mqs_taddr_t *handle) {
  if (handle == nullptr) return no_place_for_result(process);
  return run_query(process, process_info, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    MPIDBG_ASSIGN(handles, need(library, &model::MpiLibrary::handles));
    MPIDBG_ASSIGN(found, handles->from_cxx(kind.model_kind, Address(object)));
    *handle = found.value();
    return {};
  });
}

int list_handles(const HandleKindEntry &kind, mqs_process *process, mqs_process_info *process_info, int *count,
                 mqs_taddr_t **list) {
  if (count == nullptr || list == nullptr) return no_place_for_result(process);
  return run_query(process, process_info, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    MPIDBG_ASSIGN(handles, need(library, &model::MpiLibrary::handles));
    MPIDBG_ASSIGN(live, handles->live(kind.model_kind));
    pack_handles(live, count, list);
    return {};
  });
}

}  // namespace mpidbg::entry
