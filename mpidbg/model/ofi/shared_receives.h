#pragma once
// SharedReceives reads the queues that several providers share (util_srx_ctx): rxm from 2.0, shm from 1.19, sm2 and
// efa. What a provider alone knows of a message is in its own record, which it reads itself.

#include <functional>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

using layout::ofi::Layouts;

class SharedReceives {
 public:
  // `queues` is the address of the util_srx_ctx. `memory` and `layouts` must outlive this object.
  SharedReceives(const debugger::Memory &memory, const Layouts &layouts, Address queues)
      : memory_(memory), layouts_(layouts), queues_(queues) {}

  // The layouts that must be resolved.
  static std::vector<const layout::StructLayout *> needed(const Layouts &layouts) {
    return {&layouts.shared_receive, &layouts.unexpected_peer, &layouts.peer_entry, &layouts.receive_entry,
            &layouts.dynamic_array};
  }

  // Checks the class of the object, its reference to itself, the size of the items of its arrays and of the elements of
  // its pool. Errors: corrupt; unreadable.
  Status check() const;

  // Returns the posted receives in the order of posting.
  Listed<Receive> posted() const;

  // Completes a message from the provider's own record, whose address is Message::record.
  using Complete = std::function<Status(Message &message)>;
  // Returns the messages that match no receive; the order is known among those of one sender alone.
  Listed<Message> unexpected(const Complete &complete) const;

  // Reads an entry in use: a receive, or a message that has matched none. `entry` is the address of its
  // fi_peer_rx_entry, as in Receive::entry and Message::entry; providers keep it in their records. Errors: corrupt;
  // unreadable.
  Result<Receive> receive(Address entry) const;
  Result<Message> message(Address entry) const;

  // Reads a message that MPI_Mprobe has taken. `record` is what the queues left in the context of the MPI library's
  // request: the address of a util_rx_entry. Errors: as above.
  Result<Message> extracted(Address record) const;

 private:
  struct Order {
    std::uint64_t sequence = 0;
    Receive receive;
  };
  Status read_queue(Address list, std::optional<std::uint64_t> source, std::vector<Order> &found) const;
  Result<layout::View<layout::ofi::ReceiveEntryLayout>> view_of(Address entry) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address queues_;
};

}  // namespace mpidbg::model::ofi
