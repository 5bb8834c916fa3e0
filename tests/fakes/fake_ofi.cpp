#include "tests/fakes/fake_ofi.h"

#include "mpidbg/layout/ofi/constants.h"
#include "tests/fakes/fake_layouts.h"

namespace fakes {

namespace constants = mpidbg::layout::ofi;

namespace {

constexpr std::uint64_t regions = 2, elements_in_region = 8, packet_data = 16384;

}  // namespace

FakeOfi::FakeOfi(FakeMemory &memory, FakeHost &host) : memory_(memory) {
  lay_out(host);
  auto &l = layouts;
  const Address domain = new_domain("ofi_rxm");
  completions = new_completion_queue(domain);
  packet_completions = new_completion_queue(new_domain("tcp"));
  receive_pool = new_pool(packet_data + l.rxm_receive_buffer.byte_size);
  send_pool = new_pool(packet_data + l.rxm_send_buffer.byte_size);
  endpoint = memory.allocate(l.rxm_endpoint.byte_size);
  set(endpoint, l.identifier.fclass, constants::class_endpoint);
  set(endpoint, l.endpoint.domain, domain.value());
  set(endpoint, l.endpoint.rx_cq, completions.value());
  set(endpoint, l.endpoint.type, constants::endpoint_reliable_datagram);
  set(endpoint, l.rxm_endpoint.msg_cq, packet_completions.value());
  set(endpoint, l.rxm_endpoint.rx_pool, receive_pool.value());
  set(endpoint, l.rxm_endpoint.tx_pool, send_pool.value());
  make_empty(endpoint + l.rxm_endpoint.deferred_queue.offset);
  queue = endpoint + l.rxm_endpoint.trecv_queue.present->offset;
  set(queue, l.rxm_receive_queue.rxm_ep, endpoint.value());
  make_empty(receives());
  make_empty(messages());
}

void FakeOfi::lay_out(FakeHost &host) {
  auto &l = layouts;
  const unsigned p = memory_.pointer_size();
  const auto make = [&](auto &layout, std::uint32_t base = 0,
                        const std::map<std::string, std::uint32_t> &embedded = {}) {
    fakes::lay_out(layout, p, base, embedded, host.types[layout.type_name]);
    layout.origin = mpidbg::layout::LayoutOrigin::debug_information;
  };
  make(l.link), make(l.singly_linked), make(l.identifier), make(l.provider), make(l.completion_ring);
  const std::uint32_t link = l.link.byte_size, list = l.singly_linked.byte_size, base = l.identifier.byte_size;
  make(l.pool, 0, {{"free_list.entries", list}, {"free_list.regions", link}});
  make(l.pool_region, 0, {{"entry", link}, {"free_list", link}});
  make(l.pool_header, 0, {{"entry.dlist", link}});
  l.pool_header.entry.offset = 0;  // elements of a list start with the link
  host.types[l.pool_header.type_name].fields["entry.dlist"] = 0;
  make(l.dynamic_array, 0, {{"chunk", 8}}), make(l.index_map, 0, {{"chunk", 8}, {"count", 8}});
  make(l.fabric, base, {{"list_entry", link}, {"domain_list", link}});
  make(l.domain, base, {{"list_entry", link}});
  make(l.endpoint, base);
  make(l.completion_queue, base, {{"aux_queue", list}});
  make(l.rxm_receive_queue, 0, {{"recv_list", link}, {"unexp_msg_list", link}});
  make(l.rxm_endpoint, l.endpoint.byte_size,
       {{"conn_idx_map", l.index_map.byte_size},
        {"deferred_queue", link},
        {"trecv_queue", l.rxm_receive_queue.byte_size}});
  make(l.rxm_receive, 0, {{"entry", link}, {"rxm_iov.iov", 2 * p}});
  host.types[l.rxm_receive.type_name].field_types["rxm_iov.iov"].kind = MPIDBG_FIELD_ARRAY;
  make(l.rxm_packet);
  const std::uint32_t packet = l.rxm_packet.byte_size;
  make(l.rxm_receive_buffer, 0, {{"unexp_msg.entry", link}, {"pkt", packet}});
  make(l.rxm_send_buffer, 0, {{"pkt", packet}});
  make(l.rxm_connection, 0, {{"deferred_tx_queue", link}}), make(l.peer, 0, {{"addr", 28}});
  // The queues that came later.
  l.rxm_endpoint.srx.present.reset();
  l.rxm_receive_buffer.peer_entry.present.reset();
  host.types[l.rxm_endpoint.type_name].fields.erase("srx");
  host.types[l.rxm_receive_buffer.type_name].fields.erase("peer_entry");
}

Address FakeOfi::new_domain(const std::string &name) {
  const auto &l = layouts;
  const Address provider = memory_.allocate(l.provider.byte_size);
  set(provider, l.provider.name, memory_.new_string(name).value());
  const Address domain = memory_.allocate(l.domain.byte_size);
  set(domain, l.identifier.fclass, constants::class_domain);
  set(domain, l.domain.prov, provider.value());
  return domain;
}

Address FakeOfi::new_completion_queue(Address domain) {
  const auto &l = layouts;
  const Address made = memory_.allocate(l.completion_queue.byte_size);
  set(made, l.identifier.fclass, constants::class_completion_queue);
  set(made, l.completion_queue.domain, domain.value());
  set(made, l.completion_queue.cirq, memory_.allocate(l.completion_ring.byte_size).value());
  return made;
}

void FakeOfi::set_completions(Address completion_queue, std::uint64_t written, std::uint64_t read) {
  const auto &l = layouts;
  const unsigned p = memory_.pointer_size();
  const Address ring(memory_.read_integer(completion_queue + l.completion_queue.cirq.offset, p));
  set(ring, l.completion_ring.wcnt, written);
  set(ring, l.completion_ring.rcnt, read);
}

Address FakeOfi::new_hook(Address behind) {
  const auto &l = layouts;
  const Address hook = memory_.allocate(l.endpoint.byte_size);
  set(hook, l.identifier.fclass, constants::class_endpoint);
  set(hook, l.endpoint.domain, behind.value());
  return hook;
}

void FakeOfi::set_provider(const std::string &name) {
  set(endpoint, layouts.endpoint.domain, new_domain(name).value());
}

Address FakeOfi::new_pool(std::uint64_t element_bytes) {
  const auto &l = layouts;
  const unsigned p = memory_.pointer_size();
  const std::uint64_t header = l.pool_header.byte_size;
  const std::uint64_t pitch = (header + element_bytes + 63) / 64 * 64;
  const Address pool = memory_.allocate(l.pool.byte_size);
  set(pool, l.pool.entry_size, pitch);
  set(pool, l.pool.size, element_bytes);
  set(pool, l.pool.chunk_cnt, elements_in_region);
  set(pool, l.pool.region_cnt, regions);
  const Address table = memory_.allocate(regions * p);
  set(pool, l.pool.region_table, table.value());
  Address after;  // the list of free elements is made from its end
  const Address free = pool + l.pool.free_entries.offset;
  for (std::uint64_t i = regions; i-- > 0;) {
    const Address region = memory_.allocate(l.pool_region.byte_size);
    memory_.write_pointer(table + i * p, region);
    const Address first = memory_.allocate(elements_in_region * pitch) + header;
    set(region, l.pool_region.mem_region, first.value());
    set(region, l.pool_region.index, i);
    set(region, l.pool_region.pool, pool.value());
    for (std::uint64_t k = elements_in_region; k-- > 0;) {
      const Address element = first + k * pitch - header;
      set(element, l.pool_header.region, region.value());
      set(element, l.pool_header.index, i * elements_in_region + k);
      memory_.write_pointer(element, after);
      if (after.is_null()) set(free, l.singly_linked.tail, element.value());
      after = element;
    }
  }
  set(free, l.singly_linked.head, after.value());
  return pool;
}

Address FakeOfi::take(Address pool) {
  const auto &l = layouts;
  const unsigned p = memory_.pointer_size();
  const Address free = pool + l.pool.free_entries.offset;
  const Address header(memory_.read_integer(free + l.singly_linked.head.offset, p));
  set(free, l.singly_linked.head, memory_.read_integer(header, p));
  return header + l.pool_header.byte_size;
}

void FakeOfi::make_empty(Address head) {
  set(head, layouts.link.next, head.value());
  set(head, layouts.link.prev, head.value());
}

void FakeOfi::append(Address head, Address link) {
  const auto &l = layouts.link;
  const Address last(memory_.read_integer(head + l.prev.offset, memory_.pointer_size()));
  set(last, l.next, link.value());
  set(link, l.prev, last.value());
  set(link, l.next, head.value());
  set(head, l.prev, link.value());
}

Address FakeOfi::connection_to(std::uint64_t source) {
  const auto &l = layouts;
  Address &connection = connections_[source];
  if (!connection.is_null()) return connection;
  const Address peer = memory_.allocate(l.peer.byte_size);
  set(peer, l.peer.fi_addr, source);
  set(peer, l.peer.refcnt, 1);
  connection = memory_.allocate(l.rxm_connection.byte_size);
  set(connection, l.rxm_connection.peer, peer.value());
  set(connection, l.rxm_connection.ep, endpoint.value());
  return connection;
}

Address FakeOfi::new_receive(const Receive &receive) {
  const auto &l = layouts.rxm_receive;
  const Address entry = memory_.allocate(l.byte_size);
  memory_.write_pointer(entry + l.iov.offset, receive.buffer);
  set(entry, l.count, 1);
  set(entry, l.addr, receive.source.value_or(constants::any_address));
  set(entry, l.context, receive.context.value());
  set(entry, l.tag, receive.tag);
  set(entry, l.ignore, receive.ignore);
  set(entry, l.total_len, receive.bytes);
  set(entry, l.recv_queue, queue.value());
  return entry;
}

Address FakeOfi::post(const Receive &receive) {
  const Address entry = new_receive(receive);
  append(receives(), entry + layouts.rxm_receive.entry.offset);
  return entry;
}

void FakeOfi::set_packet(Address packet, std::uint64_t tag, std::uint64_t bytes, std::optional<std::uint64_t> data) {
  const auto &l = layouts.rxm_packet;
  set(packet, l.op, constants::operation_tagged);
  set(packet, l.tag, tag);
  set(packet, l.size, bytes);
  set(packet, l.flags, data ? constants::flag_remote_data : 0);
  set(packet, l.data, data.value_or(0));
}

Address FakeOfi::new_message(const Message &message) {
  const auto &l = layouts.rxm_receive_buffer;
  const Address buffer = take(receive_pool);
  set(buffer, l.state, constants::rxm_receiving);
  set(buffer, l.ep, endpoint.value());
  set(buffer, l.conn, connection_to(message.source).value());
  set(buffer, l.unexp_addr, message.source);
  set(buffer, l.unexp_tag, message.tag);
  const Address packet = buffer + l.pkt.offset;
  set_packet(packet, message.tag, message.bytes, message.data);
  const bool is_segment = message.kind == Kind::first_segment || message.kind == Kind::later_segment;
  set(packet, layouts.rxm_packet.type,
      is_segment                         ? constants::rxm_segment
      : message.kind == Kind::rendezvous ? constants::rxm_rendezvous
                                         : constants::rxm_eager);
  if (is_segment)
    set(packet, layouts.rxm_packet.ctrl_data,
        message.kind == Kind::first_segment ? constants::rxm_first_segment : constants::rxm_first_segment + 1);
  set(packet, layouts.rxm_packet.msg_id, message.number);
  return buffer;
}

Address FakeOfi::arrive(const Message &message) {
  const Address buffer = new_message(message);
  append(messages(), buffer + layouts.rxm_receive_buffer.unexp_entry.present->offset);
  return buffer;
}

void FakeOfi::match(Address receive, Address message) {
  set(message, layouts.rxm_receive_buffer.recv_entry, receive.value());
}

Address FakeOfi::send(const Send &send) {
  const auto &l = layouts.rxm_send_buffer;
  const Address buffer = take(send_pool);
  set(buffer, l.state, send.state);
  set(buffer, l.app_context, send.context.value());
  const Address packet = buffer + l.pkt.offset;
  set_packet(packet, send.tag, send.bytes, send.data);
  set(packet, layouts.rxm_packet.msg_id, send.number);
  return buffer;
}

}  // namespace fakes
