// These are the entry points mpidbg_info_*, for info objects.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_info.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/recorded_facts.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

unsigned bitflags(const model::Info &info, const FreedHandle &freed) {
  unsigned flags = 0;
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(info.is_null || info.is_environment, MPIDBG_INFO_INFO_PREDEFINED);
  set(info.is_null, MPIDBG_INFO_INFO_INFO_NULL);
  set(info.is_environment, MPIDBG_INFO_INFO_INFO_ENV);
  set(info.internal, MPIDBG_INFO_INFO_INTERNAL);
  set(info.freed || freed.freed.value_or(false), MPIDBG_INFO_INFO_FREED_HANDLE);
  // Libraries that do not count references to info objects destroy them at once, so a count of 0 is treated like 1.
  set(info.object_freed || freed.is_object_freed(info.reference_count == 0 ? 1 : info.reference_count),
      MPIDBG_INFO_INFO_FREED_OBJECT);
  set(info.users.has_value(), MPIDBG_INFO_INFO_USERS_INFERRED);
  return flags;
}

}  // namespace

Status mpidbg::entry::query_info(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(read, objects->info(handle));
  if (!read.internal) {
    auto users = read.users.value_or(std::vector<model::HandleReference>());
    if (add_recorded_users(state, library, {model::HandleKind::info, handle}, users) || !users.empty())
      read.users = std::move(users);
  }
  const FreedHandle freed =
      read.internal ? FreedHandle() : freed_handle(state, library, model::HandleKind::info, handle, std::nullopt);
  Allocations memory;
  auto *packed = memory.make<mpidbg_info_info_t>();
  copy_text(packed->in_name, sizeof packed->in_name, read.name);
  packed->in_bitflags = static_cast<mpidbg_info_info_bitmap_t>(bitflags(read, freed));
  packed->in_c_handle = handle.value();
  packed->in_fortran_handle = read.fortran_index;
  packed->in_num_pairs = static_cast<int>(read.pairs.size());
  packed->in_pairs = pack_pairs(memory, read.pairs);
  if (read.users) {
    packed->in_num_users = static_cast<int>(read.users->size());
    packed->in_users = pack_references(memory, *read.users);
  }
  packed->in_reference_count = read.reference_count;
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_info(void *result) {
  auto *info = static_cast<mpidbg_info_info_t *>(result);
  release_pairs(info->in_num_pairs, info->in_pairs);
  release_all(info->in_users, info);
}

int mpidbg::entry::capabilities_of_info(model::MpiLibrary &library) {
  if (!why_unseen(library, model::HandleKind::info).empty()) return 0;
  return MPIDBG_INFO_CAP_BASIC | MPIDBG_INFO_CAP_STRING_NAMES | MPIDBG_INFO_CAP_FREED_HANDLE |
         MPIDBG_INFO_CAP_FREED_OBJECT | MPIDBG_INFO_CAP_USER_LIST_INFERRED;
}
