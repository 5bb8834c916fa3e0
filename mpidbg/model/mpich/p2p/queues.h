#pragma once
// The queues of MPICH: those of UCX, and what the library keeps itself.
//
// The library runs collective operations on communicators of its own, within the nodes and among them. Their messages
// are shown on the communicator of the program, and not again on these.
//
// The library keeps persistent requests that are not started, and all messages on communicators of one process, which
// no device carries. Such a message is pending and unexpected at once until a receive or MPI_Mprobe matches it; these
// are in the order of the table of requests.
//
// Partitioned communication is carried by active messages, which are in no queue of UCX; the requests have all about
// it.
//
// MPICH keeps no record of MPI_Probe: its arguments are read from the stack frames of known builds (probe_arguments.h).

#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model::mpich {

struct Handles;

class MpichQueues final : public Queues {
 public:
  // It outlives it.
  explicit MpichQueues(Handles &handles) : handles_(handles) {}

  std::string layer() const override;
  Visibility visibility(Queue queue) const override;
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override;
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) override;
  bool lacks_arguments() const override { return true; }
  Result<Probe> probe(std::span<const Address> words) override;
  Result<Progress> progress() override;

 private:
  Result<bool> read_unlisted(Request &request);
  Result<std::vector<Operation>> own(const Communicator &communicator, Queue queue);

  Handles &handles_;
};

}  // namespace mpidbg::model::mpich
