#pragma once
// Converts receives, sends and messages of the layer "cm" to operations.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/openmpi/p2p/cm_tables.h"

namespace mpidbg::model::openmpi {

// Holds a communicator and the possible peers of its operations.
struct CmCommunicator {
  Communicator communicator;
  // The group of the peers: the remote group of an intercommunicator, otherwise the local group.
  GroupMembers peers;
};

class CmOperations {
 public:
  // All arguments must outlive this object.
  CmOperations(const Attachment &process, Handles &handles, CmModule &module, const CmRequests &requests)
      : process_(process), handles_(handles), module_(module), requests_(requests) {}

  // These functions fill in `operation`. `where` is null for messages whose communicator does not exist in this
  // process. `without_ignored` is true if the entry does not have the bits that the receive ignores. Errors: corrupt;
  // unreadable.
  Status read_receive(const ofi::Receive &receive, const CmCommunicator *where, bool without_ignored,
                      Operation &operation);
  Status read_matched(const CmReceive &receive, const CmCommunicator *where, Operation &operation);
  Status read_send(const CmSend &send, const CmCommunicator *where, Operation &operation);
  Status read_message(const ofi::Message &message, const CmCommunicator *where, Operation &operation);
  // Reads a persistent request that is not started, or any complete request of the pools.
  Status read_idle(Address request, const CmCommunicator *where, Operation &operation);
  // Fills in `operation` for a probe with this envelope.
  Status read_probe(std::optional<std::int32_t> source, std::optional<std::int32_t> tag, const CmCommunicator &where,
                    Operation &operation) const;

  // Returns the error of a value that was omitted from the last operation; succeeds if there is none. Each error is
  // returned only once.
  Status take_fault();

 private:
  void fill_tag(const CmEnvelope &envelope, const CmCommunicator *where, Operation &operation) const;
  // `rank` is the rank of the peer; empty if it is not known.
  Status fill_rank(std::optional<std::int32_t> rank, const CmCommunicator *where, Operation &operation) const;
  // Fills in the peer by its address of libfabric.
  Status fill_address(std::uint64_t address, const CmCommunicator *where, Operation &operation);
  // Fills in the members of a request of the pools.
  Status fill_request(Address request, Operation &operation);
  Status fill_send_request(const View<CmRequestLayout> &request, Operation &operation);
  // Fills in a blocking call, whose request is on a stack.
  Status fill_blocking(const View<OfiRequestLayout> &request, Operation &operation);
  // Fills in datatype, buffer and count as far as they are known. `datatype` is null if it is not.
  Status fill_data(const View<ConvertorLayout> &convertor, Address datatype, Operation &operation);
  void note(Address place, const std::string &what);

  const Attachment &process_;
  Handles &handles_;
  CmModule &module_;
  const CmRequests &requests_;
  Status fault_;
};

}  // namespace mpidbg::model::openmpi
