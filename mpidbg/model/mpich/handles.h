#pragma once
// Holds the readers of all kinds of handles of one process. Readers reach each other through this struct.

#include "mpidbg/model/mpich/datatypes/datatypes.h"
#include "mpidbg/model/mpich/io/files.h"
#include "mpidbg/model/mpich/objects/attributes.h"
#include "mpidbg/model/mpich/objects/communicators.h"
#include "mpidbg/model/mpich/objects/errhandlers.h"
#include "mpidbg/model/mpich/objects/groups.h"
#include "mpidbg/model/mpich/objects/infos.h"
#include "mpidbg/model/mpich/objects/ops.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/mpich/objects/sessions.h"
#include "mpidbg/model/mpich/objects/windows.h"
#include "mpidbg/model/mpich/p2p/contexts.h"
#include "mpidbg/model/mpich/p2p/devices.h"
#include "mpidbg/model/mpich/p2p/messages.h"
#include "mpidbg/model/mpich/p2p/request_index.h"
#include "mpidbg/model/mpich/p2p/requests.h"
#include "mpidbg/model/mpich/world.h"

namespace mpidbg::model::mpich {

struct Handles {
  // `attachment` must outlive this object.
  explicit Handles(const Attachment &attachment);

  const Attachment &process;
  Pools pools;
  World world;
  Attributes attributes;
  Communicators communicators;
  Groups groups;
  RequestIndex request_index;
  Requests requests;
  Errhandlers errhandlers;
  Datatypes datatypes;
  Infos infos;
  Ops ops;
  Files files;
  Windows windows;
  Sessions sessions;
  Messages messages;
  Contexts contexts;
  Devices devices;
  Users users;

  // Returns the reader of a kind; null for statuses, which have no handles.
  HandleReader *reader(HandleKind kind);

  // Discards all cached data and reads the data that all answers depend on.
  void refresh();

 private:
  WindowSurroundings surroundings();
};

}  // namespace mpidbg::model::mpich
