#include "tests/fakes/fake_ucx.h"

#include "mpidbg/layout/ucx/constants.h"
#include "tests/fakes/fake_layouts.h"

namespace fakes {

namespace constants = mpidbg::layout::ucx;

namespace {

constexpr std::uint64_t room = 200;
constexpr std::uint64_t alignment = 64;
constexpr std::uint64_t fragment_buckets = 32;

}  // namespace

FakeUcx::FakeUcx(FakeMemory &memory, FakeHost &host, std::uint32_t user_bytes, Shape shape) : memory_(memory) {
  lay_out(host, shape);
  auto &l = layouts;
  context = memory.allocate(l.context.byte_size);
  set(context, l.context.request_size, user_bytes);
  worker = memory.allocate(l.worker.byte_size);
  set(worker, l.worker.context, context.value());

  const Address data = memory.allocate(l.pool_data.byte_size);
  memory.write_pointer(pool() + l.pool.data.offset, data);
  const std::uint64_t element = memory.pointer_size() + l.request.byte_size + user_bytes;
  pitch_ = (element + alignment - 1) / alignment * alignment;
  set(data, l.pool_data.elem_size, element);
  set(data, l.pool_data.alignment, alignment);
  chunk = memory.allocate(l.pool_chunk.byte_size);
  set(data, l.pool_data.chunks, chunk.value());
  elements_ = memory.allocate(room * pitch_);
  set(chunk, l.pool_chunk.elems, elements_.value());
  set(chunk, l.pool_chunk.num_elems, room);
  set(pool(), l.pool.freelist, elements_.value());
  for (std::uint64_t i = 0; i + 1 < room; ++i)
    memory.write_pointer(elements_ + i * pitch_, elements_ + (i + 1) * pitch_);

  const auto empty = [&](Address queue) { set(queue, l.queue.ptail, queue.value()); };
  empty(wildcard());
  hash = memory.allocate(constants::tag_hash_buckets * l.request_queue.byte_size);
  set(tag_match(), l.tag_match.hash, hash.value());
  for (std::uint64_t i = 0; i < constants::tag_hash_buckets; ++i) {
    empty(hash + i * l.request_queue.byte_size + l.request_queue.queue.offset);
  }
  const Address messages = tag_match() + l.tag_match.unexpected.offset;
  set(messages, l.list_link.prev, messages.value());
  set(messages, l.list_link.next, messages.value());
}

void FakeUcx::lay_out(FakeHost &host, Shape shape) {
  auto &l = layouts;
  const unsigned p = memory_.pointer_size();
  const auto make = [&](auto &layout, std::uint32_t base = 0,
                        const std::map<std::string, std::uint32_t> &embedded = {}) {
    fakes::lay_out(layout, p, base, embedded, host.types[layout.type_name]);
    layout.origin = mpidbg::layout::LayoutOrigin::debug_information;
  };
  make(l.queue), make(l.list_link), make(l.pool), make(l.pool_data), make(l.pool_chunk), make(l.fragment_hash);
  make(l.request_queue, 0, {{"queue", l.queue.byte_size}});
  make(l.tag_match, 0,
       {{"expected.wildcard", l.request_queue.byte_size},
        {"unexpected.all", l.list_link.byte_size},
        {"frag_hash", l.fragment_hash.byte_size}});
  make(l.worker, 0, {{"req_mp", l.pool.byte_size}, {"tm", l.tag_match.byte_size}});
  make(l.interface), make(l.transport_name, 0, {{"tl_name", 10}}), make(l.shared_memory), make(l.shared_fifo);
  make(l.resource, 0, {{"tl_rsc", l.transport_name.byte_size}});
  make(l.context), make(l.endpoint), make(l.received), make(l.generic_datatype), make(l.tag_header);
  make(l.contiguous_iterator), make(l.generic_iterator, l.contiguous_iterator.byte_size);
  make(l.protocol, 0, {{"select_param", 8}});
  const std::uint32_t iterator = l.generic_iterator.byte_size;
  make(l.request);
  make(l.receive_request, l.request.byte_size, {{"recv.queue", p}, {"recv.dt_iter", iterator}});
  make(l.matched_receive, l.receive_request.byte_size, {{"recv.tag.info", l.received.byte_size}});
  make(l.send_request, l.request.byte_size, {{"send.state.dt_iter", iterator}});
  make(l.descriptor, 0, {{"tag_list", 2 * l.list_link.byte_size}});
  make(l.request_header);
  make(l.eager_first_header, l.tag_header.byte_size);
  make(l.eager_sync_header, l.tag_header.byte_size, {{"req", l.request_header.byte_size}});
  make(l.eager_sync_first_header, l.eager_first_header.byte_size, {{"req", l.request_header.byte_size}});
  make(l.rendezvous_header, l.tag_header.byte_size, {{"sreq", l.request_header.byte_size}});
  l.tag_header.tag.offset = 0;  // the tag comes first in every header
  host.types["ucp_tag_hdr_t"].fields["tag"] = 0;

  auto &fields = host.types["ucp_request"].fields;
  if (shape == Shape::fields) {
    l.receive_request.iterator.present.reset();
    fields.erase("recv.dt_iter");
  } else {
    l.receive_request.buffer.present.reset();
    l.receive_request.datatype.present.reset();
    l.receive_request.length.present.reset();
    for (const char *name : {"recv.buffer", "recv.datatype", "recv.length"}) fields.erase(name);
  }
  // Structs with several descriptions are as large as the largest.
  const auto share_size = [&](auto &...shared) {
    const std::uint32_t size = std::max({shared.byte_size...});
    ((shared.byte_size = size, host.types[shared.type_name].size = size), ...);
  };
  share_size(l.request, l.receive_request, l.matched_receive, l.send_request);
  share_size(l.contiguous_iterator, l.generic_iterator);
}

Address FakeUcx::add_transport(const std::string &name, std::uint64_t begun, std::uint64_t taken) {
  const auto &l = layouts;
  constexpr std::uint64_t transport_room = 8;
  const unsigned width = memory_.pointer_size();
  if (interfaces_.is_null()) {
    interfaces_ = memory_.allocate(transport_room * width);
    resources_ = memory_.allocate(transport_room * l.resource.byte_size);
    set(worker, l.worker.ifaces, interfaces_.value());
    set(context, l.context.resources, resources_.value());
  }
  const Address interface = memory_.allocate(l.interface.byte_size);
  const std::uint64_t index = transports_++;
  memory_.write_pointer(interfaces_ + index * width, interface);
  set(worker, l.worker.num_ifaces, transports_);
  set(interface, l.interface.worker, worker.value());
  set(interface, l.interface.rsc_index, index);
  memory_.write_string(
      resources_ + index * l.resource.byte_size + l.resource.tl_rsc.offset + l.transport_name.tl_name.offset, name);
  const Address transport = memory_.allocate(l.shared_memory.byte_size),
                fifo = memory_.allocate(l.shared_fifo.byte_size);
  set(interface, l.interface.iface, transport.value());
  set(transport, l.shared_memory.recv_fifo_ctl, fifo.value());
  set(transport, l.shared_memory.read_index, taken);
  set(fifo, l.shared_fifo.head, begun);
  return transport;
}

void FakeUcx::use_transport(unsigned number) {
  const unsigned width = memory_.pointer_size();
  const Address interface(memory_.read_integer(interfaces_ + std::uint64_t{number} * width, width));
  set(interface, *layouts.interface.activate_count.present, 1);
}

Address FakeUcx::new_endpoint() {
  const Address endpoint = memory_.allocate(layouts.endpoint.byte_size);
  set(endpoint, layouts.endpoint.worker, worker.value());
  return endpoint;
}

Address FakeUcx::new_datatype(Address library_datatype) {
  const Address generic = memory_.allocate(layouts.generic_datatype.byte_size);
  set(generic, layouts.generic_datatype.context, library_datatype.value());
  return generic;
}

Address FakeUcx::new_request(Address at) {
  if (!at.is_null()) return at;
  element = elements_ + used_++ * pitch_;
  set(pool(), layouts.pool.freelist, memory_.read_integer(element, memory_.pointer_size()));
  memory_.write_pointer(element, pool());
  return element + memory_.pointer_size();
}

Address FakeUcx::wildcard() const {
  return tag_match() + layouts.tag_match.wildcard.offset + layouts.request_queue.queue.offset;
}

Address FakeUcx::bucket_of(std::uint64_t tag) const {
  const std::uint64_t bucket = (tag & 0xffffffff) % 1021 ^ (tag >> 32) % 1021;
  return hash + bucket * layouts.request_queue.byte_size + layouts.request_queue.queue.offset;
}

Address FakeUcx::link_of(Address descriptor) const {
  return descriptor + layouts.descriptor.tag_list.offset + layouts.list_link.byte_size;
}

void FakeUcx::set_payload(Address iterator, std::uint64_t bytes, std::uint64_t done, Address buffer, Address datatype) {
  const auto &l = layouts;
  set(iterator, l.contiguous_iterator.length, bytes);
  set(iterator, l.contiguous_iterator.offset, done);
  if (datatype.is_null()) {
    set(iterator, l.contiguous_iterator.buffer, buffer.value());
    return;
  }
  set(iterator, l.contiguous_iterator.dt_class, constants::datatype_generic);
  set(iterator, l.generic_iterator.buffer, buffer.value());
  set(iterator, l.generic_iterator.dt_gen, datatype.value());
}

Address FakeUcx::new_receive(const Receive &receive) {
  const auto &l = layouts.receive_request;
  const Address request = new_request(receive.at);
  set(request, layouts.request.flags, receive.flags);
  set(request, l.worker, worker.value());
  set(request, l.tag, receive.tag);
  set(request, l.tag_mask, receive.mask);
  set(request, l.sn, posted_++);
  set(tag_match(), layouts.tag_match.sn, posted_);
  set(request, l.buffer, receive.buffer.value());
  set(request, l.length, receive.bytes);
  set(request, l.datatype,
      receive.datatype.is_null() ? 4u << 3 : receive.datatype.value() | constants::datatype_generic);
  if (l.iterator.present) {
    set_payload(request + l.iterator.present->offset, receive.bytes, 0, receive.buffer, receive.datatype);
  }
  return request;
}

// As UCX does it: the last element's link is left as it is.
void FakeUcx::append(Address queue, Address element) {
  const Address last(memory_.read_integer(queue + layouts.queue.ptail.offset, memory_.pointer_size()));
  if (last == queue) {
    set(queue, layouts.queue.head, element.value());
  } else {
    memory_.write_pointer(last, element);
  }
  set(queue, layouts.queue.ptail, element.value());
  memory_.write_pointer(element, Address(0xbadbad));
}

Address FakeUcx::post(const Receive &receive) {
  const Address request = new_receive(receive);
  append(receive.mask == ~std::uint64_t{0} ? bucket_of(receive.tag) : wildcard(), element_of(request));
  if ((receive.flags & constants::request_offloaded) == 0) {
    const Address count = tag_match() + layouts.tag_match.sw_all_count.offset;
    memory_.write_integer(count, memory_.read_integer(count, 4) + 1, 4);
  }
  return request;
}

Address FakeUcx::match(const Receive &receive, std::uint64_t message_tag, std::uint64_t bytes) {
  const Address request = new_receive(receive);
  const Address info = request + layouts.matched_receive.info.offset;
  set(info, layouts.received.sender_tag, message_tag);
  set(info, layouts.received.length, bytes);
  return request;
}

Address FakeUcx::match_first(const Receive &receive, std::uint64_t message_tag, std::uint64_t bytes,
                             std::uint64_t done) {
  const auto &l = layouts;
  const Address request = match(receive, message_tag, bytes);
  set(request, l.matched_receive.remaining, bytes - done);
  const Address table = tag_match() + l.tag_match.frag_hash.offset;
  if (fragmented_ == 0) {
    const Address flags = memory_.allocate(fragment_buckets / 4);
    for (std::uint64_t word = 0; word < fragment_buckets / 16; ++word) {
      memory_.write_integer(flags + word * 4, 0xaaaaaaaa, 4);  // all empty
    }
    set(table, l.fragment_hash.n_buckets, fragment_buckets);
    set(table, l.fragment_hash.flags, flags.value());
    set(table, l.fragment_hash.keys, memory_.allocate(fragment_buckets * 8).value());
    set(table, l.fragment_hash.vals, memory_.allocate(fragment_buckets * l.queue.byte_size).value());
  }
  const std::uint64_t bucket = 3 + 7 * fragmented_++;
  set(table, l.fragment_hash.size, fragmented_);
  const Address flags(memory_.read_integer(table + l.fragment_hash.flags.offset, memory_.pointer_size()));
  const Address word = flags + bucket / 16 * 4;
  memory_.write_integer(word, memory_.read_integer(word, 4) & ~(std::uint64_t{3} << bucket % 16 * 2), 4);
  const Address values(memory_.read_integer(table + l.fragment_hash.vals.offset, memory_.pointer_size()));
  set(values + bucket * l.queue.byte_size, l.queue.head, request.value());
  return request;
}

Address FakeUcx::new_send(const Send &send) {
  const auto &l = layouts.send_request;
  const Address request = new_request(send.at);
  set(request, l.ep, send.endpoint.value());
  set(request, l.tag, send.tag);
  if (send.by_protocol) {
    set(request, layouts.request.flags, 0x44);
    const Address protocol = memory_.allocate(layouts.protocol.byte_size);
    memory_.write_integer(protocol + layouts.protocol.select_param.offset, send.synchronous ? 0x21 : 0x20, 1);
    set(request, l.proto_config, protocol.value());
    set_payload(request + l.iterator.offset, send.bytes, 0, send.buffer, send.datatype);
    return request;
  }
  set(request, layouts.request.flags, send.flags | (send.synchronous ? constants::request_synchronous : 0));
  set(request, l.buffer, send.buffer.value());
  set(request, l.length, send.bytes);
  set(request, l.datatype, send.datatype.is_null() ? 4u << 3 : send.datatype.value() | constants::datatype_generic);
  return request;
}

Address FakeUcx::new_message(const Message &message) {
  const auto &l = layouts;
  const bool first = message.kind == Message::eager_first || message.kind == Message::synchronous_first;
  const bool synchronous = message.kind == Message::synchronous || message.kind == Message::synchronous_first;
  const std::uint32_t headers[] = {l.tag_header.byte_size, l.eager_first_header.byte_size,
                                   l.eager_sync_header.byte_size, l.eager_sync_first_header.byte_size,
                                   l.rendezvous_header.byte_size};
  const std::uint32_t header_bytes = headers[message.kind];
  const bool rendezvous = message.kind == Message::rendezvous;
  const std::uint64_t data_bytes = rendezvous ? 0 : first ? message.bytes / 2 : message.bytes;
  const Address descriptor = memory_.allocate(l.descriptor.byte_size + header_bytes + data_bytes + 8);
  const Address header = descriptor + l.descriptor.byte_size;
  set(descriptor, l.descriptor.length, header_bytes + data_bytes);
  set(descriptor, l.descriptor.payload_offset, header_bytes);
  std::uint16_t flags = rendezvous ? constants::descriptor_rendezvous : constants::descriptor_eager;
  if (!rendezvous && !first) flags |= constants::descriptor_eager_only;
  if (synchronous) flags |= constants::descriptor_eager_sync;
  set(descriptor, l.descriptor.flags, flags);
  set(header, l.tag_header.tag, message.tag);
  if (first) set(header, l.eager_first_header.total_len, message.bytes);
  if (rendezvous) set(header, l.rendezvous_header.size, message.bytes);
  const std::uint32_t sender = rendezvous ? l.rendezvous_header.sreq.offset
                               : first    ? l.eager_sync_first_header.req.offset
                                          : l.eager_sync_header.req.offset;
  if (rendezvous || synchronous) set(header + sender, l.request_header.req_id, message.sender_request.value());
  return descriptor;
}

Address FakeUcx::arrive(const Message &message) {
  const Address descriptor = new_message(message);
  const Address head = tag_match() + layouts.tag_match.unexpected.offset, link = link_of(descriptor);
  const Address last(memory_.read_integer(head + layouts.list_link.prev.offset, memory_.pointer_size()));
  set(link, layouts.list_link.prev, last.value());
  set(link, layouts.list_link.next, head.value());
  set(last, layouts.list_link.next, link.value());
  set(head, layouts.list_link.prev, link.value());
  return descriptor;
}

}  // namespace fakes
