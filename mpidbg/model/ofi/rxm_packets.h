#pragma once
// Reads the buffers of the provider ofi_rxm: packets that have arrived, and packets that are sent.

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

using layout::ofi::Layouts;

class RxmPackets {
 public:
  // `endpoint` is the address of the rxm_ep. `memory` and `layouts` must outlive this object.
  RxmPackets(const debugger::Memory &memory, const Layouts &layouts, Address endpoint)
      : memory_(memory), layouts_(layouts), endpoint_(endpoint) {}

  // Checks the pools of buffers. Errors: corrupt; unreadable.
  Status check() const;

  // Reads the message of a packet by the rxm_rx_buf at `buffer`; nullopt for a segment that is not the first of its
  // message. Message::entry is the buffer. Errors: corrupt if the buffer is not of this endpoint, or if its packet is
  // not a tagged message; unreadable.
  Result<std::optional<Message>> message(Address buffer) const;

  // Describes a buffer in use whose packet has matched a receive.
  struct Matched {
    // The address of the entry of the receive: an rxm_recv_entry up to 1.22, a fi_peer_rx_entry from 2.0.
    Address receive{};
    Message message;
  };
  // Returns the buffers in use whose packets have matched a receive. Reads the complete pool.
  Listed<Matched> matched() const;

  // Returns the sends that are not complete, of which MPI knows. Reads the complete pool of send buffers.
  Listed<Send> sends() const;

 private:
  // Returns the address of the process at the other end of a connection; nullopt if it is not in the address vector.
  // Errors: corrupt if the connection is not of this endpoint.
  Result<std::optional<std::uint64_t>> process_of(Address connection) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address endpoint_;
};

}  // namespace mpidbg::model::ofi
