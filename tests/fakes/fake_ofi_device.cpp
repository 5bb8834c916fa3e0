#include "tests/fakes/fake_ofi_device.h"

#include <stdexcept>

#include "mpidbg/layout/ofi/constants.h"
#include "tests/fakes/fake_layouts.h"

namespace fakes {

namespace {

constexpr unsigned send_over_ofi = 1, receive_over_ofi = 2, message_over_ofi = 11;  // kinds of requests
constexpr std::uint32_t context_bytes = 64;  // of what libfabric may use in a request

}  // namespace

FakeOfiDevice::FakeOfiDevice(FakeMpich &mpich, bool named)
    : lists(mpich), ofi(mpich.memory, mpich.host), mpich_(mpich) {
  const auto make = [&](auto &layout, const std::map<std::string, std::uint32_t> &embedded = {}) {
    lay_out(layout, mpich.memory.pointer_size(), 0, embedded, mpich.host.types[layout.type_name]);
  };
  make(layouts.context), make(layouts.capabilities), make(layouts.former_interface);
  make(layouts.global, {{"ctx", 2 * layouts.context.byte_size},
                        {"per_vni", 2 * layouts.former_interface.byte_size},
                        {"per_vci", 8},
                        {"settings", layouts.capabilities.byte_size}});
  mpich.host.types[layouts.global.type_name].fields.erase("per_vci");
  mpich.host.types[layouts.global.type_name].fields.erase("num_vcis");
  make(layouts.request, {{"context", 8}, {"util_id", 4}});
  make(layouts.acknowledgement, {{"context", 8}});
  // As far from the context as in a request.
  const std::uint32_t event =
      layouts.acknowledgement.context.offset + layouts.request.event_id.offset - layouts.request.context.offset;
  layouts.acknowledgement.event_id.offset = event;
  mpich.host.types[layouts.acknowledgement.type_name].fields["event_id"] = event;
  auto &entry = mpich.host.types["MPIDI_av_entry_t"];
  entry.fields["netmod.ofi"] = 0;
  entry.field_types["netmod.ofi"] = {sizeof(mpidbg_field_type_t), MPIDBG_FIELD_STRUCT, context_bytes};
  entry.size = context_bytes + 8;

  const auto &l = layouts;
  constexpr std::uint64_t page = 4096;
  global = mpich.static_data + 56 * page;
  mpich.host.symbols[named ? "MPIDI_OFI_global" : "MPI_UNWEIGHTED"] = named ? global : mpich.static_data;
  const unsigned p = mpich.memory.pointer_size();
  const Address domain(mpich.memory.read_integer(ofi.endpoint + ofi.layouts.endpoint.domain.offset, p));
  const Address vector = mpich.memory.allocate(ofi.layouts.identifier.byte_size);
  ofi.set(vector, ofi.layouts.identifier.fclass, mpidbg::layout::ofi::class_address_vector);
  const Address first = global + l.global.ctx.offset;
  mpich.set(first, l.context.domain, domain.value());
  mpich.set(first, l.context.av, vector.value());
  mpich.set(first, l.context.rx, ofi.endpoint.value());
  mpich.set(global, *l.global.num_vnis.present, 1);
  mpich.set(global, l.global.num_nics, 1);
  const Address settings = global + l.global.settings.offset;
  mpich.set(settings, l.capabilities.context_bits, 20);
  mpich.set(settings, l.capabilities.source_bits, 0);
  mpich.set(settings, l.capabilities.tag_bits, 31);

  constexpr std::uint32_t processes = 3;
  const auto &table_layout = mpich.layouts.address_table;
  const Address table = mpich.memory.allocate(table_layout.byte_size + processes * entry.size);
  mpich.set(table, table_layout.size, processes);
  for (std::uint32_t rank = 0; rank < processes; ++rank) {
    mpich.memory.write_integer(table + table_layout.table.offset + rank * entry.size, address(static_cast<int>(rank)),
                               8);
  }
  mpich.set(lists.global + mpich.layouts.global.avt_mgr.offset, mpich.layouts.address_manager.av_table0, table.value());
  mpich.set(mpich.process, *mpich.layouts.process.local_size.present, 2);
}

Address FakeOfiDevice::device_of(Address request) const {
  return lists.device(request) + mpich_.layouts.device_request.ch4.offset;
}

Address FakeOfiDevice::make(unsigned kind, std::int32_t event) {
  const Address request = mpich_.add_request(kind);
  mpich_.set(request, mpich_.layouts.object.ref_count, 2);
  mpich_.set(device_of(request), layouts.request.event_id, static_cast<std::uint32_t>(event));
  return request;
}

Address FakeOfiDevice::make_receive(const Receive &receive) {
  const Address request = make(receive_over_ofi, receive.event), device = device_of(request);
  mpich_.set(request, mpich_.layouts.request.comm, receive.communicator.value());
  const auto &l = layouts.request;
  mpich_.set(device, l.datatype, receive.datatype);
  mpich_.set(device, l.length, receive.bytes);
  mpich_.set(device, l.pack_buffer, receive.pack_buffer.value());
  mpich_.set(device, l.pack_count, receive.pack_count);
  mpich_.set(device, l.pack_datatype, receive.datatype);
  return request;
}

FakeOfi::Receive FakeOfiDevice::entry_of(Address request, const Receive &receive) const {
  FakeOfi::Receive entry;
  entry.tag = receive.tag;
  entry.ignore = receive.ignore;
  if (receive.source) entry.source = address(*receive.source);
  entry.bytes = receive.bytes;
  entry.context = device_of(request) + layouts.request.context.offset;
  return entry;
}

Address FakeOfiDevice::post(const Receive &receive) {
  const Address request = make_receive(receive);
  ofi.post(entry_of(request, receive));
  return request;
}

Address FakeOfiDevice::match(const Receive &receive, const FakeOfi::Message &message) {
  const Address request = make_receive(receive);
  ofi.match(ofi.new_receive(entry_of(request, receive)), ofi.new_message(message));
  return request;
}

Address FakeOfiDevice::send(const FakeOfi::Send &send, std::int32_t event, std::int32_t receiver) {
  const Address request = make(send_over_ofi, event);
  mpich_.set(device_of(request), layouts.request.datatype, 0x4c000405);
  mpich_.memory.write_integer(device_of(request) + layouts.request.util_id.offset, static_cast<std::uint32_t>(receiver),
                              4);
  FakeOfi::Send entry = send;
  entry.context = device_of(request) + layouts.request.context.offset;
  ofi.send(entry);
  return request;
}

Address FakeOfiDevice::synchronous_send(std::uint64_t match_bits, int world_rank) {
  const Address request = make(send_over_ofi, 1);
  mpich_.set(device_of(request), layouts.request.datatype, 0x4c000405);
  const auto &l = layouts.acknowledgement;
  const Address object = mpich_.memory.allocate(l.byte_size);
  mpich_.set(object, l.event_id, 15);
  mpich_.set(object, l.signal_req, request.value());
  FakeOfi::Receive entry;
  entry.tag = match_bits | acknowledgement << 51;
  entry.source = address(world_rank);
  entry.bytes = 0;
  entry.context = object + l.context.offset;
  ofi.post(entry);
  return request;
}

Address FakeOfiDevice::matched_message(Address communicator, std::int32_t source, std::int32_t tag, std::uint64_t bytes,
                                       Address record) {
  const Address request = make(message_over_ofi, 8);
  mpich_.memory.write_pointer(device_of(request) + layouts.request.context.offset, record);
  mpich_.set(request, mpich_.layouts.request.comm, communicator.value());
  mpich_.note_in_status(request, source, tag);
  mpich_.memory.write_integer(request + mpich_.layouts.request.status.offset, bytes, 4);
  return request;
}

}  // namespace fakes
