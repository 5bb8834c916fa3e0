#pragma once
// Implements the queues of MPICH: those in UCX, and those that the library keeps itself.
//
// The library runs collective operations on communicators of its own, within and among the nodes. Messages on these are
// shown on the program's communicator, and not a second time on the library's.
//
// The library itself keeps persistent requests that are not started. It also keeps all messages on communicators with a
// single process, because no device transports such messages. Such a message is both pending and unexpected until a
// receive or MPI_Mprobe matches it. These operations are listed in the order of the table of requests.
//
// Partitioned communication uses active messages, which are in no queue of UCX. The requests contain all facts about
// it.
//
// MPICH keeps no record of MPI_Probe. The arguments of a probe are read from the stack frames of known builds
// (probe_arguments.h).

#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model::mpich {

struct Handles;

class MpichQueues final : public Queues {
 public:
  // `handles` must outlive this object.
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
