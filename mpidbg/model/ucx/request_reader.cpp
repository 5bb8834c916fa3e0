#include "mpidbg/model/ucx/request_reader.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ucx/constants.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::ucx {

namespace {

Status check_bytes(Address request, std::uint64_t bytes) {
  if (bytes < limits::message_bytes) return {};
  return Error{ErrorCode::corrupt, "ucp_request at " + hex(request) + " has the length " + hex(bytes), request};
}

}  // namespace

namespace constants = layout::ucx;
using layout::View;
using namespace layout::ucx;

Result<AnyRequest> RequestReader::read(Address request) const {
  std::vector<std::byte> copy(bytes());
  MPIDBG_TRY(memory_.read(request, copy, "ucp_request"));
  return decode(request, copy);
}

Result<AnyRequest> RequestReader::decode(Address request, std::span<const std::byte> copy) const {
  MPIDBG_ASSIGN(view, View<RequestLayout>::over(memory_, layouts_.request, request, copy));
  const std::uint32_t flags = view.get(&RequestLayout::flags);
  Request common;
  common.request = request;
  common.handle = request + bytes();
  common.user_data = view.get(&RequestLayout::user_data);
  common.complete = (flags & constants::request_completed) != 0;
  common.released = (flags & constants::request_released) != 0;
  common.offloaded = (flags & constants::request_offloaded) != 0;
  AnyRequest result;
  if ((flags & constants::request_receives_tag) != 0) {
    MPIDBG_ASSIGN(receive, decode_receive(common, copy));
    result.receive = receive;
  } else if ((flags & (constants::request_sends_tag | constants::request_protocol)) != 0) {
    MPIDBG_ASSIGN(send, decode_send(common, flags, copy));
    result.send = send;
  }
  return result;
}

std::optional<PooledReceive> RequestReader::decode_pooled(Address request, std::span<const std::byte> copy,
                                                          const WordsBehind &words) const {
  const auto common = View<RequestLayout>::over(memory_, layouts_.request, request, copy);
  if (!common) return std::nullopt;
  const std::uint32_t flags = common->get(&RequestLayout::flags);
  if ((flags & constants::request_receives_tag) == 0) return std::nullopt;
  const auto view = View<ReceiveRequestLayout>::over(memory_, layouts_.receive_request, request, copy);
  const std::uint32_t link = layouts_.receive_request.queue.offset;
  if (!view || copy.size() < link + memory_.pointer_size()) return std::nullopt;
  PooledReceive receive;
  receive.request = request;
  receive.next = Address(decode_unsigned(copy.subspan(link, memory_.pointer_size()), memory_.byte_order()));
  receive.tag = view->get(&ReceiveRequestLayout::tag);
  receive.mask = view->get(&ReceiveRequestLayout::tag_mask);
  receive.sequence = view->get(&ReceiveRequestLayout::sn);
  receive.user_data = common->get(&RequestLayout::user_data);
  receive.object_class = Address(word_behind(copy, words.object_class));
  receive.waited_on = word_behind(copy, words.completion) != 0;
  receive.complete = (flags & constants::request_completed) != 0;
  receive.released = (flags & constants::request_released) != 0;
  receive.offloaded = (flags & constants::request_offloaded) != 0;
  fill_contiguous(*view, copy, receive);
  return receive;
}

// Sets buffer and size if the data is contiguous. Otherwise the datatype must be read, which is done when the payload
// is shown.
void RequestReader::fill_contiguous(const View<ReceiveRequestLayout> &view, std::span<const std::byte> copy,
                                    PooledReceive &receive) const {
  std::uint64_t kind = constants::datatype_generic;
  if (const auto place = view.address_of(&ReceiveRequestLayout::iterator)) {
    const auto iterator = View<ContiguousIteratorLayout>::over(memory_, layouts_.contiguous_iterator, *place,
                                                               copy.subspan(*place - receive.request));
    if (!iterator) return;
    kind = iterator->get(&ContiguousIteratorLayout::dt_class);
    receive.bytes = iterator->get(&ContiguousIteratorLayout::length);
    receive.buffer = iterator->get(&ContiguousIteratorLayout::buffer);
  } else {
    kind = view.get(&ReceiveRequestLayout::datatype).value_or(kind);
    receive.bytes = view.get(&ReceiveRequestLayout::length).value_or(0);
    receive.buffer = view.get(&ReceiveRequestLayout::buffer).value_or(Address{});
  }
  receive.contiguous = (kind & constants::datatype_class_mask) == constants::datatype_contiguous;
}

// Returns the word at this offset after the request; 0 if `offset` is empty.
std::uint64_t RequestReader::word_behind(std::span<const std::byte> copy, std::optional<std::uint32_t> offset) const {
  const unsigned width = memory_.pointer_size();
  const std::uint64_t at = std::uint64_t{bytes()} + offset.value_or(0);
  if (!offset || copy.size() < at + width) return 0;
  return decode_unsigned(copy.subspan(at, width), memory_.byte_order());
}

Result<PooledRequest> RequestReader::decode_named(Address request, std::span<const std::byte> copy,
                                                  const WordsBehind &words) const {
  MPIDBG_ASSIGN(view, View<RequestLayout>::over(memory_, layouts_.request, request, copy));
  PooledRequest result;
  result.request = request;
  result.user_data = view.get(&RequestLayout::user_data);
  result.behind = Address(word_behind(copy, words.object));
  result.completion = word_behind(copy, words.completion);
  return result;
}

Result<Receive> RequestReader::read_receive(Address request) const {
  MPIDBG_ASSIGN(any, read(request));
  if (any.receive) return *any.receive;
  return Error{ErrorCode::corrupt, "ucp_request at " + hex(request) + " is in a queue of receives and is not a receive",
               request};
}

Result<Receive> RequestReader::decode_receive(const Request &common, std::span<const std::byte> copy) const {
  const auto &layout = layouts_.receive_request;
  MPIDBG_ASSIGN(view, View<ReceiveRequestLayout>::over(memory_, layout, common.request, copy));
  Receive receive;
  static_cast<Request &>(receive) = common;
  receive.tag = view.get(&ReceiveRequestLayout::tag);
  receive.mask = view.get(&ReceiveRequestLayout::tag_mask);
  receive.sequence = view.get(&ReceiveRequestLayout::sn);
  if (const auto iterator = view.address_of(&ReceiveRequestLayout::iterator)) {
    std::uint64_t done = 0;
    MPIDBG_ASSIGN(payload, iterated(*iterator, copy.subspan(*iterator - common.request), done));
    receive.payload = payload;
  } else {
    MPIDBG_ASSIGN(payload, described(view.get(&ReceiveRequestLayout::buffer).value_or(Address{}),
                                     view.get(&ReceiveRequestLayout::datatype).value_or(0),
                                     view.get(&ReceiveRequestLayout::length).value_or(0)));
    receive.payload = payload;
  }
  MPIDBG_TRY(check_bytes(common.request, receive.payload.bytes));
  MPIDBG_ASSIGN(matched, View<MatchedReceiveLayout>::over(memory_, layouts_.matched_receive, common.request, copy));
  MPIDBG_ASSIGN(info, matched.part(&MatchedReceiveLayout::info, layouts_.received));
  receive.message_tag = info.get(&ReceivedLayout::sender_tag);
  receive.message_bytes = info.get(&ReceivedLayout::length);
  const std::int64_t remaining = matched.get(&MatchedReceiveLayout::remaining);
  if (remaining >= 0 && static_cast<std::uint64_t>(remaining) <= receive.message_bytes) {
    receive.bytes_done = receive.message_bytes - static_cast<std::uint64_t>(remaining);
  }
  return receive;
}

Result<std::optional<Send>> RequestReader::decode_send(const Request &common, std::uint32_t flags,
                                                       std::span<const std::byte> copy) const {
  MPIDBG_ASSIGN(view, View<SendRequestLayout>::over(memory_, layouts_.send_request, common.request, copy));
  Send send;
  static_cast<Request &>(send) = common;
  send.is_send = true;
  send.tag = view.get(&SendRequestLayout::tag);
  send.endpoint = view.get(&SendRequestLayout::ep);
  send.released_datatype = (flags & constants::request_sent) != 0;
  if ((flags & constants::request_protocol) == 0) {
    send.synchronous = (flags & constants::request_synchronous) != 0;
    MPIDBG_ASSIGN(payload, described(view.get(&SendRequestLayout::buffer), view.get(&SendRequestLayout::datatype),
                                     view.get(&SendRequestLayout::length)));
    send.payload = payload;
    MPIDBG_TRY(check_bytes(common.request, payload.bytes));
    return std::optional(send);
  }
  MPIDBG_ASSIGN(protocol,
                View<ProtocolLayout>::read(memory_, layouts_.protocol, view.get(&SendRequestLayout::proto_config)));
  const std::uint8_t operation = protocol.get(&ProtocolLayout::select_param) & constants::operation_mask;
  if (operation != constants::operation_tag_send && operation != constants::operation_tag_send_sync) {
    return std::optional<Send>();  // the request belongs to a one-sided operation, or is a part of a transfer
  }
  send.synchronous = operation == constants::operation_tag_send_sync;
  const Address iterator = view.address_of(&SendRequestLayout::iterator);
  std::uint64_t done = 0;
  MPIDBG_ASSIGN(payload, iterated(iterator, copy.subspan(iterator - common.request), done));
  MPIDBG_TRY(check_bytes(common.request, payload.bytes));
  send.payload = payload;
  send.bytes_done = done;
  return std::optional(send);
}

Result<Payload> RequestReader::iterated(Address address, std::span<const std::byte> copy, std::uint64_t &done) const {
  MPIDBG_ASSIGN(view, View<ContiguousIteratorLayout>::over(memory_, layouts_.contiguous_iterator, address, copy));
  Payload payload;
  payload.bytes = view.get(&ContiguousIteratorLayout::length);
  done = view.get(&ContiguousIteratorLayout::offset);
  const std::uint64_t kind = view.get(&ContiguousIteratorLayout::dt_class) & constants::datatype_class_mask;
  if (kind == constants::datatype_contiguous) payload.buffer = view.get(&ContiguousIteratorLayout::buffer);
  if (kind != constants::datatype_generic) return payload;
  MPIDBG_ASSIGN(generic, View<GenericIteratorLayout>::over(memory_, layouts_.generic_iterator, address, copy));
  payload.buffer = generic.get(&GenericIteratorLayout::buffer).value_or(Address{});
  MPIDBG_ASSIGN(context, generic_context(generic.get(&GenericIteratorLayout::dt_gen)));
  payload.datatype = context;
  return payload;
}

// Decodes UCX's word for a datatype: its class, and either the size of an element in bytes or a pointer to more data.
Result<Payload> RequestReader::described(Address buffer, std::uint64_t datatype, std::uint64_t bytes) const {
  Payload payload{buffer, bytes, {}};
  if ((datatype & constants::datatype_class_mask) != constants::datatype_generic) return payload;
  MPIDBG_ASSIGN(context, generic_context(Address(datatype & ~constants::datatype_class_mask)));
  payload.datatype = context;
  return payload;
}

Result<Address> RequestReader::generic_context(Address generic) const {
  MPIDBG_ASSIGN(view, View<GenericDatatypeLayout>::read(memory_, layouts_.generic_datatype, generic));
  return view.get(&GenericDatatypeLayout::context);
}

}  // namespace mpidbg::model::ucx
