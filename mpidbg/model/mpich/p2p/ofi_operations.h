#pragma once
// Converts entries of libfabric's queues to MPI operations.

#include "mpidbg/model/mpich/p2p/contexts.h"
#include "mpidbg/model/mpich/p2p/ofi_addresses.h"
#include "mpidbg/model/mpich/p2p/ofi_tables.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model::mpich {

class OfiOperations {
 public:
  // All arguments must outlive this object.
  OfiOperations(const Attachment &process, Handles &handles, const OfiLayouts &ofi, const OfiTag &tag,
                OfiAddresses &addresses)
      : process_(process), handles_(handles), ofi_(ofi), tag_(tag), addresses_(addresses) {}

  // These functions fill in `operation`. `where` is null for a communicator that does not exist (any more) in this
  // process. `matched` is the message that the receive has matched; null if it is posted. Errors: corrupt, naming the
  // entry; those of reading.
  Status read_receive(const OfiReceive &receive, const ofi::Message *matched, const MarkedCommunicator *where,
                      Operation &operation);
  Status read_send(const OfiSend &send, const MarkedCommunicator *where, Operation &operation);
  Status read_message(const ofi::Message &message, const MarkedCommunicator *where, Operation &operation);
  Status read_probe(const ucx::Envelope &asked, const MarkedCommunicator &where, Operation &operation) const;

  // Copies facts from an operation to its pending request: peer, tag, mode, buffer and progress. The arguments are
  // those of read_receive(); `receive` is null for a send.
  void fill_pending(const Operation &operation, const OfiReceive *receive, const ofi::Message *matched,
                    Request &request);

  // Returns true if a send may be on the communicator, which has the context id of the send: the process has the rank
  // that the message names, and the receiver is one of the peers, as far as the two are known.
  Result<bool> is_on(const OfiSend &send, const MarkedCommunicator &where);

 private:
  void fill_tag(const ucx::Envelope &envelope, const MarkedCommunicator *where, Operation &operation) const;
  // `rank` is that of the peer; `place` is the address of the entry that names it.
  Status fill_rank(std::int32_t rank, const MarkedCommunicator *where, Address place, Operation &operation) const;
  // Fills in the peer with an address of libfabric.
  Status fill_address(std::uint64_t address, const MarkedCommunicator *where, Address place, Operation &operation);
  Status fill_sender(const ofi::Message &message, const MarkedCommunicator *where, Operation &operation);
  Status fill_data(const OfiReceive &receive, Operation &operation) const;
  void name_datatype(std::uint32_t datatype, Operation &operation) const;
  Result<layout::View<OfiRequestLayout>> device_part(Address request) const;

  const Attachment &process_;
  Handles &handles_;
  const OfiLayouts &ofi_;
  const OfiTag &tag_;
  OfiAddresses &addresses_;
};

}  // namespace mpidbg::model::mpich
