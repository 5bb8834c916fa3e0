// These are the entry points mpidbg_errhandler_*, for error handlers.

#include <algorithm>

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/recorded_facts.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(static_cast<int>(model::Language::java) == MPIDBG_LANGUAGE_JAVA);

namespace {

unsigned bitflags(const model::Errhandler &handler, const FreedHandle &freed) {
  unsigned flags = 0;
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(handler.predefined, MPIDBG_ERRH_INFO_PREDEFINED);
  set(handler.is_null, MPIDBG_ERRH_INFO_ERRHANDLER_NULL);
  set(handler.object_kind == model::HandleKind::communicator, MPIDBG_ERRH_INFO_COMMUNICATOR);
  set(handler.object_kind == model::HandleKind::file, MPIDBG_ERRH_INFO_FILE);
  set(handler.object_kind == model::HandleKind::window, MPIDBG_ERRH_INFO_WINDOW);
  set(handler.object_kind == model::HandleKind::session, MPIDBG_ERRH_INFO_SESSION);
  set(handler.language != model::Language::fortran, MPIDBG_ERRH_INFO_C_CALLBACK);
  set(freed.freed.value_or(false), MPIDBG_ERRH_INFO_FREED_HANDLE);
  set(freed.freed.value_or(false) && freed.inferred, MPIDBG_ERRH_INFO_FREED_HANDLE_INFERRED);
  set(freed.is_object_freed(handler.reference_count), MPIDBG_ERRH_INFO_FREED_OBJECT);
  return flags;
}

}  // namespace

Status mpidbg::entry::query_errhandler(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(handler, objects->errhandler(handle));
  const FreedHandle freed = freed_handle(state, library, model::HandleKind::errhandler, handle, handler.freed);

  Allocations memory;
  auto *packed = memory.make<mpidbg_errhandler_info_t>();
  copy_text(packed->eh_name, sizeof packed->eh_name, handler.name);
  packed->eh_bitflags = static_cast<mpidbg_errhandler_info_bitmap_t>(bitflags(handler, freed));
  packed->eh_c_handle = handle.value();
  packed->eh_fortran_handle = handler.fortran_index;
  packed->eh_num_handles = static_cast<int>(handler.users.size());
  packed->eh_refcount = static_cast<std::int16_t>(std::min(packed->eh_num_handles, INT16_MAX));
  packed->eh_handles = memory.make<mqs_taddr_t>(handler.users.size());
  for (std::size_t i = 0; i < handler.users.size(); ++i) packed->eh_handles[i] = handler.users[i].handle.value();
  packed->eh_users = pack_references(memory, handler.users);
  packed->eh_callback_func = handler.function.value();
  packed->eh_language = static_cast<mpidbg_language_t>(handler.language);
  packed->eh_reference_count = handler.reference_count;
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_errhandler(void *result) {
  auto *info = static_cast<mpidbg_errhandler_info_t *>(result);
  release_all(info->eh_handles, info->eh_users, info);
}

int mpidbg::entry::capabilities_of_errhandler(model::MpiLibrary &library) {
  constexpr auto kind = model::HandleKind::errhandler;
  if (!why_unseen(library, kind).empty()) return 0;
  int bits = MPIDBG_ERRH_CAP_BASIC | MPIDBG_ERRH_CAP_STRING_NAMES;
  if (users_problem(library, kind).empty()) bits |= MPIDBG_ERRH_CAP_FREED_HANDLE | MPIDBG_ERRH_CAP_HANDLE_LIST;
  return bits;
}
