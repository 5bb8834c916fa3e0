#include "mpidbg/model/mpich/handles.h"

#include "mpidbg/model/objects/readers_by_kind.h"

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
      users(kinds_of(*this)) {}

HandleReader *Handles::reader(HandleKind kind) {
  return reader_of<HandleReader>(*this, kind);
}

void Handles::refresh() {
  pools.clear();
  users.clear();
  clear_all(*this);
  request_index.clear();
  contexts.clear();
  devices.clear();
  world.read(process, pools);
}

WindowSurroundings Handles::surroundings() {
  return {[this](Address communicator) { return communicators.peers_at(communicator); },
          [this](Address group) { return groups.members_at(group); },
          [this](Address communicator) { return communicators.group_of(communicator); },
          [this](Address first) { return attributes.read(first); }};
}

}  // namespace mpidbg::model::mpich
