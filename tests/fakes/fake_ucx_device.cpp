#include "tests/fakes/fake_ucx_device.h"

namespace fakes {

namespace {

constexpr std::uint32_t mpi_int = 0x4c000405;
constexpr unsigned kind_send = 1, kind_receive = 2, kind_persistent_send = 3, kind_persistent_receive = 4,
                   kind_partitioned_send = 6, kind_partitioned_receive = 7, kind_partitioned = 8,
                   kind_matched_message = 11;

}  // namespace

FakeUcxDevice::FakeUcxDevice(FakeMpich &mpich, bool named, FakeUcx::Shape shape)
    : ucx(mpich.memory, mpich.host, mpich.memory.pointer_size(), shape), mpich_(mpich) {
  const auto &l = mpich.layouts;
  constexpr std::uint64_t page = 4096;
  global = mpich.static_data + 56 * page;
  const Address all = mpich.static_data + 57 * page;
  manager = all + l.global.avt_mgr.offset;
  if (named) {
    mpich.host.symbols["MPIDI_UCX_global"] = global;
    mpich.host.symbols["MPIDI_global"] = all;
    mpich.set(global, l.ucx_global.context, ucx.context.value());
    mpich.set(global + l.ucx_global.ctx.offset, l.ucx_interface.worker, ucx.worker.value());
    mpich.set(global, *l.ucx_global.num_vnis.present, 1);
  } else {
    // As the real struct has them: one beside the other.
    mpich.memory.write_pointer(global, ucx.context);
    mpich.memory.write_pointer(global + mpich.memory.pointer_size(), ucx.worker);
  }

  constexpr std::uint32_t processes = 3;
  const std::uint64_t stride = l.address_entry.byte_size;
  table = mpich.memory.allocate(l.address_table.byte_size + processes * stride);
  mpich.set(table, l.address_table.size, processes);
  for (std::uint32_t rank = 0; rank < processes; ++rank) {
    endpoints_.push_back(ucx.new_endpoint());
    const Address entry = table + l.address_table.table.offset + rank * stride;
    mpich.memory.write_pointer(entry + l.address_entry.ucx.offset, endpoints_.back());
  }
  mpich.set(manager, l.address_manager.n_avts, 1);
  mpich.set(manager, l.address_manager.av_table0, table.value());
}

Address FakeUcxDevice::device_of(Address request) const {
  return request + mpich_.layouts.request.dev.offset + mpich_.layouts.device_request.ch4.offset;
}

Address FakeUcxDevice::make_receive(Address request) {
  const Address object = mpich_.add_request(kind_receive);
  mpich_.set(object, mpich_.layouts.object.ref_count, 2);
  ucx.set(request, ucx.layouts.request.user_data, object.value());
  mpich_.set(device_of(object), mpich_.layouts.ucx_request.message_handler,
             (request + ucx.layouts.request.byte_size).value());
  return object;
}

Address FakeUcxDevice::send(const FakeUcx::Send &send) {
  const Address object = mpich_.add_request(kind_send), request = ucx.new_send(send);
  mpich_.set(object, mpich_.layouts.object.ref_count, 2);
  const Address behind = request + ucx.layouts.request.byte_size;
  mpich_.memory.write_pointer(behind, object);
  mpich_.set(device_of(object), mpich_.layouts.ucx_request.message_handler, behind.value());
  return object;
}

Address FakeUcxDevice::matched_message(const FakeUcx::Message &message) {
  const Address object = mpich_.add_request(kind_matched_message);
  mpich_.set(device_of(object), mpich_.layouts.ucx_request.message_handler, ucx.new_message(message).value());
  return object;
}

void FakeUcxDevice::set_communicator(Address request, Address communicator) {
  mpich_.set(request, mpich_.layouts.request.comm, communicator.value());
  if (communicator.is_null()) return;
  const auto &count = mpich_.layouts.object.ref_count;
  mpich_.set(communicator, count, mpich_.memory.read_integer(communicator + count.offset, 4) + 1);
}

Address FakeUcxDevice::persistent(const Persistent &request) {
  const auto &l = mpich_.layouts;
  const Address object = mpich_.add_request(request.is_send ? kind_persistent_send : kind_persistent_receive, true);
  mpich_.set(object, l.object.ref_count, 1);
  set_communicator(object, request.communicator);
  mpich_.set(object, l.request.u, request.started.value());
  if (!request.started.is_null()) {
    mpich_.set(object, l.request.cc_ptr, (request.started + l.request.cc.offset).value());
  }
  const Address arguments = device_of(object);
  const auto &p = l.persistent_request;
  mpich_.set(arguments, p.p_type, request.type);
  mpich_.set(arguments, p.buffer, 0x4321);
  mpich_.set(arguments, p.count, request.count);
  mpich_.set(arguments, p.rank, static_cast<std::uint32_t>(request.peer));
  mpich_.set(arguments, p.tag, static_cast<std::uint32_t>(request.tag));
  mpich_.set(arguments, p.datatype, mpi_int);
  const auto &context = l.communicator.context_id;
  mpich_.set(arguments, *p.context_id.present,
             mpich_.memory.read_integer(request.communicator + context.offset, context.width));
  return object;
}

Address FakeUcxDevice::own(const Own &request) {
  const auto &l = mpich_.layouts;
  const Address object = mpich_.add_request(request.is_send ? kind_send : kind_receive);
  mpich_.set(object, l.object.ref_count, 1);
  set_communicator(object, request.communicator);
  const Address arguments = device_of(object);
  mpich_.set(arguments, l.self_request.buf, 0x8765);
  mpich_.set(arguments, l.self_request.count, request.count);
  mpich_.set(arguments, l.self_request.datatype, mpi_int);
  mpich_.set(arguments, l.self_request.tag, static_cast<std::uint32_t>(request.tag));
  return object;
}

Address FakeUcxDevice::partitioned(const Partitioned &request) {
  const auto &l = mpich_.layouts;
  const Address object =
      mpich_.add_request(request.is_send ? kind_partitioned_send : kind_partitioned_receive, request.complete);
  set_communicator(object, request.communicator);
  const Address state = object + l.request.part.offset;
  mpich_.memory.write_integer(state, static_cast<std::uint32_t>(request.partitions), 4);
  mpich_.memory.write_integer(state + 4, request.active ? 1 : 0, 4);
  const Address arguments = device_of(object);
  const auto &p = l.partitioned_request;
  mpich_.set(arguments, p.buffer, 0x4321);
  mpich_.set(arguments, p.count, request.count);
  mpich_.set(arguments, p.datatype, mpi_int);
  const bool is_in_status = !request.is_send && !p.tag.present;
  if (is_in_status) {
    mpich_.note_in_status(object, request.peer, request.tag);
  } else {
    const std::uint32_t peer = request.is_send ? p.destination.offset : p.source.offset;
    mpich_.memory.write_integer(arguments + peer, static_cast<std::uint32_t>(request.peer), 4);
    if (!request.is_send) mpich_.set(arguments, p.tag, static_cast<std::uint32_t>(request.tag));
  }
  const Address match = arguments + p.am.offset;
  mpich_.set(match, l.partitioned_match.peer_req_ptr, request.other_side.value());
  mpich_.set(match, l.partitioned_match.missing, static_cast<std::uint32_t>(request.missing));
  return object;
}

Address FakeUcxDevice::carry(Address partitioned) {
  const auto &request = mpich_.layouts.request;
  const Address object = mpich_.add_request(kind_partitioned);
  const unsigned width = mpich_.memory.pointer_size();
  const auto copy = [&](std::uint32_t from, std::uint32_t to) {
    mpich_.memory.write_integer(object + to, mpich_.memory.read_integer(partitioned + from, width), width);
  };
  copy(request.comm.offset, request.comm.offset);
  copy(request.cc_ptr.offset, request.completion_notification.present->offset);
  return object;
}

Address FakeUcxDevice::take(Address send) {
  const Address object = mpich_.add_request(kind_matched_message);
  mpich_.set(object, mpich_.layouts.request.comm,
             mpich_.memory.read_integer(send + mpich_.layouts.request.comm.offset, mpich_.memory.pointer_size()));
  mpich_.set(device_of(object), mpich_.layouts.self_request.match_req, send.value());
  return object;
}

}  // namespace fakes
