// These are the entry points mpidbg_file_*, for files.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_info.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/recorded_facts.h"
#include "mpidbg/model/objects/access_mode.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

unsigned bitflags(const model::File &file) {
  unsigned flags = 0;
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(file.is_null, MPIDBG_FILE_INFO_PREDEFINED | MPIDBG_FILE_INFO_FILE_NULL);
  set(file.freed, MPIDBG_FILE_INFO_FREED_HANDLE);
  set(file.object_freed, MPIDBG_FILE_INFO_FREED_OBJECT);
  set(file.hints.has_value(), MPIDBG_FILE_INFO_HINTS);
  if (const auto &access = file.access) {
    set(true, MPIDBG_FILE_INFO_VIEW);
    set(access->atomic, MPIDBG_FILE_INFO_ATOMIC);
    set(access->split_collective, MPIDBG_FILE_INFO_SPLIT_COLLECTIVE);
    set(access->position.has_value(), MPIDBG_FILE_INFO_POSITION);
    set(access->byte_offset.has_value(), MPIDBG_FILE_INFO_BYTE_OFFSET);
    set(access->shared_position.has_value(), MPIDBG_FILE_INFO_SHARED_POSITION);
    set(access->descriptor.has_value(), MPIDBG_FILE_INFO_DESCRIPTOR);
  }
  return flags;
}

void pack_access(Allocations &memory, const model::FileAccess &access, mpidbg_file_info_t &packed) {
  packed.fi_path = memory.copy(access.path);
  packed.fi_io_comm = access.communicator.value();
  packed.fi_io_info = access.info.value();
  packed.fi_descriptor = access.descriptor.value_or(-1);
  packed.fi_displacement = access.displacement;
  packed.fi_etype = access.etype.value();
  packed.fi_filetype = access.filetype.value();
  if (!access.etype_name.empty()) packed.fi_etype_name = memory.copy(access.etype_name);
  if (!access.filetype_name.empty()) packed.fi_filetype_name = memory.copy(access.filetype_name);
  packed.fi_etype_size = static_cast<std::int64_t>(access.etype_size);
  packed.fi_datarep = memory.copy(access.data_representation);
  packed.fi_position = access.position.value_or(0);
  packed.fi_byte_offset = access.byte_offset.value_or(0);
  packed.fi_shared_position = access.shared_position.value_or(0);
  packed.fi_split_request = access.split_request.value();
}

}  // namespace

Status mpidbg::entry::query_file(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(file, objects->file(handle));
  add_recorded(state, library, file);
  const model::HandleReference reference{model::HandleKind::file, handle};
  bool requests_known = !file.hides_requests && handle_problem(library, model::HandleKind::request).empty();
  std::vector<model::HandleReference> users;
  if (requests_known) {
    MPIDBG_ASSIGN(found, objects->users_of(reference));
    users = std::move(found);
  }
  if (add_recorded_users(state, library, reference, users)) requests_known = true;
  std::erase_if(users, [](const model::HandleReference &user) { return user.kind != model::HandleKind::request; });

  Allocations memory;
  auto *packed = memory.make<mpidbg_file_info_t>();
  if (file.is_null) copy_text(packed->fi_name, sizeof packed->fi_name, file.filename);
  packed->fi_bitflags =
      static_cast<mpidbg_file_info_bitmap_t>(bitflags(file) | (requests_known ? MPIDBG_FILE_INFO_REQUESTS : 0));
  packed->fi_c_handle = handle.value();
  packed->fi_fortran_handle = file.fortran_index;
  copy_text(packed->fi_filename, sizeof packed->fi_filename, file.filename);
  packed->fi_full_filename = memory.copy(file.filename);
  packed->fi_comm = file.communicator.value();
  packed->fi_amode = file.access_mode;
  packed->fi_amode_text = memory.copy(model::access_mode_text(file.access_mode));
  if (const auto &hints = file.hints) {
    packed->fi_num_info_pairs = static_cast<int>(hints->pairs.size());
    packed->fi_info_pairs = pack_pairs(memory, hints->pairs);
    packed->fi_num_ignored_info_pairs = static_cast<int>(hints->ignored.size());
    packed->fi_ignored_info_pairs = pack_pairs(memory, hints->ignored);
  }
  packed->fi_errhandler = file.errhandler.value();
  if (!file.errhandler_name.empty()) packed->fi_errhandler_name = memory.copy(file.errhandler_name);
  packed->fi_reference_count = file.reference_count;
  if (!file.layer.empty()) packed->fi_layer = memory.copy(file.layer);
  packed->fi_descriptor = -1;
  if (file.access) {
    pack_access(memory, *file.access, *packed);
  } else {
    packed->fi_problem = memory.copy(file.access_problem);
  }
  packed->fi_num_pending_requests = static_cast<int>(users.size());
  packed->fi_pending_requests = memory.make<mqs_taddr_t>(users.size());
  for (std::size_t i = 0; i < users.size(); ++i) packed->fi_pending_requests[i] = users[i].handle.value();
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_file(void *result) {
  auto *info = static_cast<mpidbg_file_info_t *>(result);
  release_pairs(info->fi_num_info_pairs, info->fi_info_pairs);
  release_pairs(info->fi_num_ignored_info_pairs, info->fi_ignored_info_pairs);
  release_all(info->fi_full_filename, info->fi_amode_text, info->fi_errhandler_name, info->fi_layer, info->fi_problem,
              info->fi_path, info->fi_etype_name, info->fi_filetype_name, info->fi_datarep, info->fi_pending_requests,
              info);
}

int mpidbg::entry::capabilities_of_file(model::MpiLibrary &library) {
  if (!why_unseen(library, model::HandleKind::file).empty()) return 0;
  const bool requests = why_unseen(library, model::HandleKind::request).empty();
  return MPIDBG_FILE_CAP_BASIC | MPIDBG_FILE_CAP_STRING_NAMES | MPIDBG_FILE_CAP_FREED_HANDLE |
         MPIDBG_FILE_CAP_FREED_OBJECT | MPIDBG_FILE_CAP_VIEW | (requests ? MPIDBG_FILE_CAP_REQUEST_LIST : 0);
}
