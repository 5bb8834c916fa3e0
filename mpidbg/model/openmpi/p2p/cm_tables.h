#pragma once
// CmTables combines the tables of libfabric with the requests of the layer "cm": which of libfabric's entries are the
// program's receives and sends, and which wait for the acknowledgement of a synchronous send. Each table is read when
// it is first needed, at most once until clear().
//
// A synchronous send appears as a receive of its acknowledgement, from the receiver of the send. If its data has left,
// nothing else of it is left. A send that libfabric still has may lack a receiver, because some providers do not keep
// it.
//
// Without providers, only the requests of the pools and blocking receives of the first thread are seen.

#include <memory>
#include <optional>
#include <vector>

#include "mpidbg/model/ofi/provider.h"
#include "mpidbg/model/openmpi/p2p/cm_module.h"
#include "mpidbg/model/openmpi/p2p/cm_requests.h"

namespace mpidbg::model::openmpi {

// Describes a pending send.
struct CmSend {
  // The component's request of the send (ompi_mtl_ofi_request_t).
  Address component_request{};
  // The request of the pools that contains it; null for a blocking call.
  Address owner{};
  // The communicator of `owner`; null for a blocking call.
  Address communicator{};
  // The tag of libfabric; empty if libfabric has no entry of the send.
  std::optional<std::uint64_t> bits;
  // The bytes of the message; empty if libfabric has no entry of the message.
  std::optional<std::uint64_t> bytes;
  // The address of the receiver; empty if it is not known.
  std::optional<std::uint64_t> destination;
  // See ofi::Send::number.
  std::optional<std::uint64_t> number;
  bool synchronous = false;
};

// Describes a receive: posted, or matched.
struct CmReceive {
  ofi::Receive receive;
  std::optional<ofi::Message> message;
};

class CmTables {
 public:
  using Providers = std::vector<std::unique_ptr<ofi::Provider>>;

  // `stack_top` is the highest address of the first thread's stack; null if it is not known. If `other_threads` is
  // true, other threads may have requests on their stacks. `process`, `module` and `requests` must outlive this object.
  CmTables(const Attachment &process, const CmModule &module, CmRequests &requests, Providers providers,
           Address stack_top, bool other_threads)
      : process_(process),
        module_(module),
        requests_(requests),
        providers_(std::move(providers)),
        stack_top_(stack_top),
        other_threads_(other_threads) {}

  void clear() { tables_ = std::make_shared<Tables>(); }
  // Returns a reference to the tables that were read. It keeps them alive after clear().
  std::shared_ptr<const void> tables() const { return tables_; }

  // Returns the posted receives in the order of posting, without those of acknowledgements.
  const ofi::Listed<ofi::Receive> &posted();
  // Returns the receives that have matched a message and are not complete. A receive that is neither posted nor in
  // libfabric's tables has no message here: its completion has not been read yet.
  const ofi::Listed<CmReceive> &matched();
  // Returns the sends that are not complete.
  const ofi::Listed<CmSend> &sends();
  // Returns the messages that match no receive.
  const ofi::Listed<ofi::Message> &unexpected();

  // Returns the message that MPI_Mprobe has taken with a context. Errors: those of Provider::taken_by().
  Result<ofi::Message> taken_by(Address context) const;
  // Returns counters of all endpoints, and whether a message is on its way. Errors: those of Provider::progress().
  Result<ofi::Transport> progress() const;
  // Returns true if unexpected messages are in the order of their arrival, and not only those of each sender.
  bool has_providers() const { return !providers_.empty(); }
  // Returns the reason why messages may be in the process that unexpected() lacks; empty if there is none.
  std::string unseen_messages() const;

 private:
  struct Tables {
    std::optional<ofi::Listed<ofi::Receive>> posted;
    // The synchronous sends that wait for their acknowledgement.
    std::vector<CmSend> acknowledged;
    // The contexts of posted receives, in ascending order.
    std::vector<Address> contexts;
    std::optional<ofi::Listed<CmReceive>> matched;
    std::optional<ofi::Listed<CmSend>> sends;
    std::optional<ofi::Listed<ofi::Message>> unexpected;
  };
  Status read_acknowledgement(const ofi::Receive &receive);
  Result<ofi::Receive> read_as_receive(Address component_request) const;
  void read_requests_as_posted(ofi::Listed<ofi::Receive> &posted);
  bool is_posted(Address component_request) const;
  // Returns the component's requests on the first thread's stack that may be pending.
  Result<std::vector<Address>> on_stack(bool sends) const;
  Address request_of(Address context) const { return context - process_.layouts().ofi_request.ctx.offset; }
  // Returns true if a message or receive is among those that only the complete pools of libfabric show.
  Result<bool> needs_matched();
  Result<bool> needs_sends();
  void find_matched(ofi::Listed<CmReceive> &result);
  void find_sends(ofi::Listed<CmSend> &result);

  const Attachment &process_;
  const CmModule &module_;
  CmRequests &requests_;
  const Providers providers_;
  const Address stack_top_;
  const bool other_threads_;
  std::shared_ptr<Tables> tables_ = std::make_shared<Tables>();
};

}  // namespace mpidbg::model::openmpi
