#include "mpidbg/model/openmpi/handles.h"

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
    case HandleKind::session:
      return sessions.exist() ? &sessions : nullptr;
    case HandleKind::status:
      break;
  }
  return nullptr;
}

Status Handles::refresh() {
  layer->clear();
  partitioned.clear();
  search.clear();
  users.clear();
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
    if (HandleReader *const kind_reader = reader(static_cast<HandleKind>(kind))) kind_reader->clear();
  }
  MPIDBG_TRY(communicators.refresh());
  if (communicators.all().empty()) {
    return Error{ErrorCode::corrupt, "the table of communicators is empty", process.symbols.communicators};
  }
  return world.read(process, groups, communicators.all().front());
}

Users::Kinds Handles::kinds() {
  Users::Kinds kinds{};
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) kinds[kind] = reader(static_cast<HandleKind>(kind));
  return kinds;
}

}  // namespace mpidbg::model::openmpi
