// These are the entry points mpidbg_group_*, for groups.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/recorded_facts.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(static_cast<int>(model::GroupStorage::bitmap) == MPIDBG_GROUP_BITMAP);

Status mpidbg::entry::query_group(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(group, objects->group(handle));
  MPIDBG_ASSIGN(users, objects->users_of({model::HandleKind::group, handle}));
  MPIDBG_ASSIGN(members, members_of(group));
  std::erase_if(users, [](const model::HandleReference &user) { return user.kind != model::HandleKind::communicator; });

  Allocations memory;
  auto *packed = memory.make<mpidbg_group_info_t>();
  copy_text(packed->gr_name, sizeof packed->gr_name, group.name);
  unsigned flags = 0;
  if (group.predefined) flags |= MPIDBG_GROUP_INFO_PREDEFINED;
  if (group.is_null) flags |= MPIDBG_GROUP_INFO_GROUP_NULL;
  if (group.is_empty) flags |= MPIDBG_GROUP_INFO_GROUP_EMPTY;
  if (group.without_handle.value_or(false)) flags |= MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED;
  const FreedHandle freed = freed_handle(state, library, model::HandleKind::group, handle, std::nullopt);
  if (freed.freed.value_or(false)) flags |= MPIDBG_GROUP_INFO_FREED_HANDLE;
  if (freed.is_object_freed(group.reference_count)) flags |= MPIDBG_GROUP_INFO_FREED_OBJECT;
  packed->gr_bitflags = static_cast<mpidbg_group_info_bitmap_t>(flags);
  packed->gr_c_handle = handle.value();
  packed->gr_fortran_handle = group.fortran_index;
  packed->gr_rank = group.rank;
  packed->gr_size = static_cast<int>(members->size());
  packed->gr_procs = pack_world_ranks(memory, *members, library.identity());
  packed->gr_names = pack_names(memory, *members);
  packed->gr_storage = static_cast<mpidbg_group_storage_t>(group.storage);
  packed->gr_num_comms = static_cast<int>(users.size());
  packed->gr_comms = memory.make<mqs_taddr_t>(users.size());
  for (std::size_t i = 0; i < users.size(); ++i) packed->gr_comms[i] = users[i].handle.value();
  packed->gr_reference_count = group.reference_count;
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_group(void *result) {
  auto *info = static_cast<mpidbg_group_info_t *>(result);
  release_all(info->gr_procs, info->gr_names, info->gr_comms, info);
}

int mpidbg::entry::capabilities_of_group(model::MpiLibrary &library) {
  const int without_handle = users_problem(library, model::HandleKind::group).empty() ? MPIDBG_GROUP_CAP_NO_HANDLE : 0;
  return MPIDBG_GROUP_CAP_BASIC | MPIDBG_GROUP_CAP_STRING_NAMES | MPIDBG_GROUP_CAP_COMM_LIST | without_handle;
}
