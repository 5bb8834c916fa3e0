#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

HandleReader *Handles::reader(HandleKind kind) {
  if (kind == HandleKind::session && !sessions.exist()) return nullptr;
  return reader_of<HandleReader>(*this, kind);
}

Status Handles::refresh() {
  layer->clear();
  partitioned.clear();
  search.clear();
  users.clear();
  clear_all(*this);
  MPIDBG_TRY(communicators.refresh());
  if (communicators.all().empty()) {
    return Error{ErrorCode::corrupt, "the table of communicators is empty", process.symbols.communicators};
  }
  return world.read(process, groups, communicators.all().front());
}

}  // namespace mpidbg::model::openmpi
