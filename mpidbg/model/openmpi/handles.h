#pragma once
// Handles has the readers of all kinds of handles of one process. Readers use each other through this struct.

#include <memory>
#include <string>

#include "mpidbg/model/objects/readers_by_kind.h"
#include "mpidbg/model/openmpi/datatypes/datatypes.h"
#include "mpidbg/model/openmpi/io/files.h"
#include "mpidbg/model/openmpi/objects/communicators.h"
#include "mpidbg/model/openmpi/objects/errhandlers.h"
#include "mpidbg/model/openmpi/objects/groups.h"
#include "mpidbg/model/openmpi/objects/infos.h"
#include "mpidbg/model/openmpi/objects/ops.h"
#include "mpidbg/model/openmpi/objects/sessions.h"
#include "mpidbg/model/openmpi/objects/windows.h"
#include "mpidbg/model/openmpi/opal/object_search.h"
#include "mpidbg/model/openmpi/p2p/choose_layer.h"
#include "mpidbg/model/openmpi/p2p/messages.h"
#include "mpidbg/model/openmpi/p2p/partitioned_requests.h"
#include "mpidbg/model/openmpi/p2p/requests.h"
#include "mpidbg/model/openmpi/world.h"

namespace mpidbg::model::openmpi {

struct Handles {
  // `point_to_point_layer` is the name of the layer, such as "ob1"; empty if unknown.
  Handles(const Attachment &attachment, const std::string &point_to_point_layer)
      : process(attachment),
        layer(choose_layer(point_to_point_layer, attachment, *this)),
        search(attachment),
        communicators(attachment, *this),
        groups(attachment, *this),
        requests(attachment, *this),
        partitioned(attachment, *this),
        errhandlers(attachment, *this),
        datatypes(attachment, *this),
        files(attachment, *this),
        infos(attachment, *this),
        ops(attachment, *this),
        windows(attachment, *this),
        messages(attachment, *this),
        sessions(attachment, *this),
        users(kinds_of(*this)) {}

  const Attachment &process;
  const std::unique_ptr<PointToPointLayer> layer;
  World world;
  ObjectSearch search;
  Communicators communicators;
  Groups groups;
  Requests requests;
  PartitionedRequests partitioned;
  Errhandlers errhandlers;
  Datatypes datatypes;
  Files files;
  Infos infos;
  Ops ops;
  Windows windows;
  Messages messages;
  Sessions sessions;
  Users users;

  // Returns the reader of a kind; null for statuses, which have no handles, and for sessions before 5.0.
  HandleReader *reader(HandleKind kind);

  // Discards all cached data and reads the data that all answers depend on. Must be called at a new stop.
  Status refresh();
};

}  // namespace mpidbg::model::openmpi
