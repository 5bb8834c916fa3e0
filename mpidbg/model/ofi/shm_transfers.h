#pragma once
// Reads what the provider shm keeps beside its queues: the commands of senders, sends, and messages that arrive piece
// by piece.

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

using layout::ofi::Layouts;

class ShmTransfers {
 public:
  // `endpoint` is the address of the smr_ep. `memory` and `layouts` must outlive this object.
  ShmTransfers(const debugger::Memory &memory, const Layouts &layouts, Address endpoint)
      : memory_(memory), layouts_(layouts), endpoint_(endpoint) {}

  // Completes a message, except for its source, from the sender's command at Message::record, an smr_cmd_ctx. Errors:
  // corrupt if the record is of another endpoint or message; unreadable.
  Status complete(Message &message) const;

  // Describes a message that arrives piece by piece, and the entry that it is for: that of the receive that it has
  // matched, or that of the message if it has matched none.
  struct Arriving {
    Address entry{};
    Message message;
  };
  // Returns these messages. Up to 2.4. The problem is not_supported later.
  Listed<Arriving> arriving() const;

  // Returns the sends that the receiver has to answer. Up to 2.4, as above.
  Listed<Send> sends() const;

  // Returns the numbers of commands to this process that were written and read. Errors: corrupt; unreadable, as in a
  // core file that lacks shared memory.
  Result<Transport> commands() const;

 private:
  // Returns the address of the process with a number of shm's; nullopt if it is not known. Errors: unreadable.
  Result<std::optional<std::uint64_t>> process_of(std::int64_t number) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address endpoint_;
};

}  // namespace mpidbg::model::ofi
