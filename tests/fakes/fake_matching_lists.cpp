#include "tests/fakes/fake_matching_lists.h"

#include "mpidbg/layout/mpich/p2p/constants.h"

namespace fakes {

using namespace mpidbg::layout::mpich;
using mpidbg::model::mpich::ObjectKind;

namespace {

constexpr unsigned matched_probe = 11;  // MPIR_REQUEST_KIND__MPROBE of 4.0

}  // namespace

FakeMatchingLists::FakeMatchingLists(FakeMpich &process) : mpich(process) {
  const auto &layouts = mpich.layouts;
  const auto known = mpich.host.symbols.find("MPIDI_global");
  const bool has_ucx = known != mpich.host.symbols.end();
  global = has_ucx ? known->second : mpich.memory.allocate(layouts.global.byte_size);
  mpich.set(global, *layouts.global.n_vcis.present, 1);
  mpich.set(global + layouts.global.avt_mgr.offset, layouts.address_manager.n_avts, 1);
  mpich.set(mpich.process, *layouts.process.local_size.present, 3);
  const Address transport = mpich.memory.allocate(layouts.shared_transport.byte_size);
  shared_queue = mpich.memory.allocate(layouts.shared_queue.byte_size);
  mpich.set(transport, layouts.shared_transport.my_terminal, shared_queue.value());
  mpich.host.symbols["MPIDI_global"] = global;
  mpich.host.symbols["MPIDI_POSIX_eager_iqueue_global"] = transport;
  if (!has_ucx) mpich.host.symbols["MPII_Version_device"] = mpich.memory.new_string("ch4:ofi");
}

Address FakeMatchingLists::interface(std::uint32_t number) const {
  const auto &layouts = mpich.layouts;
  return global + layouts.global.per_vci.present->offset + std::uint64_t{number} * layouts.interface.byte_size;
}

Address FakeMatchingLists::device(Address request) const {
  return request + mpich.layouts.request.dev.offset;
}

Address FakeMatchingLists::message(Address request) const {
  return device(request) + mpich.layouts.device_request.ch4.offset;
}

std::uint64_t FakeMatchingLists::handle(Address request) const {
  return mpich.pool(ObjectKind::request).handle(request);
}

Address FakeMatchingLists::make(unsigned kind, const Envelope &envelope) {
  const auto &layouts = mpich.layouts;
  const Address request = mpich.add_request(kind);
  mpich.set(request, layouts.object.ref_count, 2);
  mpich.set(request, layouts.request.comm, envelope.communicator.value());
  mpich.set(device(request), *layouts.device_request.is_local.present, 1);
  const Address state = mpich.memory.allocate(layouts.active_message_state.byte_size);
  mpich.set(state, layouts.active_message_state.status, envelope.flags);
  mpich.set(state + layouts.active_message_state.rreq.offset, layouts.receive_state.peer_req_ptr,
            envelope.sender.value());
  const Address own = message(request);
  mpich.set(own, layouts.active_message.req, state.value());
  mpich.set(own, layouts.active_message.buffer, envelope.buffer.value());
  mpich.set(own, layouts.active_message.count, static_cast<std::uint64_t>(envelope.count));
  mpich.set(own, layouts.active_message.datatype, envelope.datatype);
  if (layouts.active_message.source.present) {
    mpich.set(own, layouts.active_message.source, static_cast<std::uint32_t>(envelope.source));
    mpich.set(own, layouts.active_message.tag, static_cast<std::uint32_t>(envelope.tag));
  } else {
    mpich.note_in_status(request, envelope.source, envelope.tag);
  }
  mpich.memory.write_integer(own + layouts.active_message.context_id.offset, envelope.context, 2);
  return request;
}

void FakeMatchingLists::append(const mpidbg::layout::Slot<Address> &head, Address request) {
  const auto &layout = mpich.layouts.request;
  const Address first(mpich.get(interface(0), head));
  mpich.set(request, *layout.next.present, 0);
  if (first.is_null()) {
    mpich.set(interface(0), head, request.value());
    mpich.set(request, *layout.prev.present, request.value());
    return;
  }
  const Address last(mpich.get(first, *layout.prev.present));
  mpich.set(last, *layout.next.present, request.value());
  mpich.set(request, *layout.prev.present, last.value());
  mpich.set(first, *layout.prev.present, request.value());
}

Address FakeMatchingLists::post(const Envelope &envelope) {
  const Address request = make(request_receive, envelope);
  append(mpich.layouts.interface.posted_list, request);
  return request;
}

Address FakeMatchingLists::arrive(const Envelope &envelope) {
  Envelope arrived = envelope;
  arrived.flags |= active_message_unexpected;
  const Address request = make(request_receive, arrived);
  append(mpich.layouts.interface.unexp_list, request);
  return request;
}

Address FakeMatchingLists::receive(const Envelope &matched) {
  Envelope in_progress = matched;
  in_progress.flags |= active_message_in_progress;
  return make(request_receive, in_progress);
}

Address FakeMatchingLists::matched_message(const Envelope &envelope) {
  Envelope arrived = envelope;
  arrived.flags |= active_message_unexpected;
  return make(matched_probe, arrived);
}

Address FakeMatchingLists::send(Address communicator) {
  Envelope stale;
  stale.source = 77;  // what another request left
  stale.communicator = communicator;
  return make(request_send, stale);
}

Address FakeMatchingLists::add_twin(Address receive, Address communicator) {
  Envelope envelope;
  envelope.communicator = communicator;
  const Address twin = make(request_receive, envelope);
  make_twin(receive, twin);
  return twin;
}

void FakeMatchingLists::make_twin(Address receive, Address twin) {
  const auto &layout = *mpich.layouts.device_request.anysource_partner_request.present;
  mpich.set(device(twin), *mpich.layouts.device_request.is_local.present, 0);
  mpich.set(device(twin), layout, receive.value());
  mpich.set(device(receive), layout, twin.value());
}

}  // namespace fakes
