#include "mpidbg/model/openmpi/handles.h"

#include <algorithm>

namespace mpidbg::model::openmpi {

HandleReader *Handles::reader(HandleKind kind) {
  switch (kind) {
    case HandleKind::communicator:
      return &communicators;
    case HandleKind::group:
      return &groups;
    case HandleKind::request:
      return &requests;
    case HandleKind::errhandler:
      return &errhandlers;
    case HandleKind::datatype:
      return &datatypes;
    case HandleKind::file:
      return &files;
    case HandleKind::info:
      return &infos;
    case HandleKind::op:
      return &ops;
    case HandleKind::window:
      return &windows;
    case HandleKind::message:
      return &messages;
    case HandleKind::status:
    case HandleKind::session:
      break;
  }
  return nullptr;
}

Status Handles::refresh() {
  pool.clear();
  search.clear();
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
    references_[kind].reset();
    if (HandleReader *const kind_reader = reader(static_cast<HandleKind>(kind))) kind_reader->clear();
  }
  MPIDBG_TRY(communicators.refresh());
  if (communicators.all().empty()) {
    return Error{ErrorCode::corrupt, "the table of communicators is empty", process.symbols.communicators};
  }
  return world.read(process, groups, communicators.all().front());
}

Result<std::vector<HandleReference>> Handles::users_of(HandleReference object) {
  std::vector<HandleReference> users;
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
    HandleReader *const user = reader(static_cast<HandleKind>(kind));
    if (user == nullptr) continue;
    const auto kinds = user->refers_to();
    if (std::find(kinds.begin(), kinds.end(), object.kind) == kinds.end()) continue;
    if (!references_[kind]) {
      if (collecting_[kind]) return Error{ErrorCode::unavailable, "references are being collected"};
      References found;
      collecting_[kind] = true;
      const Status collected = user->collect_references(found);
      collecting_[kind] = false;
      MPIDBG_TRY(collected);
      references_[kind] = std::move(found);
    }
    references_[kind]->append_users_of(object.handle, users);
  }
  return users;
}

std::string Handles::users_problem(HandleKind kind) {
  HandleReader *const used = reader(kind);
  if (used == nullptr) return {};
  if (std::string problem = used->users_problem(); !problem.empty()) return problem;
  for (std::size_t other = 0; other < handle_kinds; ++other) {
    HandleReader *const user = reader(static_cast<HandleKind>(other));
    if (user == nullptr) continue;
    const auto kinds = user->refers_to();
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
    if (std::string problem = user->problem(); !problem.empty()) return problem;
  }
  return {};
}

std::optional<bool> Handles::only_kept_by_users(HandleReference object, int reference_count,
                                                const std::vector<HandleReference> &users) {
  if (!users_problem(object.kind).empty()) return std::nullopt;
  return static_cast<std::size_t>(std::max(reference_count, 0)) <= users.size();
}

}  // namespace mpidbg::model::openmpi
