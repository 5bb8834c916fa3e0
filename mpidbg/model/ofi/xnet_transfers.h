#pragma once
// Reads the transfers of the provider tcp: receives, messages and sends, and the connections that they go over.

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

using layout::ofi::Layouts;

class XnetTransfers {
 public:
  // `memory` and `layouts` must outlive this object.
  XnetTransfers(const debugger::Memory &memory, const Layouts &layouts) : memory_(memory), layouts_(layouts) {}

  // Reads the receive at `transfer`, an xnet_xfer_entry. Receive::source is empty: the queue says it. Errors: corrupt;
  // unreadable.
  Result<Receive> receive(Address transfer) const;

  // Reads the message at `transfer`, an xnet_xfer_entry that is in a list of saved messages. Errors: as above.
  Result<Message> saved(Address transfer, std::optional<std::uint64_t> source) const;

  // Reads the message at the head of the connection at `connected`, an xnet_ep; nullopt if its header is not complete
  // or if it is not a tagged message. Message::entry is the connection, so it is not complete. Errors: as above.
  Result<std::optional<Message>> at_head(Address connected) const;

  // Adds the sends over the connection to the process `destination`. Errors: as above.
  Status add_sends(Address connected, std::optional<std::uint64_t> destination, std::vector<Send> &sends) const;

  // Returns the address of the process at the other end of a connection; nullopt if it is not in the address vector.
  // Errors: unreadable.
  Result<std::optional<std::uint64_t>> process_of(Address connected) const;

 private:
  // Describes a message as its header does.
  struct Header {
    bool is_tagged = false;
    std::uint64_t tag = 0;
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> data;
    bool is_announcement = false;
  };
  Result<Header> header(Address header) const;
  Result<std::optional<Send>> send(Address transfer, std::optional<std::uint64_t> destination) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
};

}  // namespace mpidbg::model::ofi
