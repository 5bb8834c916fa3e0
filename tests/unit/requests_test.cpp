// Requests: rows HR* of the requirements, HC17, and rules Z*.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "tests/fakes/fake_errhandlers.h"
#include "tests/fakes/fake_requests.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using fakes::FakeRequests;
using fakes::FakeSchedule;
using mpidbg::Address;
using mpidbg::ByteOrder;
using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;
using Comm = Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>;

namespace {

// Runs a test in each kind of target, on rank 0 of 3, and sees to it that nothing stays allocated.
template <class Test>
void in_every_target(Test &&test) {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 3);
      FakeRequests requests(mpi);
      test(mpi, requests);
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

bool has(const Request &request, unsigned flags) {
  return (static_cast<unsigned>(request->req_bitflags) & flags) == flags;
}
bool lacks(const Request &request, unsigned flags) {
  return (static_cast<unsigned>(request->req_bitflags) & flags) == 0;
}

// A request of ob1, whose members are set one by one.
using Common = fakes::openmpi_layout::RequestLayout;
using Pml = fakes::openmpi_layout::PmlRequestLayout;
class Pooled {
 public:
  explicit Pooled(bool is_send, bool is_posted = false)
      : request(is_send ? mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = 4})
                        : mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = 4})),
        is_send_(is_send) {
    if (is_posted) mpi.post(request, {.communicator = mpi.world, .peer = 1, .tag = 4});
  }
  template <class T>
  Pooled &common(const fakes::Slot<T> Common::*slot, std::uint64_t value) {
    return write(mpi.layouts.request.*slot, value);
  }
  template <class T>
  Pooled &pml(const fakes::Slot<T> Pml::*slot, std::uint64_t value) {
    return write(mpi.layouts.pml_request.*slot, value);
  }
  // What the queue that it is in ends with, without the place.
  std::string problem() {
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    plugin.details(is_send_ ? MPIDBG_QUEUE_SENDS : MPIDBG_QUEUE_RECEIVES);
    if (plugin.last_code() == mqs_end_of_list) return {};
    const std::string said = plugin.detail(), begin = "ompi_request_t at ";
    return said.starts_with(begin) ? said.substr(said.find(' ', begin.size()) + 1) : said;
  }
  FakeOpenMpi mpi{8, ByteOrder::little, 0, 3};
  FakeRequests requests{mpi};
  Address request;

 private:
  template <class T>
  Pooled &write(const fakes::Slot<T> &slot, std::uint64_t value) {
    mpi.memory.write_integer(request + slot.offset, value, mpidbg::layout::slot_width<T>(8));
    return *this;
  }

  const bool is_send_;
};

}  // namespace

TEST_CASE("HR1 HR4 HR5 HR8 MPI_REQUEST_NULL, and the request of what is complete at once") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    HandleSession session(mpi.host);
    Request null(session, requests.null), empty(session, requests.empty);
    CHECK(null->req_bitflags == (MPIDBG_REQUEST_INFO_PREDEFINED | MPIDBG_REQUEST_INFO_REQUEST_NULL));
    CHECK(std::string(null->req_name) == "MPI_REQUEST_NULL");
    CHECK(null->req_type == MPIDBG_REQUEST_NULL);
    CHECK(null->req_state == MPIDBG_REQUEST_INACTIVE);
    CHECK(null->req_fortran_handle == 0);
    CHECK(null->req_c_handle == requests.null.value());
    CHECK(null->req_comm == 0);
    CHECK(has(empty, MPIDBG_REQUEST_INFO_PREDEFINED | MPIDBG_REQUEST_INFO_COMPLETE | MPIDBG_REQUEST_INFO_STATUS_KNOWN));
    CHECK(empty->req_type == MPIDBG_REQUEST_NOOP);
    CHECK(empty->req_state == MPIDBG_REQUEST_COMPLETE);
    CHECK(empty->req_fortran_handle == 1);
    CHECK(empty->req_status.status_source == -2);
    const auto names = session.names(MPIDBG_KIND_REQUEST);
    REQUIRE(names.size() == 1);
    CHECK(names[0] == std::pair<std::string, mqs_taddr_t>("MPI_REQUEST_NULL", requests.null.value()));
  });
}

TEST_CASE("HR3 HR5 HR6 HR11 HR12 a send: peer, tag, count, datatype, buffer, and the call that made it") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &) {
    const Address send =
        mpi.new_send({.communicator = mpi.world, .peer = 2, .tag = 7, .count = 100, .buffer = Address(0x7700)}, 0);
    HandleSession session(mpi.host);
    Request request(session, send);
    CHECK(request->req_c_handle == send.value());
    CHECK(request->req_fortran_handle == -1);
    CHECK(request->req_type == MPIDBG_REQUEST_POINT_TO_POINT);
    CHECK(request->req_state == MPIDBG_REQUEST_ACTIVE);
    CHECK(request->req_call == MPIDBG_CALL_ISSEND);
    CHECK(has(request, MPIDBG_REQUEST_INFO_CALL_INFERRED));  // MPI_Ssend leaves the same
    CHECK(request->req_send_mode == MPIDBG_REQUEST_MODE_SYNCHRONOUS);
    CHECK(request->req_comm == mpi.world.value());
    CHECK(request->req_peer_rank == 2);
    CHECK(request->req_peer_world_rank == 2);
    CHECK(has(request, MPIDBG_REQUEST_INFO_PEER_KNOWN));
    CHECK(request->req_peer_name.job == FakeOpenMpi::job);
    CHECK(request->req_peer_name.rank == 2);
    CHECK(request->req_tag == 7);
    CHECK(request->req_count == 100);
    CHECK(request->req_bytes == 400);
    CHECK(request->req_bytes_done == 0);
    CHECK(request->req_datatype == mpi.mpi_int.value());
    CHECK(std::string(request->req_datatype_name) == "MPI_INT");
    CHECK(request->req_buffer == 0x7700);
    CHECK(request->req_waiter == 0);
    CHECK(lacks(request, MPIDBG_REQUEST_INFO_COMPLETE | MPIDBG_REQUEST_INFO_INTERNAL | MPIDBG_REQUEST_INFO_PERSISTENT |
                             MPIDBG_REQUEST_INFO_STATUS_KNOWN | MPIDBG_REQUEST_INFO_ANY_TAG));
  });
}

TEST_CASE("HR6 the creating function, by direction, mode and persistence") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  // Modes as the library numbers them: synchronous, complete, buffered, ready, standard.
  constexpr mpidbg_request_call_t once[] = {MPIDBG_CALL_ISSEND, MPIDBG_CALL_ISEND, MPIDBG_CALL_IBSEND,
                                            MPIDBG_CALL_IRSEND, MPIDBG_CALL_ISEND, MPIDBG_CALL_UNKNOWN};
  constexpr mpidbg_request_call_t persistent[] = {MPIDBG_CALL_SSEND_INIT, MPIDBG_CALL_SEND_INIT, MPIDBG_CALL_BSEND_INIT,
                                                  MPIDBG_CALL_RSEND_INIT, MPIDBG_CALL_SEND_INIT, MPIDBG_CALL_UNKNOWN};
  FakeOpenMpi::Request plain{.communicator = mpi.world, .peer = 1, .tag = 1};
  FakeOpenMpi::Request inactive = plain;
  inactive.persistent = true;
  inactive.state = 1;
  for (int mode = 0; mode < 6; ++mode) {
    const Address send = mpi.new_send(plain, mode), init = mpi.new_send(inactive, mode);
    HandleSession session(mpi.host);
    CHECK(Request(session, send)->req_call == once[mode]);
    Request request(session, init);
    CHECK(request->req_call == persistent[mode]);
    CHECK(lacks(request, MPIDBG_REQUEST_INFO_CALL_INFERRED));
  }
  const Address receive = mpi.new_receive(plain), init = mpi.new_receive(inactive);
  HandleSession session(mpi.host);
  CHECK(Request(session, receive)->req_call == MPIDBG_CALL_IRECV);
  CHECK(Request(session, init)->req_call == MPIDBG_CALL_RECV_INIT);
}

TEST_CASE("HR2 persistent requests: inactive, started, complete") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    FakeOpenMpi::Request made{.communicator = mpi.world, .peer = 1, .tag = 3, .persistent = true, .state = 1};
    made.complete = 1;
    const Address inactive = mpi.new_receive(made);
    made.state = 2;
    made.complete = 0;
    const Address started = mpi.new_receive(made);
    made.complete = 1;
    const Address complete = mpi.new_receive(made);
    requests.set_status(complete, 1, 3, 4);
    HandleSession session(mpi.host);
    CHECK(Request(session, inactive)->req_state == MPIDBG_REQUEST_INACTIVE);
    CHECK(has(Request(session, inactive), MPIDBG_REQUEST_INFO_PERSISTENT));
    CHECK(lacks(Request(session, inactive), MPIDBG_REQUEST_INFO_COMPLETE));
    CHECK(Request(session, started)->req_state == MPIDBG_REQUEST_ACTIVE);
    CHECK(Request(session, complete)->req_state == MPIDBG_REQUEST_COMPLETE);
    CHECK(Request(session, complete)->req_status.status_bytes == 4);
  });
}

TEST_CASE("HR7 HR14 HR15 a receive: posted, matched, complete, cancelled") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const FakeOpenMpi::Request any{.communicator = mpi.world, .peer = -1, .tag = -1, .count = 8};
    const Address posted = mpi.new_receive(any), matched = mpi.new_receive(any), complete = mpi.new_receive(any),
                  cancelled = mpi.new_receive(any);
    const auto &l = mpi.layouts;
    mpi.set(matched, l.ob1_receive_request.req_match_received, 1);
    mpi.set(matched, l.ob1_receive_request.req_bytes_received, 8);
    mpi.set(matched, l.ob1_receive_request.req_bytes_expected, 32);  // that is the buffer's
    mpi.set(matched, l.pml_receive_request.req_bytes_packed, 20);
    requests.set_status(matched, 2, 77, 0);
    mpi.set(matched, l.request.req_complete, Address(0x7ffe1230));
    for (const Address done : {complete, cancelled}) {
      mpi.set(done, l.request.req_complete, Address(1));
      mpi.set(done, l.pml_request.req_pml_complete, 1);
    }
    requests.set_status(complete, 1, 5, 12);
    requests.set_status(cancelled, -1, -1, 0, true);

    HandleSession session(mpi.host);
    constexpr unsigned wild = MPIDBG_REQUEST_INFO_ANY_SOURCE | MPIDBG_REQUEST_INFO_ANY_TAG;
    Request a(session, posted);
    CHECK(has(a, wild | MPIDBG_REQUEST_INFO_TRANSFER_KNOWN));
    CHECK(lacks(a, MPIDBG_REQUEST_INFO_TRANSFER_STARTED | MPIDBG_REQUEST_INFO_MATCHED | MPIDBG_REQUEST_INFO_PEER_KNOWN |
                       MPIDBG_REQUEST_INFO_TAG_KNOWN));
    CHECK(a->req_peer_rank == -1);
    CHECK(a->req_bytes == 32);
    Request b(session, matched);
    CHECK(has(b, wild | MPIDBG_REQUEST_INFO_MATCHED | MPIDBG_REQUEST_INFO_TRANSFER_STARTED));
    CHECK(lacks(b, MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED));
    CHECK(b->req_matched_rank == 2);
    CHECK(b->req_matched_world_rank == 2);
    CHECK(b->req_matched_tag == 77);
    CHECK(b->req_matched_bytes == 20);
    CHECK(b->req_bytes_done == 8);
    CHECK(b->req_bytes == 32);
    CHECK(b->req_waiter == 0x7ffe1230);
    CHECK(b->req_state == MPIDBG_REQUEST_ACTIVE);
    Request c(session, complete);
    CHECK(has(
        c, MPIDBG_REQUEST_INFO_COMPLETE | MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED | MPIDBG_REQUEST_INFO_STATUS_KNOWN));
    CHECK(c->req_state == MPIDBG_REQUEST_COMPLETE);
    CHECK(c->req_status.status_source == 1);
    CHECK(c->req_status.status_tag == 5);
    CHECK(c->req_status.status_bytes == 12);
    Request d(session, cancelled);
    CHECK(d->req_state == MPIDBG_REQUEST_CANCELLED);
    CHECK(has(d, MPIDBG_REQUEST_INFO_CANCELLED | MPIDBG_REQUEST_INFO_COMPLETE));
    CHECK(lacks(d, MPIDBG_REQUEST_INFO_TRANSFER_STARTED | MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED));
  });
}

TEST_CASE("HR9 HR10 Z3 Z4 a freed request is marked freed, not complete, until the send completes; then it is gone") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &) {
    const Address send = mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = 3});
    mpi.set(send, mpi.layouts.pml_request.req_free_called, 1);
    HandleSession session(mpi.host);
    Request request(session, send);
    CHECK(has(request, MPIDBG_REQUEST_INFO_FREED_HANDLE));
    CHECK(lacks(request, MPIDBG_REQUEST_INFO_COMPLETE | MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED));
    CHECK(request->req_state == MPIDBG_REQUEST_ACTIVE);
    mpi.give_back(send);  // it is done
    CHECK(session.query(MPIDBG_KIND_REQUEST, send.value()) == MPIDBG_ERR_NOT_FOUND);
    CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_REQUEST) & MPIDBG_REQUEST_CAP_FREED_OBJECT) == 0);
  });
}

TEST_CASE("HR15 a buffered send is complete for the program while the library has its copy to send") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  const Address send =
      mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = 3, .buffer = Address(0x7100), .complete = 1}, 2);
  mpi.set(send, mpi.layouts.pml_send_request.req_addr, Address(0x8100));
  HandleSession session(mpi.host);
  Request request(session, send);
  CHECK(request->req_state == MPIDBG_REQUEST_COMPLETE);
  CHECK(lacks(request, MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED));
  CHECK(request->req_buffer == 0x7100);
  CHECK(request->req_library_buffer == 0x8100);
}

TEST_CASE("HR5 HR6 generalized requests: functions, and what the reference count tells of MPI_Request_free") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const Address pending = requests.new_generalized(Address(0x110), Address(0x120), Address(0x130), Address(0x140));
    const Address freed = requests.new_generalized(Address(0x110), Address(0), Address(0), Address(0));
    const Address complete = requests.new_generalized(Address(0x110), Address(0), Address(0), Address(0));
    mpi.set(freed, mpi.layouts.object.obj_reference_count, 1);
    mpi.set(complete, mpi.layouts.object.obj_reference_count, 1);
    mpi.set(complete, mpi.layouts.request.req_complete, Address(1));
    HandleSession session(mpi.host);
    Request request(session, pending);
    CHECK(request->req_type == MPIDBG_REQUEST_GENERALIZED);
    CHECK(request->req_call == MPIDBG_CALL_GREQUEST_START);
    CHECK(request->req_query_function == 0x110);
    CHECK(request->req_free_function == 0x120);
    CHECK(request->req_cancel_function == 0x130);
    CHECK(request->req_extra_state == 0x140);
    CHECK(lacks(request, MPIDBG_REQUEST_INFO_FREED_HANDLE | MPIDBG_REQUEST_INFO_TRANSFER_KNOWN |
                             MPIDBG_REQUEST_INFO_FORTRAN_CALLBACKS));
    CHECK(has(Request(session, freed), MPIDBG_REQUEST_INFO_FREED_HANDLE | MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED));
    CHECK(Request(session, complete)->req_state == MPIDBG_REQUEST_COMPLETE);
    CHECK(lacks(Request(session, complete), MPIDBG_REQUEST_INFO_FREED_HANDLE));
  });
}

TEST_CASE("HR5 HR13 file requests, with their file while the posix layer is at it") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const Address plain = requests.new_file_request(0, true, Address());
    // What the library does not set holds what was there before.
    const Address status = plain + mpi.layouts.request.req_status.offset;
    mpi.set(status, mpi.layouts.status.MPI_SOURCE, 2077519840);
    mpi.set(status, mpi.layouts.status.MPI_TAG, 77);
    mpi.set(status, mpi.layouts.status._cancelled, 1);
    mpi.set(status, mpi.layouts.status._ucount, 100);
    HandleSession session(mpi.host);
    Request request(session, plain);
    CHECK(request->req_type == MPIDBG_REQUEST_FILE);
    CHECK(request->req_call == MPIDBG_CALL_IWRITE);
    CHECK(has(request, MPIDBG_REQUEST_INFO_CALL_INFERRED | MPIDBG_REQUEST_INFO_COMPLETE));
    CHECK(lacks(request, MPIDBG_REQUEST_INFO_CANCELLED));
    CHECK(request->req_state == MPIDBG_REQUEST_COMPLETE);
    CHECK(request->req_status.status_bitflags == (MPIDBG_STATUS_INFO_ANY_SOURCE | MPIDBG_STATUS_INFO_ANY_TAG));
    CHECK(request->req_status.status_bytes == 100);
    CHECK(request->req_file == 0);
    // What the request leads to is no file: it is not believed.
    const Address misled = requests.new_file_request(1, false, mpi.world);
    Request other(session, misled);
    CHECK(other->req_call == MPIDBG_CALL_IREAD);
    CHECK(other->req_state == MPIDBG_REQUEST_ACTIVE);
    CHECK(other->req_file == 0);
    const Address file = mpi.new_object("ompi_file_t", mpi.layouts.file.byte_size);
    Request reading(session, requests.new_file_request(1, false, file));
    CHECK(reading->req_file == file.value());
    CHECK(reading->req_bytes_done == 24);
  });
}

TEST_CASE("HR5 one-sided requests of windows over RDMA are found by their class") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const Address put = requests.new_rdma_request(1, Address(0x123450), 2);
    HandleSession session(mpi.host);
    Request request(session, put);
    CHECK(request->req_type == MPIDBG_REQUEST_WINDOW);
    CHECK(request->req_call == MPIDBG_CALL_RPUT);
    CHECK(request->req_win == 0x123450);
    CHECK(request->req_peer_rank == 2);
    CHECK(request->req_state == MPIDBG_REQUEST_ACTIVE);
  });
}

TEST_CASE("HR5 HR15 one-sided requests of windows over messages are in the pool of their component") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &) {
    const auto &l = mpi.layouts;
    const Address component = mpi.memory.allocate(l.pt2pt_component.byte_size);
    const Address pool = component + l.pt2pt_component.requests.offset;
    mpi.make_pool(pool, "ompi_osc_pt2pt_request_t", l.pt2pt_request.byte_size);
    mpi.host.symbols["mca_osc_pt2pt_component"] = component;
    const auto add = [&](bool complete) {
      const Address request = mpi.new_pooled(pool, "ompi_osc_pt2pt_request_t", l.pt2pt_request.byte_size);
      mpi.set(request, l.request.req_type, 3);
      mpi.set(request, l.request.req_state, 2);
      mpi.set(request, l.request.req_complete, Address(complete ? 1 : 0));
      mpi.set(request, l.request.req_mpi_object, Address(0x123450));
      mpi.set(request, l.pt2pt_request.origin_addr, Address(0x7100));
      mpi.set(request, l.pt2pt_request.origin_count, 5);
      return request;
    };
    const Address pending = add(false), done = add(true);
    HandleSession session(mpi.host);
    Request request(session, pending);
    CHECK(request->req_type == MPIDBG_REQUEST_WINDOW);
    CHECK(request->req_win == 0x123450);
    CHECK(request->req_buffer == 0x7100);
    CHECK(request->req_state == MPIDBG_REQUEST_ACTIVE);
    CHECK(lacks(request, MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED | MPIDBG_REQUEST_INFO_COUNT_KNOWN));
    CHECK(has(Request(session, done), MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED | MPIDBG_REQUEST_INFO_COMPLETE));
    const auto listed = session.list(MPIDBG_KIND_REQUEST);
    CHECK(std::count(listed.begin(), listed.end(), pending.value()) == 1);
  });
}

TEST_CASE("HR5 HR6 HR11 a nonblocking collective: what it does, round by round, and what it waits for") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const Address pending = mpi.new_receive({.communicator = mpi.world, .peer = 2, .tag = -27, .count = 4});
    const Address done = mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = -27, .complete = 1});
    FakeSchedule schedule(mpi);
    schedule.copy(4, Address(0x100), Address(0x200)).send(1, 4, Address(0x10), true).next_round();
    const std::uint64_t row = schedule.round_offset();
    schedule.send(1, 4, Address(0x200)).receive(2, 4, Address(0x300)).receive(1, 2, Address(0x400)).next_round();
    schedule.reduce(Address(0x5550), 4, Address(0x300), Address(0x200)).unpack(1, Address(0x1), Address(0x2));
    const Address collective = requests.new_collective(
        {.communicator = mpi.world, .row_offset = row, .parts = {done, pending}}, schedule.end());
    HandleSession session(mpi.host);
    Request request(session, collective);
    CHECK(request->req_type == MPIDBG_REQUEST_COLLECTIVE);
    CHECK(request->req_call == MPIDBG_CALL_ICOLLECTIVE);
    CHECK(request->req_comm == mpi.world.value());
    CHECK(request->req_tag == -27);
    CHECK(request->req_sequence == 1);
    CHECK(request->req_round == 2);
    CHECK(request->req_num_rounds == 3);
    CHECK(request->req_schedule_problem == nullptr);
    REQUIRE(request->req_num_schedule == 5);
    const auto *operation = request->req_schedule;
    CHECK(operation[0].round == 2);
    CHECK(operation[0].action == MPIDBG_SCHEDULE_SEND);
    CHECK(operation[0].state == MPIDBG_SCHEDULE_DONE);
    CHECK(operation[0].request == 0);
    CHECK(operation[1].action == MPIDBG_SCHEDULE_RECEIVE);
    CHECK(operation[1].state == MPIDBG_SCHEDULE_PENDING);
    CHECK(operation[1].request == pending.value());
    CHECK(operation[1].comm_rank == 2);
    CHECK(operation[1].world_rank == 2);
    CHECK(operation[1].count == 4);
    CHECK(operation[1].target == 0x300);
    CHECK(std::string(operation[1].datatype_name) == "MPI_INT");
    CHECK(operation[2].state == MPIDBG_SCHEDULE_DONE);  // the library released it: beyond those in progress
    CHECK(operation[3].round == 3);
    CHECK(operation[3].action == MPIDBG_SCHEDULE_REDUCE);
    CHECK(operation[3].state == MPIDBG_SCHEDULE_WAITING);
    CHECK(operation[3].op == 0x5550);
    CHECK(operation[3].source == 0x300);
    CHECK(operation[3].target == 0x200);
    CHECK(operation[3].comm_rank == -1);
    CHECK(operation[4].action == MPIDBG_SCHEDULE_UNPACK);
    CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_REQUEST) & MPIDBG_REQUEST_CAP_COLLECTIVE_NAME) == 0);
    CHECK(has(Request(session, pending), MPIDBG_REQUEST_INFO_INTERNAL));
  });
}

TEST_CASE("HO10 what a collective has done refers to no operation or datatype any more; what it has still to do does") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  fakes::FakeOps ops(mpi);
  const Address done = ops.add(0x40, Address(0x1234)), coming = ops.add(0x40, Address(0x2345));
  const Address pending = mpi.new_receive({.communicator = mpi.world, .peer = 2, .tag = -27});
  FakeSchedule schedule(mpi);
  schedule.send(1, 4, Address(0x10)).next_round();
  const std::uint64_t row = schedule.round_offset();
  schedule.reduce(done, 4, Address(0x300), Address(0x200)).receive(2, 4, Address(0x300)).next_round();
  schedule.reduce(coming, 4, Address(0x300), Address(0x200));
  const Address collective =
      requests.new_collective({.communicator = mpi.world, .row_offset = row, .parts = {pending}}, schedule.end());
  HandleSession session(mpi.host);
  Request request(session, collective);
  REQUIRE(request->req_num_schedule == 3);
  CHECK(request->req_schedule[0].op == done.value());
  CHECK(request->req_schedule[0].state == MPIDBG_SCHEDULE_DONE);
  using Op = Queried<mpidbg_op_info_t, MPIDBG_KIND_OP>;
  CHECK(Op(session, done)->op_num_pending == 0);
  Op waiting(session, coming);
  REQUIRE(waiting->op_num_pending == 1);
  CHECK(waiting->op_pending[0].handle == collective.value());
}

TEST_CASE("Z7 a request that says it is free, has one mark of a request in use and is not among the free ones") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  const auto &pml = mpi.layouts.pml_request;
  const Address send = mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = 3});
  const auto is_doubted = [&](int layer_complete, int freed) {
    mpi.set(send, mpi.layouts.request.req_state, 0);
    mpi.set(send, pml.req_pml_complete, static_cast<std::uint64_t>(layer_complete));
    mpi.set(send, pml.req_free_called, static_cast<std::uint64_t>(freed));
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    CHECK(plugin.details(MPIDBG_QUEUE_SENDS).empty());
    return plugin.detail().find("has state 0 (free) and is not among the free ones of its pool") != std::string::npos;
  };
  CHECK_FALSE(is_doubted(1, 1));
  CHECK(is_doubted(0, 1));
  CHECK(is_doubted(1, 0));
}

TEST_CASE("Z7 members of a pooled request that contradict each other are said, and those that do not are not") {
  const auto receive = [] { return Pooled(false, true); };
  const auto send = [] { return Pooled(true); };
  enum { invalid, inactive, active, cancelled };
  CHECK(receive().problem().empty());
  CHECK(send().problem().empty());
  CHECK(receive().common(&Common::req_state, 0xffffffff).problem() == "has state -1");
  CHECK(receive().common(&Common::req_state, 4).problem() == "has state 4");
  CHECK(receive().common(&Common::req_state, cancelled).problem() == "has state 3 (cancelled), which ob1 gives none");
  CHECK(receive().common(&Common::req_state, inactive).problem() == "has state 1 and req_pml_complete 0");
  CHECK(receive().common(&Common::req_type, 5).problem() == "has req_type 5, which is not point-to-point");
  for (const auto &[number, text] : {std::pair(2u, "2"), std::pair(0xffffffffu, "-1")}) {
    CHECK(receive().pml(&Pml::req_pml_complete, number).problem() == std::string("has req_pml_complete ") + text);
    CHECK(receive().pml(&Pml::req_free_called, number).problem() == std::string("has req_free_called ") + text);
  }
  CHECK(receive().pml(&Pml::req_free_called, 1).problem().empty());
  CHECK(receive().pml(&Pml::req_type, 1).problem() == "has req_type 1 in the pool of receives");
  CHECK(receive().pml(&Pml::req_type, 7).problem() == "has req_type 7 in the pool of receives");
  CHECK(send().pml(&Pml::req_type, 2).problem() == "has req_type 2 in the pool of sends");
  CHECK(send().pml(&Pml::req_type, 4).problem() == "has req_type 4 in the pool of sends");
  for (const std::uint64_t probe : {3, 4, 5, 6}) {
    CHECK(receive().pml(&Pml::req_type, probe).pml(&Pml::req_count, 0).problem().empty());
    CHECK(receive().pml(&Pml::req_type, probe).pml(&Pml::req_count, 1).problem() ==
          "is of a probe (req_type " + std::to_string(probe) + ") and has req_count 1");
  }
  CHECK(receive().common(&Common::req_mpi_object, 0x7000).problem().find(", req_mpi_object 0x7000") !=
        std::string::npos);
  // Whether it is complete: for the program, for the layer, and whether the program has freed it.
  CHECK(receive().common(&Common::req_complete, 2).problem() == "has req_complete 0x2, which is no address");
  CHECK(receive().common(&Common::req_complete, 0x7001).problem() == "has req_complete 0x7001, which is no address");
  CHECK(receive().common(&Common::req_complete, 0x7004).problem().empty());  // waited on
  CHECK(receive().common(&Common::req_complete, 1).problem() ==
        "is a receive with req_pml_complete 0 and req_complete 1");
  CHECK(send().common(&Common::req_complete, 1).problem().empty());  // a buffered one
  CHECK(receive().pml(&Pml::req_pml_complete, 1).problem() == "has req_pml_complete 1 and req_complete 0x0");
  for (const bool is_send : {false, true}) {
    Pooled request(is_send);
    request.common(&Common::req_complete, 1).pml(&Pml::req_pml_complete, 1);
    CHECK(request.problem().empty());
    CHECK(request.pml(&Pml::req_free_called, 1).problem() == "is done and freed, and not in its pool");
    request.pml(&Pml::req_free_called, 0);
    CHECK(request.common(&Common::req_state, inactive).problem() == "is not active (state 1) and not persistent");
    CHECK(request.common(&Common::req_persistent, 1).problem().empty());
  }
}

TEST_CASE("Z7 a request that the library has back is not found by its handle, though its class is known") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const Address generalized =
        requests.new_generalized(Address(0x110), Address(0x120), Address(0x130), Address(0x140));
    const auto code = [&] {
      HandleSession session(mpi.host);
      return session.query(MPIDBG_KIND_REQUEST, generalized.value());
    };
    CHECK(code() == MPIDBG_SUCCESS);
    for (const std::uint32_t count : {0u, 1'000'001u, 0xffffffffu}) {
      CAPTURE(count);
      mpi.set(generalized, mpi.layouts.object.obj_reference_count, count);
      CHECK(code() == MPIDBG_ERR_NOT_FOUND);
    }
    mpi.set(generalized, mpi.layouts.object.obj_reference_count, 1);
    mpi.set(generalized, mpi.layouts.request.req_state, 0);
    CHECK(code() == MPIDBG_ERR_NOT_FOUND);
  });
}

TEST_CASE("HR2 HR5 persistent collectives that are not started, and complete ones without a schedule") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  FakeSchedule schedule(mpi);
  schedule.send(1, 4, Address(0x10), true).next_round().receive(2, 1, Address(0x20));
  const auto bytes = schedule.end();
  const Address inactive = requests.new_collective(
      {.communicator = mpi.world, .row_offset = 50, .complete = true, .persistent = true, .state = 1}, bytes);
  const Address done = requests.new_collective(
      {.communicator = mpi.world, .row_offset = 0, .complete = true, .persistent = true}, bytes);
  const Address thrown_away = requests.new_collective({.communicator = mpi.world, .complete = true}, {});
  // Just before the library marks it as complete.
  const Address completing = requests.new_collective({.communicator = mpi.world}, {});
  HandleSession session(mpi.host);
  Request a(session, inactive);
  CHECK(a->req_state == MPIDBG_REQUEST_INACTIVE);
  CHECK(a->req_call == MPIDBG_CALL_COLLECTIVE_INIT);
  CHECK(a->req_round == 0);
  REQUIRE(a->req_num_schedule == 2);
  CHECK(a->req_schedule[0].state == MPIDBG_SCHEDULE_WAITING);
  CHECK(a->req_schedule[0].source == 0x9010);  // in the temporary buffer
  Request b(session, done);
  CHECK(b->req_round == 3);
  CHECK(b->req_num_schedule == 0);
  Request c(session, thrown_away);
  CHECK(c->req_num_rounds == 0);
  REQUIRE(c->req_schedule_problem != nullptr);
  CHECK(std::string(c->req_schedule_problem).find("complete") != std::string::npos);
  Request d(session, completing);
  CHECK(d->req_state == MPIDBG_REQUEST_ACTIVE);
  CHECK((d->req_bitflags & MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED) != 0);
}

TEST_CASE("HR5 a schedule that contradicts itself is told of, and the rest of the request stays") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  FakeSchedule good(mpi);
  good.receive(2, 4, Address(0x300)).next_round().send(1, 1, Address(0x10));
  const auto bytes = good.end();
  const auto problem = [&](const std::vector<std::uint8_t> &schedule, FakeRequests::Collective collective) {
    collective.communicator = mpi.world;
    const Address request = requests.new_collective(collective, schedule);
    HandleSession session(mpi.host);
    Request read(session, request);
    CHECK(read->req_type == MPIDBG_REQUEST_COLLECTIVE);
    CHECK(read->req_num_schedule == 0);
    return std::string(read->req_schedule_problem == nullptr ? "" : read->req_schedule_problem);
  };
  CHECK(problem(bytes, {.row_offset = 3}).find("no round at byte 3") != std::string::npos);
  CHECK(problem({bytes.begin(), bytes.end() - 1}, {}).find("ends within a round") != std::string::npos);
  CHECK(problem({bytes.begin(), bytes.begin() + 20}, {}).find("ends within an operation") != std::string::npos);
  auto wrong = bytes;
  wrong[4] = 9;
  CHECK(problem(wrong, {}).find("of kind 9") != std::string::npos);
  wrong = bytes;
  wrong[3] = 0xff;
  CHECK(problem(wrong, {}).find("operations in a round") != std::string::npos);
  wrong = bytes;
  wrong.back() = 7;
  CHECK(problem(wrong, {}).find("between two rounds") != std::string::npos);
  FakeSchedule stranger(mpi);
  CHECK(problem(stranger.send(5, 1, Address(0x10)).end(), {}).find("peer 5") != std::string::npos);
  CHECK(problem(bytes, {.parts = {mpi.world, mpi.world, mpi.world}}).find("3 transfers") != std::string::npos);
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("Z7 Z8 what is no request in use is not found: garbage, free ones, other objects, other addresses") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const Address free = mpi.new_send({.communicator = mpi.world, .peer = 1, .state = 0});
    const Address probe = mpi.new_receive({.communicator = mpi.world, .peer = 1, .count = 0, .type = 5});
    const Address free_noop = requests.new_noop();
    mpi.set(free_noop, mpi.layouts.request.req_state, 0);
    HandleSession session(mpi.host);
    for (const Address handle : {Address(0), Address(1), Address(0xdeadbeef), mpi.world, mpi.mpi_int, free, probe,
                                 free_noop, free + 1, requests.null + 8}) {
      CAPTURE(handle.value());
      CHECK(session.query(MPIDBG_KIND_REQUEST, handle.value()) == MPIDBG_ERR_NOT_FOUND);
      CHECK(session.detail().find("0x") != std::string::npos);
    }
  });
}

TEST_CASE("Z5 Z6 Fortran handles: converted requests are in the table") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const Address receive = mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = 2});
    mpi.set(receive, mpi.layouts.request.req_f_to_c_index, requests.table.add(receive));
    HandleSession session(mpi.host);
    CHECK(Request(session, receive)->req_fortran_handle == 2);
    mqs_taddr_t handle = 0;
    CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_REQUEST, 2, &handle) == MPIDBG_SUCCESS);
    CHECK(handle == receive.value());
    CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_REQUEST, 0, &handle) == MPIDBG_SUCCESS);
    CHECK(handle == requests.null.value());
    CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_REQUEST, 99, &handle) == MPIDBG_ERR_OUT_OF_RANGE);
  });
}

TEST_CASE("Z5 B3 a request in a C++ object: behind the pointer to the virtual functions") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &) {
    const Address receive = mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = 2});
    const Address object = mpi.memory.allocate(2 * mpi.memory.pointer_size());
    mpi.memory.write_pointer(object + mpi.memory.pointer_size(), receive);
    HandleSession session(mpi.host);
    mqs_taddr_t handle = 0;
    CHECK(mpidbg_request_cxx2c(mpi.host.image(), mpi.host.image_info, mpi.host.process(), mpi.host.process_info,
                               object.value(), MPIDBG_REQUEST_INFO_PERSISTENT, &handle) == MPIDBG_SUCCESS);
    CHECK(handle == receive.value());
    mpi.memory.write_pointer(object + mpi.memory.pointer_size(), Address(0x10));
    CHECK(mpidbg_cxx2c(session.process(), MPIDBG_KIND_REQUEST, object.value(), &handle) == MPIDBG_ERR_NOT_FOUND);
  });
}

TEST_CASE("HC17 the list of requests: predefined ones, pools, then what a search finds; and those of a communicator") {
  in_every_target([](FakeOpenMpi &mpi, FakeRequests &requests) {
    const FakeOpenMpi::Request on_world{.communicator = mpi.world, .peer = 1, .tag = 2};
    const FakeOpenMpi::Request on_self{.communicator = mpi.self, .peer = 0, .tag = 2};
    const Address send = mpi.new_send(on_world), own = mpi.new_receive(on_self), receive = mpi.new_receive(on_world);
    mpi.new_receive({.communicator = mpi.world, .peer = 1, .state = 0});
    mpi.new_receive({.communicator = mpi.world, .peer = 1, .count = 0, .type = 6});  // a probe
    FakeSchedule schedule(mpi);
    const Address collective =
        requests.new_collective({.communicator = mpi.world}, schedule.send(1, 1, Address(0x10)).end());
    const Address file = requests.new_file_request(0, false, Address());
    const Address generalized = requests.new_generalized(Address(0x110), Address(0), Address(0), Address(0));
    const Address noop = requests.new_noop();
    HandleSession session(mpi.host);
    const mpidbg_memory_range_t ranges[] = {
        {generalized.value(), generalized.value() + mpi.layouts.generalized_request.byte_size},
        {noop.value(), noop.value() + mpi.layouts.request.byte_size}};
    mpidbg_set_memory_ranges(session.process(), 2, ranges);
    CHECK(session.list(MPIDBG_KIND_REQUEST) == std::vector<mqs_taddr_t>{requests.null.value(), requests.empty.value(),
                                                                        send.value(), own.value(), receive.value(),
                                                                        collective.value(), file.value(),
                                                                        generalized.value(), noop.value()});
    CHECK(std::string(mpidbg_kind_problem(session.process(), MPIDBG_KIND_REQUEST)).empty());

    Comm world(session, mpi.world), self(session, mpi.self), null(session, mpi.null);
    CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_COMM) & MPIDBG_COMM_CAP_REQUEST_LIST) != 0);
    REQUIRE(world->comm_num_pending_requests == 3);
    CHECK(world->comm_pending_requests[0] == send.value());
    CHECK(world->comm_pending_requests[1] == receive.value());
    CHECK(world->comm_pending_requests[2] == collective.value());
    REQUIRE(self->comm_num_pending_requests == 1);
    CHECK(self->comm_pending_requests[0] == own.value());
    CHECK(null->comm_num_pending_requests == 0);
    CHECK(null->comm_pending_requests == nullptr);
  });
}

TEST_CASE("HC17 a pool that cannot be read leaves the list of a communicator's requests unknown") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  const Address torn = mpi.new_receive({.communicator = mpi.world, .peer = 1, .state = 99});
  HandleSession session(mpi.host);
  Comm world(session, mpi.world);
  CHECK((world->comm_bitflags & MPIDBG_COMM_INFO_REQUESTS_UNKNOWN) != 0);
  CHECK(world->comm_num_pending_requests == 0);
  CHECK(session.query(MPIDBG_KIND_REQUEST, torn.value()) == MPIDBG_ERR_UNAVAILABLE);
}

TEST_CASE("HR5 with ucx the requests of other kinds are seen, and of its own those that are sure to be in use") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  mpi.memory.write_string(mpi.selected_pml + mpi.layouts.component.mca_component_name.offset, "ucx");
  const Address pending = mpi.new_object("ompi_request_t", mpi.layouts.request.byte_size);
  requests.set_common(pending, 0, 2, false);
  const Address complete = mpi.new_object("ompi_request_t", mpi.layouts.request.byte_size);
  requests.set_common(complete, 0, 2, true);
  const Address generalized = requests.new_generalized(Address(0x110), Address(0), Address(0), Address(0));
  HandleSession session(mpi.host);
  CHECK(std::string(mpidbg_kind_problem(session.process(), MPIDBG_KIND_REQUEST)).find("ucx") != std::string::npos);
  const int capabilities = mpidbg_capabilities(session.process(), MPIDBG_KIND_REQUEST);
  CHECK((capabilities & MPIDBG_REQUEST_CAP_POINT_TO_POINT) == 0);
  CHECK(session.query(MPIDBG_KIND_REQUEST, pending.value()) == MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(Request(session, complete)->req_state == MPIDBG_REQUEST_COMPLETE);
  CHECK(Request(session, generalized)->req_type == MPIDBG_REQUEST_GENERALIZED);
  CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_COMM) & MPIDBG_COMM_CAP_REQUEST_LIST) == 0);
}

TEST_CASE("Z1 requests, messages and statuses before MPI_Init and after MPI_Finalize are unavailable") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  for (const unsigned state : {0u, 1u, 5u}) {
    mpi.memory.write_integer(mpi.state_variable, state, 4);
    HandleSession session(mpi.host);
    for (const auto kind : {MPIDBG_KIND_REQUEST, MPIDBG_KIND_MESSAGE, MPIDBG_KIND_STATUS, MPIDBG_KIND_SESSION}) {
      CHECK(session.query(kind, requests.null.value()) == MPIDBG_ERR_UNAVAILABLE);
    }
  }
}

TEST_CASE("Z2 a query that fails for want of memory leaves nothing allocated") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRequests requests(mpi);
  FakeSchedule schedule(mpi);
  const Address collective =
      requests.new_collective({.communicator = mpi.world}, schedule.send(1, 1, Address(0x10)).end());
  const Address send = mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = 2});
  HandleSession session(mpi.host);
  const long before = FakeHost::live_allocations();
  for (const Address handle : {collective, send, requests.null}) {
    for (long successes = 0; successes < 4; ++successes) {
      FakeHost::fail_allocations_after(successes);
      const int code = session.query(MPIDBG_KIND_REQUEST, handle.value());
      FakeHost::fail_allocations_after(-1);
      CHECK((code == MPIDBG_SUCCESS || code == MPIDBG_ERR_NO_MEM));
      CHECK(FakeHost::live_allocations() == before);
    }
  }
}

TEST_CASE("Z7 Z9 random damage to requests: an answer, never a crash, and nothing stays allocated") {
  std::mt19937 random(20261121);
  for (int round = 0; round < 60; ++round) {
    FakeOpenMpi mpi(round % 2 ? 8 : 4, round % 4 < 2 ? ByteOrder::little : ByteOrder::big, 0, 3);
    FakeRequests requests(mpi);
    const FakeOpenMpi::Request on_world{.communicator = mpi.world, .peer = 1, .tag = 2};
    std::vector<Address> all = {mpi.new_send(on_world), mpi.new_receive(on_world)};
    FakeSchedule schedule(mpi);
    schedule.send(1, 1, Address(0x10)).receive(2, 2, Address(0x20)).next_round().copy(1, Address(1), Address(2));
    all.push_back(requests.new_collective({.communicator = mpi.world, .parts = {all[0], all[1]}}, schedule.end()));
    all.push_back(requests.new_file_request(0, false, mpi.world));
    all.push_back(requests.new_generalized(Address(1), Address(2), Address(3), Address(4)));
    all.push_back(requests.new_rdma_request(0, mpi.world, 1));
    HandleSession session(mpi.host);
    const auto blocks = mpi.memory.block_addresses();
    for (int i = 0; i < 40; ++i) {
      const Address block = blocks[blocks.size() - 1 - random() % std::min<std::size_t>(blocks.size(), 60)];
      for (unsigned offset = 0; offset < 600; offset += 4) {
        std::uint8_t byte = 0;
        if (random() % 60 != 0 || !mpi.memory.read(block + offset, &byte, 1)) continue;
        byte = static_cast<std::uint8_t>(random());
        mpi.memory.write(block + offset, &byte, 1);
      }
    }
    for (const Address handle : all) session.query(MPIDBG_KIND_REQUEST, handle.value());
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    if (mpidbg_list(session.process(), MPIDBG_KIND_REQUEST, &count, &handles) == MPIDBG_SUCCESS) {
      FakeHost::basic_callbacks()->mqs_free_fp(handles);
    }
    session.query(MPIDBG_KIND_COMM, mpi.world.value());
  }
  CHECK(FakeHost::live_allocations() == 0);
}
