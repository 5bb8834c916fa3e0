// mpidbg_group_*: groups.

#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(static_cast<int>(model::GroupStorage::bitmap) == MPIDBG_GROUP_BITMAP);

namespace {

Status query(model::MpiLibrary &library, Address handle, mpidbg_group_info_t **info) {
  MPIDBG_ASSIGN(group, library.group(handle));
  MPIDBG_ASSIGN(users, library.communicators_using(handle));

  Allocations memory;
  auto *packed = memory.make<mpidbg_group_info_t>();
  copy_text(packed->gr_name, sizeof packed->gr_name, group.name);
  unsigned flags = 0;
  if (group.predefined) flags |= MPIDBG_GROUP_INFO_PREDEFINED;
  if (group.is_null) flags |= MPIDBG_GROUP_INFO_GROUP_NULL;
  if (group.is_empty) flags |= MPIDBG_GROUP_INFO_GROUP_EMPTY;
  packed->gr_bitflags = static_cast<mpidbg_group_info_bitmap_t>(flags);
  packed->gr_c_handle = handle.value();
  packed->gr_fortran_handle = group.fortran_index;
  packed->gr_rank = group.rank;
  packed->gr_size = static_cast<int>(group.members->size());
  packed->gr_procs = pack_world_ranks(memory, *group.members, library);
  packed->gr_names = pack_names(memory, *group.members);
  packed->gr_storage = static_cast<mpidbg_group_storage_t>(group.storage);
  packed->gr_num_comms = static_cast<int>(users.size());
  packed->gr_comms = memory.make<mqs_taddr_t>(users.size());
  for (std::size_t i = 0; i < users.size(); ++i) packed->gr_comms[i] = users[i].value();
  packed->gr_reference_count = group.reference_count;
  memory.hand_over();
  *info = packed;
  return {};
}

}  // namespace

extern "C" {

int mpidbg_group_query(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                       mqs_taddr_t c_group, struct mpidbg_group_info_t **info) {
  return run_query(process, process_info,
                   [&](ProcessState &, model::MpiLibrary &library) { return query(library, Address(c_group), info); });
}

int mpidbg_group_f2c(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info,
                     mqs_taddr_t f77_group, mqs_taddr_t *c_group) {
  return run_query(process, process_info, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    MPIDBG_ASSIGN(handle, library.from_fortran(model::HandleKind::group, fortran_index(f77_group)));
    *c_group = handle.value();
    return {};
  });
}

int mpidbg_group_list(mqs_image *, mqs_image_info *, mqs_process *process, mqs_process_info *process_info, int *count,
                      mqs_taddr_t **handles) {
  return run_query(process, process_info, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    MPIDBG_ASSIGN(live, library.groups());
    pack_handles(live, count, handles);
    return {};
  });
}

}  // extern "C"
