#include "tests/fakes/fake_requests.h"

namespace fakes {

FakeRequests::FakeRequests(FakeOpenMpi &mpi) : table(mpi, "ompi_request_f_to_c_table"), mpi_(mpi) {
  const auto &l = mpi.layouts;
  for (Address *predefined : {&null, &empty}) {
    *predefined = mpi.new_object("ompi_request_t", l.request.byte_size);
    set_common(*predefined, 5, predefined == &null ? 1 : 2, true);
    mpi.set(*predefined, l.request.req_f_to_c_index, table.add(*predefined));
  }
  set_status(empty, -2, -1, 0);
  component_ = mpi.memory.allocate(l.nbc_component.byte_size);
  mpi.make_pool(component_ + l.nbc_component.requests.offset, "ompi_coll_libnbc_request_t", l.nbc_request.byte_size);
  mpi.host.symbols["mca_coll_libnbc_component"] = component_;
  file_list_ = mpi.memory.allocate(l.list.byte_size);
  mpi.write_list(file_list_, {});
  mpi.host.symbols["mca_common_ompio_pending_requests"] = file_list_;
  for (const char *name : {"ompi_grequest_t", "ompi_request_t", "ompi_comm_request_t", "ompi_osc_rdma_request_t"}) {
    mpi.host.symbols[std::string(name) + "_class"] = mpi.class_of(name);
  }
}

void FakeRequests::set_common(Address request, int type, int state, bool complete) {
  const auto &r = mpi_.layouts.request;
  mpi_.set(request, r.req_type, static_cast<std::uint64_t>(type));
  mpi_.set(request, r.req_state, static_cast<std::uint64_t>(state));
  mpi_.set(request, r.req_complete, Address(complete ? 1 : 0));
  mpi_.set(request, r.req_f_to_c_index, static_cast<std::uint32_t>(-32766));
}

void FakeRequests::set_status(Address request, int source, int tag, std::uint64_t bytes, bool cancelled) {
  const auto &s = mpi_.layouts.status;
  const Address status = request + mpi_.layouts.request.req_status.offset;
  mpi_.set(status, s.MPI_SOURCE, static_cast<std::uint32_t>(source));
  mpi_.set(status, s.MPI_TAG, static_cast<std::uint32_t>(tag));
  mpi_.set(status, s._cancelled, cancelled ? 1 : 0);
  mpi_.set(status, s._ucount, bytes);
}

Address FakeRequests::new_generalized(Address query, Address free, Address cancel, Address state) {
  const auto &g = mpi_.layouts.generalized_request;
  const Address request = mpi_.new_object("ompi_grequest_t", g.byte_size);
  set_common(request, 2, 2, false);
  mpi_.set(request, mpi_.layouts.object.obj_reference_count, 2);
  mpi_.set(request, g.greq_query, query);
  mpi_.set(request, g.greq_free, free);
  mpi_.set(request, g.greq_cancel, cancel);
  mpi_.set(request, g.greq_state, state);
  mpi_.set(request, g.greq_funcs_are_c, 1);
  return request;
}

Address FakeRequests::new_noop() {
  const Address request = mpi_.new_object("ompi_request_t", mpi_.layouts.request.byte_size);
  set_common(request, 6, 1, true);
  mpi_.set(request, mpi_.layouts.request.req_persistent, 1);
  return request;
}

Address FakeRequests::new_collective(const Collective &collective, const std::vector<std::uint8_t> &schedule) {
  const auto &l = mpi_.layouts;
  const Address request = mpi_.new_pooled(component_ + l.nbc_component.requests.offset, "ompi_coll_libnbc_request_t",
                                          l.nbc_request.byte_size);
  set_common(request, 4, collective.state, collective.complete);
  mpi_.set(request, l.request.req_persistent, collective.persistent ? 1 : 0);
  mpi_.set(request, l.nbc_request.comm, collective.communicator);
  mpi_.set(request, l.nbc_request.tag, static_cast<std::uint32_t>(collective.tag));
  mpi_.set(request, l.nbc_request.row_offset, collective.row_offset);
  mpi_.set(request, l.nbc_request.nbc_complete, collective.complete ? 1 : 0);
  mpi_.set(request, l.nbc_request.tmpbuf, collective.temporary);
  mpi_.set(request, l.nbc_request.req_count, collective.parts.size());
  const unsigned width = mpi_.memory.pointer_size();
  const Address parts = mpi_.memory.allocate((collective.parts.size() + 1) * width);
  for (std::size_t i = 0; i < collective.parts.size(); ++i) {
    mpi_.memory.write_pointer(parts + i * width, collective.parts[i]);
  }
  mpi_.set(request, l.nbc_request.req_array, parts);
  if (schedule.empty()) return request;
  const Address data = mpi_.memory.allocate(schedule.size());
  mpi_.memory.write(data, schedule.data(), schedule.size());
  const Address object = mpi_.new_object("NBC_Schedule", l.nbc_schedule.byte_size);
  mpi_.set(object, l.nbc_schedule.size, schedule.size());
  mpi_.set(object, l.nbc_schedule.data, data);
  mpi_.set(request, l.nbc_request.schedule, object);
  return request;
}

Address FakeRequests::new_file_request(int type, bool complete, Address ompi_file) {
  const auto &l = mpi_.layouts;
  const Address request = mpi_.new_object("mca_ompio_request_t", l.file_request.byte_size);
  set_common(request, 1, 2, complete);
  mpi_.set(request, l.file_request.req_type, static_cast<std::uint64_t>(type));
  if (!ompi_file.is_null()) {
    const Address ompio = mpi_.memory.allocate(l.ompio_file.byte_size);
    mpi_.set(ompio, l.ompio_file.f_fh, ompi_file);
    const Address data = mpi_.memory.allocate(l.posix_request_data.byte_size);
    mpi_.set(data, l.posix_request_data.aio_fh, ompio);
    mpi_.set(data, l.posix_request_data.aio_total_len, 24);
    mpi_.set(request, l.file_request.req_data, data);
    mpi_.set(request, l.file_request.req_progress_fn, Address(0x4444));
  }
  file_items_.push_back(request + l.file_request.req_item.offset);
  mpi_.write_list(file_list_, file_items_);
  return request;
}

Address FakeRequests::new_rdma_request(int type, Address window, int target) {
  const auto &l = mpi_.layouts;
  const Address request = mpi_.new_object("ompi_osc_rdma_request_t", l.rdma_request.byte_size);
  set_common(request, 3, 2, false);
  const Address peer = mpi_.new_object("ompi_osc_rdma_peer_t", l.osc_rdma_peer.byte_size);
  mpi_.set(peer, l.osc_rdma_peer.rank, static_cast<std::uint64_t>(target));
  mpi_.set(request, l.rdma_request.peer, peer);
  mpi_.set(request, l.rdma_request.type, static_cast<std::uint64_t>(type));
  mpi_.set(request, l.request.req_mpi_object, window);
  return request;
}

void FakeSchedule::begin_round() {
  round_ = bytes_.size();
  operations_ = 0;
  bytes_.insert(bytes_.end(), 4, 0);
}

template <class Layout, class Fill>
FakeSchedule &FakeSchedule::add(const Layout &layout, int type, Fill &&fill) {
  const Address scratch = mpi_.memory.allocate(layout.byte_size);
  mpi_.set(scratch, layout.type, static_cast<std::uint64_t>(type));
  fill(scratch);
  const std::size_t at = bytes_.size();
  bytes_.resize(at + layout.byte_size);
  mpi_.memory.read(scratch, bytes_.data() + at, layout.byte_size);
  mpidbg::encode_unsigned(std::as_writable_bytes(std::span(bytes_)).subspan(round_, 4),
                          static_cast<std::uint64_t>(++operations_), mpi_.memory.byte_order());
  return *this;
}

FakeSchedule &FakeSchedule::send(int peer, std::uint64_t count, Address buffer, bool temporary, bool local) {
  const auto &l = mpi_.layouts.nbc_send;
  return add(l, 0, [&](Address at) {
    mpi_.set(at, l.count, count), mpi_.set(at, l.buf, buffer), mpi_.set(at, l.datatype, mpi_.mpi_int);
    mpi_.set(at, l.dest, static_cast<std::uint64_t>(peer)), mpi_.set(at, l.tmpbuf, temporary ? 1 : 0);
    mpi_.set(at, l.local, local ? 1 : 0);
  });
}

FakeSchedule &FakeSchedule::receive(int peer, std::uint64_t count, Address buffer) {
  const auto &l = mpi_.layouts.nbc_receive;
  return add(l, 1, [&](Address at) {
    mpi_.set(at, l.count, count), mpi_.set(at, l.buf, buffer), mpi_.set(at, l.datatype, mpi_.mpi_int);
    mpi_.set(at, l.source, static_cast<std::uint64_t>(peer));
  });
}

FakeSchedule &FakeSchedule::reduce(Address op, std::uint64_t count, Address source, Address target) {
  const auto &l = mpi_.layouts.nbc_op;
  return add(l, 2, [&](Address at) {
    mpi_.set(at, l.buf1, source), mpi_.set(at, l.buf2, target), mpi_.set(at, l.op, op);
    mpi_.set(at, l.datatype, mpi_.mpi_int), mpi_.set(at, l.count, count);
  });
}

FakeSchedule &FakeSchedule::copy(std::uint64_t count, Address source, Address target) {
  const auto &l = mpi_.layouts.nbc_copy;
  return add(l, 3, [&](Address at) {
    mpi_.set(at, l.srccount, count), mpi_.set(at, l.tgtcount, count);
    mpi_.set(at, l.src, source), mpi_.set(at, l.tgt, target);
    mpi_.set(at, l.srctype, mpi_.mpi_int), mpi_.set(at, l.tgttype, mpi_.mpi_int);
  });
}

FakeSchedule &FakeSchedule::unpack(std::uint64_t count, Address source, Address target) {
  const auto &l = mpi_.layouts.nbc_unpack;
  return add(l, 4, [&](Address at) {
    mpi_.set(at, l.count, count), mpi_.set(at, l.inbuf, source), mpi_.set(at, l.outbuf, target);
    mpi_.set(at, l.datatype, mpi_.mpi_int);
  });
}

FakeSchedule &FakeSchedule::next_round() {
  bytes_.push_back(1);
  begin_round();
  return *this;
}

std::vector<std::uint8_t> FakeSchedule::end() {
  bytes_.push_back(0);
  return bytes_;
}

FakeMessages::FakeMessages(FakeOpenMpi &mpi) : table(mpi, "ompi_message_f_to_c_table"), mpi_(mpi) {
  null = mpi.memory.allocate(mpi.layouts.message.byte_size);  // never made an object
  no_proc = mpi.new_object("ompi_message_t", mpi.layouts.message.byte_size);
  table.add(null);
  table.add(no_proc);
  pool_ = mpi.new_pool("ompi_message_t", mpi.layouts.message.byte_size);
  mpi.host.symbols["ompi_message_free_list"] = pool_;
}

Address FakeMessages::add(const FakeOpenMpi::Message &message, int probe) {
  const auto &m = mpi_.layouts.message;
  const Address record = mpi_.new_pooled(pool_, "ompi_message_t", m.byte_size);
  const Address request = mpi_.new_receive({.communicator = message.communicator,
                                            .peer = message.source,
                                            .tag = message.tag,
                                            .count = 0,
                                            .buffer = mpi_.new_message(message),
                                            .complete = 1,
                                            .type = probe});
  mpi_.set(record, m.m_f_to_c_index, static_cast<std::uint32_t>(-32766));
  mpi_.set(record, m.comm, message.communicator);
  mpi_.set(record, m.req_ptr, request);
  mpi_.set(record, m.peer, static_cast<std::uint32_t>(message.source));
  mpi_.set(record, m.count, message.bytes);
  return record;
}

void FakeMessages::release(Address message) {
  mpi_.set(message, mpi_.layouts.list_item.opal_list_next, pool_);  // the end of the stack of free ones
}

}  // namespace fakes
