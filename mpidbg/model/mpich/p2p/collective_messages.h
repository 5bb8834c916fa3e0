#pragma once
// Finds the messages of nonblocking collectives. The library keeps no list of them for each operation.

#include "mpidbg/model/mpich/p2p/request_index.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model::mpich {

struct Handles;

class CollectiveMessages {
 public:
  // Both arguments must outlive this object.
  CollectiveMessages(Handles &handles, RequestIndex &index) : handles_(handles), index_(index) {}

  // Fills in the messages of a nonblocking collective operation if those of others can be excluded.
  Status read(Request &request);

 private:
  // Returns the communicator of the program to which a communicator among or within nodes belongs; any other
  // communicator belongs to itself.
  Result<Handle> communicator_of_program(Handle communicator);
  // Returns how many nonblocking collectives are pending on the communicator; 0 also if that cannot be read, or if too
  // many requests would have to be read.
  std::size_t pending_on(Handle communicator);

  Handles &handles_;
  RequestIndex &index_;
};

}  // namespace mpidbg::model::mpich
