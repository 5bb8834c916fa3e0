#pragma once
// OfiTables reads the queues of libfabric's endpoints, and finds the object of MPICH to which each entry belongs. Each
// table is read when it is first needed, at most once until clear().

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "mpidbg/layout/mpich/p2p/ofi_device_layout.h"
#include "mpidbg/model/mpich/p2p/ofi_places.h"
#include "mpidbg/model/mpich/p2p/request_index.h"
#include "mpidbg/model/ofi/endpoint.h"

namespace mpidbg::model::mpich {

struct Handles;

// Describes a receive, which is posted or has matched a message.
struct OfiReceive {
  // The address of the MPIR_Request.
  Address request{};
  // One of OfiEvent.
  std::int32_t event = 0;
  ofi::Receive receive;
};

// Describes a receive for which data is arriving.
struct OfiMatch {
  OfiReceive receive;
  ofi::Message message;
};

// Describes a send that is not complete.
struct OfiSend {
  Address request{};
  std::int32_t event = 0;
  // libfabric's entry: that of the message or, if the message has left, that of the receive for its acknowledgement.
  Address entry{};
  std::uint64_t tag = 0;
  bool synchronous = false;
  // The rank of this process in the communicator; empty if the message has left.
  std::optional<std::uint64_t> data;
  std::optional<std::uint64_t> bytes, destination, number;
};

// Holds the entries of one kind, indexed by the context id in their tags, without the bit of collective operations.
template <class Entry>
struct OfiTable {
  using Places = std::vector<std::uint32_t>;
  std::vector<Entry> entries;
  std::map<std::uint64_t, Places> by_context;
  // The reason why entries are missing; empty if the table is complete.
  std::optional<Error> problem;
};

// The tables of one stop. They do not change after they were read.
struct OfiQueues {
  OfiTable<OfiReceive> posted;
  OfiTable<OfiMatch> matched;
  OfiTable<OfiSend> sends;
};

class OfiTables {
 public:
  using Providers = std::vector<ofi::OpenEndpoint>;

  // All arguments must outlive this object.
  OfiTables(const Attachment &process, Handles &handles, const OfiLayouts &ofi, const OfiPlaces &places,
            const Providers &endpoints)
      : process_(process), handles_(handles), ofi_(ofi), places_(places), endpoints_(endpoints) {}

  void clear();

  // Returns the receives and sends that are not complete. Messages of the library's own that no MPIR_Request belongs to
  // are omitted.
  std::shared_ptr<const OfiQueues> operations();
  // Returns the messages that match no receive, without acknowledgements and messages of leaders.
  std::shared_ptr<const OfiTable<ofi::Message>> messages();

  // Returns the context of libfabric in an MPIR_Request, and the MPIR_Request that contains a context.
  Address context_of(Address request) const;
  Address request_at(Address context) const;

 private:
  Status add_posted(const ofi::Receive &receive, OfiQueues &queues) const;
  void add_acknowledgement(Address send, const ofi::Receive &receive, OfiQueues &queues) const;
  Status add_matched(const ofi::Provider &provider, OfiQueues &queues) const;
  Status add_sends(const ofi::Provider &provider, OfiQueues &queues) const;
  Result<std::int32_t> event_at(Address context) const;

  const Attachment &process_;
  Handles &handles_;
  const OfiLayouts &ofi_;
  const OfiPlaces &places_;
  const Providers &endpoints_;
  std::shared_ptr<const OfiQueues> operations_;
  std::shared_ptr<const OfiTable<ofi::Message>> messages_;
};

}  // namespace mpidbg::model::mpich
