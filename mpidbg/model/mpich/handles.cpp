#include "mpidbg/model/mpich/handles.h"

namespace mpidbg::model::mpich {

Handles::Handles(const Attachment &attachment)
    : process(attachment),
      pools(attachment),
      attributes(attachment, pools),
      communicators(attachment, *this),
      groups(attachment, *this),
      request_index(attachment, *this),
      requests(attachment, *this, request_index),
      errhandlers(attachment, pools, users),
      datatypes(attachment, pools, users),
      infos(attachment, pools),
      ops(attachment, pools),
      files(attachment, pools, infos, datatypes),
      windows(attachment, pools, errhandlers, surroundings()),
      sessions(attachment, pools, errhandlers),
      messages(attachment, *this),
      contexts(attachment, *this),
      devices(attachment, *this),
      users(kinds()) {}

HandleReader *Handles::reader(HandleKind kind) {
  switch (kind) {
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
      return &sessions;
    case HandleKind::communicator:
      return &communicators;
    case HandleKind::group:
      return &groups;
    case HandleKind::request:
      return &requests;
    case HandleKind::status:
      break;
  }
  return nullptr;
}

void Handles::refresh() {
  pools.clear();
  users.clear();
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
    if (HandleReader *const kind_reader = reader(static_cast<HandleKind>(kind))) kind_reader->clear();
  }
  request_index.clear();
  contexts.clear();
  devices.clear();
  world.read(process, pools);
}

Users::Kinds Handles::kinds() {
  Users::Kinds kinds{};
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) kinds[kind] = reader(static_cast<HandleKind>(kind));
  return kinds;
}

WindowSurroundings Handles::surroundings() {
  return {[this](Address communicator) { return communicators.peers_at(communicator); },
          [this](Address group) { return groups.members_at(group); },
          [this](Address communicator) { return communicators.group_of(communicator); },
          [this](Address first) { return attributes.read(first); }};
}

}  // namespace mpidbg::model::mpich
