#pragma once
// Reads messages that have arrived in ob1 and have not matched a receive, and converts them to operations.

#include "mpidbg/model/openmpi/p2p/queues_ob1.h"

namespace mpidbg::model::openmpi {

class Ob1Messages {
 public:
  // If `communicator` and `peers` are null, senders are identified only by their rank in the unknown communicator.
  Ob1Messages(const Ob1Context &context, const Communicator *communicator,
              std::shared_ptr<const std::vector<ProcessName>> peers)
      : context_(context), peers_(std::move(peers)) {
    if (communicator == nullptr) return;
    internal_ = communicator->internal;
    context_id_ = communicator->context_id;
    number_ = static_cast<std::uint16_t>(communicator->own_context.value_or(context_id_));
  }

  // Fills in `operation` from the mca_pml_ob1_recv_frag_t at `fragment`. Errors: corrupt if the message belongs to
  // another communicator, or if `source` is set and the message comes from another sender.
  Status read(Address fragment, Queue queue, std::optional<int> source, Operation &operation);

  // Appends the messages of a ring of early arrivals in the order of their sequence numbers. Each message in the ring
  // is followed by those that directly continue its sequence; they form a ring of their own.
  Status collect_ring(Address head, std::vector<Address> &messages);

 private:
  using FragmentView = View<layout::openmpi::Ob1ReceiveFragmentLayout>;

  // Fills in the size and the buffer of an eager message, which arrives together with its data. Errors: corrupt for
  // impossible segments.
  Status fill_eager(const FragmentView &view, Operation &operation);
  // Returns the next message in a ring of early arrivals.
  Result<Address> next_in_ring(const FragmentView &view);

  const Ob1Context context_;
  bool internal_ = false;
  // The bits of the communicator's index that a message carries.
  std::optional<std::uint16_t> number_;
  std::uint64_t context_id_ = 0;
  std::shared_ptr<const std::vector<ProcessName>> peers_;
};

}  // namespace mpidbg::model::openmpi
