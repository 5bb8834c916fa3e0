#include "mpidbg/entry/query.h"

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::entry {

void pack_handles(const std::vector<Handle> &handles, int *count, mqs_taddr_t **packed) {
  Allocations memory;
  mqs_taddr_t *array = memory.make<mqs_taddr_t>(handles.size());
  for (std::size_t i = 0; i < handles.size(); ++i) array[i] = handles[i].value();
  *count = static_cast<int>(handles.size());
  *packed = array;
  memory.hand_over();
}

Handle handle_of(model::MpiLibrary &library, model::HandleKind kind, mqs_taddr_t handle) {
  return Handle(handle, library.identity().handle_width(kind));
}

model::ObjectRecords *records_of(model::MpiLibrary &library, model::HandleKind kind) {
  model::ObjectRecords *const objects = library.objects();
  return objects != nullptr && objects->why_missing(kind).empty() ? objects : nullptr;
}

std::string handle_problem(model::MpiLibrary &library, model::HandleKind kind) {
  model::HandleLists *const handles = library.handles();
  return handles == nullptr ? library.why_missing(model::Part::handles) : handles->problem(kind);
}

std::string why_unseen(model::MpiLibrary &library, model::HandleKind kind) {
  model::HandleLists *const handles = library.handles();
  return handles == nullptr ? library.why_missing(model::Part::handles) : handles->why_unseen(kind);
}

std::string users_problem(model::MpiLibrary &library, model::HandleKind kind) {
  model::ObjectRecords *const objects = library.objects();
  return objects == nullptr ? library.why_missing(model::Part::objects) : objects->users_problem(kind);
}

Result<const std::vector<model::ProcessName> *> members_of(const model::Group &group) {
  if (group.members) return &*group.members;
  return Error{ErrorCode::unavailable, "the members of the group " + hex(group.handle) + " are not known"};
}

std::int64_t fortran_index(mqs_taddr_t handle) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(handle));
}

mpidbg_handle_reference_t *pack_references(Allocations &memory, const std::vector<model::HandleReference> &references) {
  auto *array = memory.make<mpidbg_handle_reference_t>(references.size());
  for (std::size_t i = 0; i < references.size(); ++i) {
    array[i] = {static_cast<mpidbg_handle_kind_t>(references[i].kind), references[i].handle.value()};
  }
  return array;
}

mpidbg_process_t *pack_world_ranks(Allocations &memory, const std::vector<model::ProcessName> &members,
                                   const model::Identity &identity) {
  mpidbg_process_t *array = memory.make<mpidbg_process_t>(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) array[i].mpi_comm_world_rank = identity.world_rank_of(members[i]);
  return array;
}

mpidbg_process_name_t *pack_names(Allocations &memory, const std::vector<model::ProcessName> &members) {
  mpidbg_process_name_t *array = memory.make<mpidbg_process_name_t>(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) array[i] = {members[i].job, members[i].rank};
  return array;
}

}  // namespace mpidbg::entry
