#include "mpidbg/model/openmpi/p2p/ob1_messages.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// The number of segments that fit into a fragment.
constexpr std::uint64_t max_segments = 16;

}  // namespace

Status Ob1Messages::read(Address fragment, Queue queue, std::optional<int> source, Operation &operation) {
  Objects &objects = context_.objects;
  const Layouts &layouts = objects.layouts();
  const auto &layout = layouts.ob1_receive_fragment;
  MPIDBG_ASSIGN(view, objects.read_object(layout, fragment));
  MPIDBG_ASSIGN(common, view.part(&Ob1ReceiveFragmentLayout::hdr, layouts.ob1_common_header));
  MPIDBG_ASSIGN(match, view.part(&Ob1ReceiveFragmentLayout::hdr, layouts.ob1_match_header));

  operation = Operation{};
  operation.queue = queue;
  operation.record = fragment;
  operation.context_id = match.get(&Ob1MatchHeaderLayout::hdr_ctx);
  operation.comm_rank = match.get(&Ob1MatchHeaderLayout::hdr_src);
  operation.tag = match.get(&Ob1MatchHeaderLayout::hdr_tag);
  operation.sequence = match.get(&Ob1MatchHeaderLayout::hdr_seq);
  operation.internal = internal_ || operation.tag < 0;
  operation.buffer_is_library_memory = true;
  const auto of_another = [&](const char *field, std::int64_t value, std::int64_t expected) {
    return Error{ErrorCode::corrupt,
                 "mca_pml_ob1_recv_frag_t at " + hex(fragment) + " has " + field + " " + std::to_string(value) +
                     ", and is in the list of " + std::to_string(expected),
                 fragment};
  };
  if (number_ && operation.context_id != *number_)
    return of_another("hdr_ctx", static_cast<std::int64_t>(operation.context_id), *number_);
  if (number_) operation.context_id = context_id_;

  if (peers_ != nullptr) {
    if (operation.comm_rank < 0 || static_cast<std::size_t>(operation.comm_rank) >= peers_->size()) {
      return Error{ErrorCode::corrupt,
                   "mca_pml_ob1_recv_frag_t at " + hex(fragment) + " comes from rank " +
                       std::to_string(operation.comm_rank) + " in a group of " + std::to_string(peers_->size()),
                   fragment};
    }
    if (source && operation.comm_rank != *source) return of_another("hdr_src", operation.comm_rank, *source);
    operation.peer = (*peers_)[static_cast<std::size_t>(operation.comm_rank)];
    operation.world_rank = context_.world_rank_of(operation.peer);
  }

  switch (common.get(&Ob1CommonHeaderLayout::hdr_type)) {
    case constants::header_match:
      MPIDBG_TRY(fill_eager(view, operation));
      break;
    case constants::header_rendezvous:
    case constants::header_rget: {
      MPIDBG_ASSIGN(rendezvous, view.part(&Ob1ReceiveFragmentLayout::hdr, layouts.ob1_rendezvous_header));
      operation.protocol = Protocol::rendezvous;
      operation.bytes = rendezvous.get(&Ob1RendezvousHeaderLayout::hdr_msg_length);
      break;
    }
    case constants::header_with_id:
      return Error{
          ErrorCode::not_supported,
          "the message at " + hex(fragment) + " names its communicator by an id of 128 bits, which is not read",
          fragment};
    default:
      return Error{ErrorCode::corrupt,
                   "mca_pml_ob1_recv_frag_t at " + hex(fragment) + " has header type " +
                       std::to_string(common.get(&Ob1CommonHeaderLayout::hdr_type)),
                   fragment};
  }
  return {};
}

// Fills in the data of an eager message, which is in the segments after the match header.
Status Ob1Messages::fill_eager(const FragmentView &view, Operation &operation) {
  const Layouts &layouts = context_.objects.layouts();
  const std::uint64_t segments = view.get(&Ob1ReceiveFragmentLayout::num_segments);
  if (segments == 0 || segments > max_segments) {
    return Error{
        ErrorCode::corrupt,
        "mca_pml_ob1_recv_frag_t at " + hex(view.address()) + " claims " + std::to_string(segments) + " segments",
        view.address()};
  }
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < segments; ++i) {
    MPIDBG_ASSIGN(segment, view.part(&Ob1ReceiveFragmentLayout::segments, layouts.segment, i));
    const std::uint64_t length = segment.get(&SegmentLayout::seg_len);
    if (__builtin_add_overflow(bytes, length, &bytes)) bytes = 0;
    if (i == 0) operation.buffer = segment.get(&SegmentLayout::seg_addr) + constants::match_header_bytes;
  }
  if (bytes < constants::match_header_bytes) {
    return Error{ErrorCode::corrupt,
                 "mca_pml_ob1_recv_frag_t at " + hex(view.address()) + " is shorter than its header", view.address()};
  }
  operation.protocol = Protocol::eager;
  operation.bytes = bytes - constants::match_header_bytes;
  return {};
}

Result<Address> Ob1Messages::next_in_ring(const FragmentView &view) {
  const Layouts &layouts = context_.objects.layouts();
  MPIDBG_ASSIGN(item, view.as(layouts.list_item));
  return item.get(&ListItemLayout::opal_list_next);
}

Status Ob1Messages::collect_ring(Address head, std::vector<Address> &messages) {
  const Layouts &layouts = context_.objects.layouts();
  const auto &layout = layouts.ob1_receive_fragment;
  // Sequence numbers have 16 bits, so no more messages than this can arrive early.
  constexpr std::uint64_t max_early = 1u << 16;
  const auto walk_inner = [&](Address first) -> Status {
    debugger::ListWalk walk("ring of early messages", max_early);
    for (Address at = first;;) {
      MPIDBG_TRY(walk.step(at));
      messages.push_back(at);
      MPIDBG_ASSIGN(view, context_.objects.read_object(layout, at));
      MPIDBG_ASSIGN(next, next_in_ring(view));
      at = next;
      if (at == first) return {};
    }
  };
  debugger::ListWalk walk("ring of early messages", max_early);
  for (Address at = head;;) {
    MPIDBG_TRY(walk.step(at));
    messages.push_back(at);
    MPIDBG_ASSIGN(view, context_.objects.read_object(layout, at));
    const Address range = view.get(&Ob1ReceiveFragmentLayout::range);
    if (!range.is_null()) MPIDBG_TRY(walk_inner(range));
    if (messages.size() > max_early) {
      return Error{ErrorCode::corrupt, "ring of early messages does not end at " + hex(at), at};
    }
    MPIDBG_ASSIGN(next, next_in_ring(view));
    at = next;
    if (at == head) return {};
  }
}

}  // namespace mpidbg::model::openmpi
