#pragma once
// Implements the point-to-point layer "cm", which passes messages to a component of the framework "mtl". The component
// "ofi" passes them to libfabric, whose queues model/ofi/provider.h describes. Of other components, nothing is read.
//
// If libfabric or its provider cannot be read, posted receives and pending sends are still known from the requests of
// Open MPI, but not the messages that have arrived.

#include "mpidbg/model/openmpi/p2p/cm_operations.h"
#include "mpidbg/model/openmpi/p2p/communicators_by_index.h"
#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

struct Attachment;
struct Handles;

class CmLayer final : public PointToPointLayer {
 public:
  // `process` and `handles` must outlive this object. The constructor checks that the endpoints match libfabric's
  // layouts.
  CmLayer(const Attachment &process, Handles &handles);

  std::string name() const override { return "cm"; }
  void clear() override;
  Visibility queue(Queue queue) const override;
  Visibility requests_seen() const override;
  Visibility messages_seen() const override;

  Result<const std::vector<LayerRequest> *> requests() override;
  Result<const std::vector<LayerRequest> *> requests_on(Address communicator) override;
  Result<const LayerRequest *> find(Address request) override;
  std::optional<Error> damage() override { return requests_.damage(); }
  Status check_unlisted(const Request &request) const override;
  Status read_request(Address handle, Request &request) override;
  Status read_message(Message &message) override;
  Result<std::unique_ptr<OperationCursor>> open_queue(const Communicator *communicator, Queue queue) override;
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) override;
  bool lacks_arguments() const override { return true; }
  Result<Probe> probe(std::span<const Address> words) override;
  Result<Progress> progress() override;

 private:
  // Reads the module and opens the endpoints. Sets the problems.
  void attach();
  // Returns an empty text, or the reason why the endpoints cannot be read.
  std::string open_providers(CmTables::Providers &providers) const;
  // Returns a sentence with `provider_problem_`.
  std::string no_providers() const;
  Status seen() const;
  Status providers_seen() const;
  Result<std::unique_ptr<OperationCursor>> open_unclaimed();
  // Fills in what libfabric knows of a pending request. Returns false if it is in none of the tables.
  Result<bool> read_pending(const LayerRequest &found, const CmCommunicator &where, Operation &operation);

  const Attachment &process_;
  Handles &handles_;
  CmRequests requests_;
  CommunicatorsByIndex communicators_;
  // The reason why nothing can be seen; empty if the module can be read.
  std::string problem_;
  // The reason why only Open MPI's own requests can be seen; empty if the providers can be read.
  std::string provider_problem_;
  // The following objects are null if `problem_` is not empty.
  std::unique_ptr<CmModule> module_;
  std::unique_ptr<CmTables> tables_;
  std::unique_ptr<CmOperations> operations_;
};

}  // namespace mpidbg::model::openmpi
