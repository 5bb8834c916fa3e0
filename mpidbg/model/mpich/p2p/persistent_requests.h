#pragma once
// Reads the requests that MPI_Start starts: persistent and partitioned ones. A persistent request keeps its arguments,
// and MPI_Start makes another request for each operation.

#include "mpidbg/model/mpich/p2p/request_index.h"
#include "mpidbg/model/mpich/p2p/request_view.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model::mpich {

struct Handles;

class PersistentRequests {
 public:
  // All arguments must outlive this object.
  PersistentRequests(const Attachment &process, Handles &handles, RequestIndex &index)
      : process_(process), handles_(handles), index_(index) {}

  // Fills in the arguments of a persistent request, and its state from the request that MPI_Start made for it.
  Status read(const RequestView &view, Request &request);
  // Fills in a request of MPI_Psend_init or MPI_Precv_init, or a request that announces another process's
  // MPI_Psend_init.
  Status read_partitioned(const RequestView &view, Request &request);

 private:
  // Checks that the persistent request can have started the other request. Errors: corrupt.
  Status check_started(const RequestView &persistent, const RequestView &started);
  // Compares the context id in a persistent request with that of its communicator. Errors: corrupt if they differ.
  Status check_context(const layout::View<PersistentRequestLayout> &arguments, Handle communicator);
  // Fills in the call and the arguments of a persistent request. Errors: corrupt if the type in the arguments
  // contradicts the request's kind.
  Status read_arguments(const layout::View<PersistentRequestLayout> &arguments, bool is_receive, Request &request);

  const Attachment &process_;
  Handles &handles_;
  RequestIndex &index_;
};

}  // namespace mpidbg::model::mpich
