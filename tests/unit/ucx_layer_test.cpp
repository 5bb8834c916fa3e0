// The point-to-point layer ucx of Open MPI: queues and requests, in every kind of target.

#include <doctest/doctest.h>

#include "mpidbg/abi/probe_interface.h"
#include "mpidbg/abi/progress_interface.h"
#include "mpidbg/model/openmpi/p2p/ucx_tag.h"
#include "tests/fakes/fake_datatypes.h"
#include "tests/fakes/fake_requests.h"
#include "tests/fakes/fake_ucx_pml.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeDatatypes;
using fakes::FakeHost;
using fakes::FakeMessages;
using fakes::FakeOpenMpi;
using fakes::FakeRequests;
using fakes::FakeUcx;
using fakes::FakeUcxPml;
using mpidbg::Address;
using mpidbg::ByteOrder;
using Datatype = Queried<mpidbg_datatype_info_t, MPIDBG_KIND_DATATYPE>;
using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;
using Message = Queried<mpidbg_message_info_t, MPIDBG_KIND_MESSAGE>;

namespace {

template <class Test>
void in_every_target(Test &&test) {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 3);
      FakeUcxPml pml(mpi, kind.pointer_size == 4 ? FakeUcx::Shape::iterator : FakeUcx::Shape::fields);
      test(mpi, pml);
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

std::vector<mpidbg_operation_info_t> queue_of_world(FakeOpenMpi &mpi, int queue) {
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  auto found = plugin.details(queue);
  INFO(plugin.detail());
  CHECK(plugin.last_code() == mqs_end_of_list);
  return found;
}

}  // namespace

TEST_CASE("tags of UCX are taken apart as Open MPI makes them") {
  using mpidbg::model::openmpi::decode_ucx_tag;
  const auto full = decode_ucx_tag(FakeUcxPml::tag(77, 5, 3));
  CHECK(full.context_id == 3);
  CHECK(full.source == 5);
  CHECK(full.tag == 77);
  CHECK(decode_ucx_tag(FakeUcxPml::tag(-27, 0, 1)).tag == -27);
  CHECK(decode_ucx_tag(FakeUcxPml::tag(0x7fffff, 0xfffff, 0xfffff)).tag == 0x7fffff);
  CHECK(decode_ucx_tag(FakeUcxPml::tag(0x7fffff, 0xfffff, 0xfffff)).source == 0xfffff);
  CHECK_FALSE(decode_ucx_tag(FakeUcxPml::tag(7, 0, 3), FakeUcxPml::any_source).source);
  CHECK(decode_ucx_tag(FakeUcxPml::tag(7, 0, 3), FakeUcxPml::any_source).tag == 7);
  CHECK_FALSE(decode_ucx_tag(FakeUcxPml::tag(0, 2, 3), FakeUcxPml::any_tag).tag);
  CHECK(decode_ucx_tag(FakeUcxPml::tag(0, 2, 3), FakeUcxPml::any_tag).source == 2);
  CHECK_FALSE(decode_ucx_tag(3, FakeUcxPml::any_source_any_tag).source);
  CHECK_FALSE(decode_ucx_tag(3, FakeUcxPml::any_source_any_tag).tag);
}

TEST_CASE("receives with ucx: posted ones in order, then those that have matched") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    const Address posted = pml.post({.tag = pml.tag(5, 2, 0), .bytes = 16, .buffer = Address(0x7100)});
    pml.post({.tag = pml.tag(0, 0, 0), .mask = pml.any_source_any_tag});
    pml.post({.tag = pml.tag(5, 2, 7)});  // of a communicator that is gone
    const Address matched =
        pml.match({.tag = 0, .mask = pml.any_source_any_tag, .bytes = 5000}, pml.tag(8, 1, 0), 4000);
    const Address type = pml.ucx.new_datatype(mpi.mpi_int);
    pml.post({.tag = pml.tag(-27, 1, 0), .bytes = 12, .datatype = type, .flags = 0x20042});

    const auto receives = queue_of_world(mpi, MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 4);
    CHECK(receives[0].request == posted.value());
    CHECK(receives[0].flags == 0);
    CHECK(receives[0].comm_rank == 2);
    CHECK(receives[0].world_rank == 2);
    CHECK(receives[0].tag == 5);
    CHECK(receives[0].bytes == 16);
    CHECK(receives[0].buffer == 0x7100);
    CHECK(receives[0].datatype == 0);
    CHECK(receives[1].flags == (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG));
    CHECK(receives[2].flags == (MPIDBG_OP_INTERNAL | MPIDBG_OP_FREED));
    CHECK(receives[2].datatype == mpi.mpi_int.value());
    CHECK(receives[2].count == 3);
    CHECK(receives[3].request == matched.value());
    CHECK(receives[3].flags == MPIDBG_OP_MATCHED);
    CHECK(receives[3].comm_rank == 1);
    CHECK(receives[3].tag == 8);
    CHECK(receives[3].bytes == 4000);
  });
}

TEST_CASE("a blocking call has no request with ucx, and waits on the stack") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    const std::uint64_t bytes = pml.ucx.layouts.request.byte_size;
    const Address stack = mpi.memory.allocate(8192 + 4 * bytes, 4096);
    const Address top = stack + 8192;
    mpi.memory.write_pointer(mpi.host.symbols["__libc_stack_end"], top);
    const Address receive = pml.ucx.post({.tag = pml.tag(99, 1, 0), .flags = 0x20000, .at = stack + 64});
    const Address send = pml.ucx.new_send(
        {.tag = pml.tag(98, 0, 0), .bytes = 1u << 20, .endpoint = pml.endpoint(2), .at = stack + 4096 + 64});
    const auto receives = queue_of_world(mpi, MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == 0);
    CHECK(receives[0].record == receive.value());
    CHECK(receives[0].waiter == receive.value());
    CHECK((receives[0].flags & MPIDBG_OP_WAITED_ON) != 0);
    const auto sends = queue_of_world(mpi, MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 1);
    CHECK(sends[0].request == 0);
    CHECK(sends[0].waiter == send.value());
    CHECK(sends[0].comm_rank == 2);
    CHECK(sends[0].bytes == 1 << 20);
    CHECK(sends[0].send_mode == MPIDBG_SEND_STANDARD);
  });
}

TEST_CASE("what a probe asks for is known from the tag and the mask that its function has at hand") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    constexpr std::uint64_t everything = ~std::uint64_t{0};
    constexpr std::uint64_t from_any = std::uint64_t{0xfffff} << 20;
    const std::uint64_t module = mpi.host.symbols["ompi_pml_ucx"].value();
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    mpidbg_operation_info_t operation{};
    mqs_taddr_t communicator = 0;
    const auto ask = [&](const std::vector<mqs_taddr_t> &words) {
      operation.struct_size = sizeof operation;
      return mpidbg_probe_query(mpi.host.process(), words.data(), static_cast<int>(words.size()), &operation,
                                &communicator);
    };
    REQUIRE(ask({0x4b64, pml.tag(5, 1, 0), module, everything, 0}) == MPIDBG_SUCCESS);
    CHECK(communicator == mpi.world.value());
    CHECK((operation.flags & MPIDBG_OP_PROBE) != 0);
    CHECK((operation.flags & (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG)) == 0);
    CHECK(operation.queue == MPIDBG_QUEUE_RECEIVES);
    CHECK(operation.comm_rank == 1);
    CHECK(operation.tag == 5);
    REQUIRE(ask({pml.tag(5, 0, 0) | from_any, FakeUcxPml::any_source}) == MPIDBG_SUCCESS);
    CHECK((operation.flags & MPIDBG_OP_ANY_SOURCE) != 0);
    CHECK(operation.tag == 5);
    REQUIRE(ask({pml.tag(0, 2, 0), FakeUcxPml::any_tag}) == MPIDBG_SUCCESS);
    CHECK((operation.flags & MPIDBG_OP_ANY_TAG) != 0);
    CHECK(operation.comm_rank == 2);
    // Tag 0 from rank 0 is a small number, as many are.
    REQUIRE(ask({pml.tag(0, 0, 0), everything, module}) == MPIDBG_SUCCESS);
    CHECK(operation.tag == 0);
    CHECK(operation.comm_rank == 0);
    CHECK(ask({pml.tag(0, 0, 0), everything}) == MPIDBG_ERR_NOT_FOUND);
    // Of two nobody knows which; ranks and communicators that there are not are none.
    CHECK(ask({pml.tag(5, 1, 0), pml.tag(6, 1, 0), everything, module}) == MPIDBG_ERR_NOT_FOUND);
    CHECK(ask({pml.tag(5, 3, 0), everything, module}) == MPIDBG_ERR_NOT_FOUND);
    CHECK(ask({pml.tag(5, 1, 0x77), everything, module}) == MPIDBG_ERR_NOT_FOUND);
    CHECK(ask({pml.tag(-5, 1, 0), everything, module}) == MPIDBG_ERR_NOT_FOUND);
    CHECK(ask({pml.tag(5, 1, 0), module}) == MPIDBG_ERR_NOT_FOUND);
    CHECK(ask({}) == MPIDBG_ERR_NOT_FOUND);
    CHECK(mpidbg_probe_query(mpi.host.process(), nullptr, -1, &operation, &communicator) == MPIDBG_ERR_NOT_FOUND);
  });
}

TEST_CASE("words say nothing of probes where the layer keeps records of them") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  PluginDriver plugin(mpi.host);
  mpidbg_operation_info_t operation{};
  mqs_taddr_t communicator = 0, word = 5;
  CHECK(mpidbg_probe_query(mpi.host.process(), &word, 1, &operation, &communicator) == MPIDBG_ERR_NOT_SUPPORTED);
}

TEST_CASE("a struct of ucx in Open MPI that is not known leaves the queues unseen, and says which it is") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeUcxPml pml(mpi);
  mpi.host.types.erase("mca_pml_ucx_persistent_request_t");
  PluginDriver plugin(mpi.host);
  const std::string problem = plugin.process_info().queue_problem[MPIDBG_QUEUE_RECEIVES];
  CHECK(problem.starts_with("the point-to-point layer ucx keeps its queues in UCX, which cannot be read: "));
  CHECK(problem.find("mca_pml_ucx_persistent_request_t") != std::string::npos);
}

TEST_CASE("blocking sends of other threads than the first are said not to be found") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeUcxPml pml(mpi);
  const Address level = mpi.memory.allocate(4);
  mpi.host.symbols["ompi_mpi_thread_provided"] = level;
  for (const int provided : {0, 1, 2, 3}) {
    mpi.memory.write_integer(level, static_cast<std::uint64_t>(provided), 4);
    PluginDriver plugin(mpi.host);
    const std::string problem = plugin.process_info().queue_problem[MPIDBG_QUEUE_SENDS];
    CHECK((problem.find("threads other than the first") != std::string::npos) == (provided >= 2));
  }
}

TEST_CASE("sends with ucx name their receiver by its endpoint") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    const Address first = pml.send({.tag = pml.tag(6, 0, 0), .bytes = 4000, .endpoint = pml.endpoint(1)});
    pml.send({.tag = pml.tag(7, 0, 0), .endpoint = pml.endpoint(2), .synchronous = true});
    pml.buffered_send({.tag = pml.tag(8, 0, 0), .endpoint = pml.endpoint(2)});
    const auto sends = queue_of_world(mpi, MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 3);
    CHECK(sends[0].request == first.value());
    CHECK(sends[0].comm_rank == 1);
    CHECK(sends[0].world_rank == 1);
    CHECK(sends[0].tag == 6);
    CHECK(sends[0].bytes == 4000);
    CHECK(sends[0].send_mode == MPIDBG_SEND_STANDARD);
    CHECK(sends[1].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    CHECK(sends[1].comm_rank == 2);
    CHECK(sends[2].send_mode == MPIDBG_SEND_BUFFERED);
    CHECK(sends[2].request == 0);
    CHECK(sends[2].record != 0);
  });
}

TEST_CASE("a build with other components has more or fewer endpoints in each process, as its class says") {
  // Rank 0's record has the endpoint that a message is sent to where those of the layout's build end, or behind.
  const auto receiver = [](int more, bool is_behind, bool is_of_other) {
    FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
    FakeUcxPml pml(mpi);
    const auto &process = mpi.layouts.proc_endpoints;
    mpi.set(mpi.class_of("ompi_proc_t"), mpi.layouts.object_class.cls_sizeof,
            process.byte_size + 8 * static_cast<std::uint64_t>(more));
    const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
    const Address processes(mpi.get(group, mpi.layouts.group.grp_proc_pointers));
    const Address endpoint = is_of_other ? pml.endpoint(2) : pml.ucx.new_endpoint();
    const Address first(mpi.memory.read_integer(processes, 8));
    mpi.memory.write_pointer(first + process.padding.offset - (is_behind ? 0 : 8), endpoint);
    pml.send({.tag = pml.tag(6, 0, 0), .endpoint = endpoint});
    const auto sends = queue_of_world(mpi, MPIDBG_QUEUE_SENDS);
    return sends.size() == 1 ? sends[0].comm_rank : -100;
  };
  CHECK(receiver(0, false, false) == 0);
  CHECK(receiver(0, true, true) == 2);
  CHECK(receiver(-1, false, true) == 2);  // what was left over there is not an endpoint
  CHECK(receiver(1, true, false) == 0);
}

namespace {

// What the end of a queue of MPI_COMM_WORLD says.
std::string end_of_queue(FakeOpenMpi &mpi, int queue, std::size_t operations) {
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  CHECK(plugin.details(queue).size() == operations);
  return plugin.last_code() == mqs_end_of_list ? "" : plugin.detail();
}

std::string problem_of_requests(FakeOpenMpi &mpi) {
  HandleSession session(mpi.host);
  session.list(MPIDBG_KIND_REQUEST);
  const char *const problem = mpidbg_kind_problem(mpi.host.process(), MPIDBG_KIND_REQUEST);
  return problem == nullptr ? "" : problem;
}

}  // namespace

TEST_CASE("what looks like a send on the stack is none on a communicator without its receiver, nor from another rank") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeUcxPml pml(mpi);
  const Address stack = mpi.memory.allocate(8192 + 2 * pml.ucx.layouts.request.byte_size, 4096);
  mpi.memory.write_pointer(mpi.host.symbols["__libc_stack_end"], stack + 8192);
  const auto send_to = [&](Address endpoint, int source = 0) {
    pml.ucx.new_send({.tag = pml.tag(9, source, 0), .endpoint = endpoint, .at = stack + 4096 + 64});
  };
  send_to(pml.ucx.new_endpoint());
  CHECK(end_of_queue(mpi, MPIDBG_QUEUE_SENDS, 0).empty());
  send_to(pml.endpoint(1), 2);
  CHECK(end_of_queue(mpi, MPIDBG_QUEUE_SENDS, 0).empty());
  send_to(pml.endpoint(1));
  CHECK(end_of_queue(mpi, MPIDBG_QUEUE_SENDS, 1).empty());
}

TEST_CASE("operations of ucx that no call of Open MPI makes are shown with why they are not believed") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeUcxPml pml(mpi);
  FakeRequests requests(mpi);
  const auto says = [&](int queue, std::size_t operations, const char *what) {
    const std::string end = end_of_queue(mpi, queue, operations);
    INFO(end);
    CHECK(end.find(what) != std::string::npos);
  };
  SUBCASE("a send to nobody") {
    pml.send({.tag = pml.tag(9, 0, 0), .endpoint = pml.ucx.new_endpoint()});
    says(MPIDBG_QUEUE_SENDS, 1, ", which is that of no process of the communicator ");
  }
  SUBCASE("a send of another rank") {
    pml.send({.tag = pml.tag(9, 1, 0), .endpoint = pml.endpoint(1)});
    says(MPIDBG_QUEUE_SENDS, 1, ", which is from rank 1, and this process has rank 0");
  }
  SUBCASE("a receive with the mask 0") {
    const Address behind = pml.match({.tag = pml.tag(9, 1, 0)}, pml.tag(9, 1, 0), 4);
    pml.ucx.set(behind - pml.ucx.layouts.request.byte_size, pml.ucx.layouts.receive_request.tag_mask, 0);
    says(MPIDBG_QUEUE_RECEIVES, 0, " has recv.tag.tag_mask 0x0, which is of no receive of Open MPI");
  }
  SUBCASE("a persistent request of such a size") {
    pml.new_persistent({.tag = pml.tag(9, 1, 0), .count = std::uint64_t{1} << 62});
    says(MPIDBG_QUEUE_INACTIVE, 1, " has count 4611686018427387904 of 4 bytes");
  }
  SUBCASE("a persistent send of another rank") {
    pml.new_persistent({.tag = pml.tag(9, 1, 0), .is_send = true, .mode = 3, .endpoint = pml.endpoint(1)});
    says(MPIDBG_QUEUE_INACTIVE, 1, ", which is from rank 1, and this process has rank 0");
  }
  SUBCASE("a persistent send of such a mode") {
    pml.new_persistent({.tag = pml.tag(9, 0, 0), .is_send = true, .mode = 77, .endpoint = pml.endpoint(1)});
    says(MPIDBG_QUEUE_INACTIVE, 1, " has send.mode 77");
  }
}

TEST_CASE("requests of Open MPI that contradict those of UCX are no complete answer, in queues and in requests") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeUcxPml pml(mpi);
  FakeRequests requests(mpi);
  const auto &l = mpi.layouts;
  const Address behind = pml.post({.tag = pml.tag(4, 1, 0), .bytes = 8});
  const Address started = pml.new_persistent({.tag = pml.tag(4, 1, 0), .count = 2, .state = 2, .behind = behind});
  const Address idle = pml.new_persistent({.tag = pml.tag(5, 1, 0), .count = 2});
  const Address sent = pml.send({.tag = pml.tag(6, 0, 0), .endpoint = pml.endpoint(1)});
  CHECK(end_of_queue(mpi, MPIDBG_QUEUE_RECEIVES, 1) == "");
  CHECK(problem_of_requests(mpi) == "");
  const char *what = "";
  SUBCASE("a persistent request in no state") {
    mpi.set(idle, l.request.req_state, 3);
    what = "is in use, and has req_state 3";
  }
  SUBCASE("two that name one request of UCX") {
    mpi.set(idle, l.request.req_state, 2);
    mpi.set(idle, l.request.req_complete, Address());
    mpi.set(idle, l.ucx_persistent_request.tmp_req, behind);
    what = "mca_pml_ucx_persistent_request_t.tmp_req of 2 persistent requests leads to 1 requests of UCX in use";
  }
  SUBCASE("one that names a send that it has not started") {
    mpi.set(started, l.ucx_persistent_request.tmp_req, sent);
    what = ", which is not a persistent request that has started it";
  }
  SUBCASE("one that is active and has no request of UCX") {
    mpi.set(started, l.ucx_persistent_request.tmp_req, Address());
    what = "has req_state 2 (active), req_complete 0x0 and tmp_req 0x0";
  }
  SUBCASE("a pending one that is complete") {
    mpi.set(sent, l.request.req_complete, Address(1));
    what = "has req_complete 0x1, and ucp_request before it is pending";
  }
  SUBCASE("a send with something behind it that it does not send") {
    mpi.set(sent, l.request_callback.req_complete_cb_data, Address(0x10));
    CHECK(end_of_queue(mpi, MPIDBG_QUEUE_SENDS, 0).find("ompi_request_t.req_complete_cb_data at ") == 0);
    CHECK(problem_of_requests(mpi).find("ompi_request_t.req_complete_cb_data at ") == 0);
    return;
  }
  for (const int queue : {MPIDBG_QUEUE_RECEIVES, MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_INACTIVE}) {
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    plugin.details(queue);
    INFO(plugin.detail());
    CHECK(plugin.last_code() != mqs_end_of_list);
    CHECK(plugin.detail().find(what) != std::string::npos);
  }
  const std::string problem = problem_of_requests(mpi);
  INFO(problem);
  CHECK(problem.find(what) != std::string::npos);
}

TEST_CASE("what has the context id of MPI_COMM_NULL is on no communicator") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeUcxPml pml(mpi);
  pml.post({.tag = pml.tag(4, 1, 2), .bytes = 8});
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  std::size_t found = 0;
  for (const auto &communicator : plugin.communicators()) {
    REQUIRE(plugin.select(communicator.name));
    found += plugin.details(MPIDBG_QUEUE_RECEIVES).size();
  }
  CHECK(found == 1);
}

TEST_CASE("messages with ucx belong to the communicator of their context, or to none") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    pml.ucx.arrive({.tag = pml.tag(77, 1, 0), .bytes = 6});
    pml.ucx.arrive({.tag = pml.tag(78, 2, 0), .bytes = 1u << 22, .kind = FakeUcx::Message::rendezvous});
    pml.ucx.arrive({.tag = pml.tag(79, 2, 0), .bytes = 4, .kind = FakeUcx::Message::synchronous});
    pml.ucx.arrive({.tag = pml.tag(80, 1, 9), .bytes = 3});
    pml.ucx.arrive({.tag = pml.tag(81, 0, 1), .bytes = 2});
    pml.ucx.arrive({.tag = pml.tag(82, 1, 8), .bytes = 3});
    const auto messages = queue_of_world(mpi, MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(messages.size() == 3);
    CHECK(messages[0].tag == 77);
    CHECK(messages[0].comm_rank == 1);
    CHECK(messages[0].bytes == 6);
    CHECK(messages[0].protocol == MPIDBG_PROTOCOL_EAGER);
    CHECK(messages[0].request == 0);
    CHECK(messages[0].buffer != 0);
    CHECK(messages[1].protocol == MPIDBG_PROTOCOL_RENDEZVOUS);
    CHECK(messages[1].bytes == 1 << 22);
    CHECK(messages[2].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    const auto unclaimed = queue_of_world(mpi, MPIDBG_QUEUE_UNCLAIMED);
    REQUIRE(unclaimed.size() == 2);
    CHECK(unclaimed[0].context_id == 8);
    CHECK(unclaimed[1].context_id == 9);
    CHECK(unclaimed[1].tag == 80);
    CHECK(unclaimed[1].comm_rank == 1);
  });
}

TEST_CASE("what is pending on a communicator that Open MPI has let go with ucx is shown by its context") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    pml.post({.tag = pml.tag(5, 1, 0x77), .bytes = 8});
    pml.ucx.arrive({.tag = pml.tag(6, 1, 0x77), .bytes = 4});
    pml.ucx.arrive({.tag = pml.tag(7, 1, 0x78), .bytes = 4});
    const Address inactive = pml.new_persistent({.tag = pml.tag(9, 1, 0x7a), .count = 2});
    // A blocking call that has returned may leave on the stack what looks like its request.
    const Address stack = mpi.memory.allocate(8192 + 2 * pml.ucx.layouts.request.byte_size, 4096);
    mpi.memory.write_pointer(mpi.host.symbols["__libc_stack_end"], stack + 8192);
    pml.ucx.new_send({.tag = pml.tag(8, 0, 0x79), .endpoint = pml.endpoint(2), .at = stack + 4096 + 64});
    PluginDriver plugin(mpi.host);
    REQUIRE(mpidbg_init_per_process(mpi.host.process(), FakeHost::process_callbacks(), nullptr) == MPIDBG_SUCCESS);
    REQUIRE(plugin.update() == mqs_ok);
    CHECK_FALSE(plugin.select("context 0x77 (freed communicator)"));
    REQUIRE(plugin.select("context 0x77 (freed communicator)", true));
    const auto receives = plugin.details(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].tag == 5);
    CHECK(receives[0].comm_rank == 1);
    CHECK(receives[0].bytes == 8);
    const auto messages = plugin.details(MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].tag == 6);
    CHECK(plugin.details(MPIDBG_QUEUE_INACTIVE).empty());
    CHECK_FALSE(plugin.select("context 0x78 (freed communicator)", true));
    CHECK_FALSE(plugin.select("context 0x79 (freed communicator)", true));
    REQUIRE(plugin.select("context 0x7a (freed communicator)", true));  // on which nothing else is pending
    const auto idle = plugin.details(MPIDBG_QUEUE_INACTIVE);
    REQUIRE(idle.size() == 1);
    CHECK(idle[0].request == inactive.value());
    const auto unclaimed = plugin.details(MPIDBG_QUEUE_UNCLAIMED);
    REQUIRE(unclaimed.size() == 1);
    CHECK(unclaimed[0].tag == 7);
    mpidbg_finalize_per_process(mpi.host.process(), mpi.host.process_info);
  });
}

TEST_CASE("persistent requests with ucx: not started, started, complete, freed") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    FakeRequests requests(mpi);
    const Address inactive = pml.new_persistent({.tag = pml.tag(0, 0, 0), .mask = pml.any_source_any_tag, .count = 4});
    const Address ready =
        pml.new_persistent({.tag = pml.tag(3, 0, 0), .is_send = true, .mode = 3, .endpoint = pml.endpoint(2)});
    const Address behind = pml.post({.tag = pml.tag(4, 1, 0), .bytes = 8});
    const Address started = pml.new_persistent({.tag = pml.tag(4, 1, 0), .count = 2, .state = 2, .behind = behind});
    const Address complete = pml.new_persistent({.tag = pml.tag(5, 1, 0), .state = 2});
    const Address freed = pml.new_persistent({.tag = pml.tag(6, 1, 0)});
    pml.free_persistent(freed);

    const auto idle = queue_of_world(mpi, MPIDBG_QUEUE_INACTIVE);
    REQUIRE(idle.size() == 2);
    CHECK(idle[0].request == inactive.value());
    CHECK(idle[0].flags == (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG | MPIDBG_OP_PERSISTENT));
    CHECK(idle[0].count == 4);
    CHECK(idle[0].bytes == 16);
    CHECK(idle[1].request == ready.value());
    CHECK(idle[1].send_mode == MPIDBG_SEND_READY);
    CHECK(idle[1].comm_rank == 2);
    CHECK(idle[1].tag == 3);
    const auto receives = queue_of_world(mpi, MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == started.value());
    CHECK(receives[0].flags == MPIDBG_OP_PERSISTENT);
    CHECK(receives[0].count == 2);

    HandleSession session(mpi.host);
    CHECK(Request(session, inactive)->req_call == MPIDBG_CALL_RECV_INIT);
    CHECK(Request(session, ready)->req_call == MPIDBG_CALL_RSEND_INIT);
    Request active(session, started);
    CHECK(active->req_state == MPIDBG_REQUEST_ACTIVE);
    CHECK(active->req_peer_rank == 1);
    CHECK(active->req_tag == 4);
    CHECK(Request(session, complete)->req_state == MPIDBG_REQUEST_COMPLETE);
    CHECK(session.query(MPIDBG_KIND_REQUEST, freed.value()) != MPIDBG_SUCCESS);
    CHECK(session.query(MPIDBG_KIND_REQUEST, behind.value()) != MPIDBG_SUCCESS);
  });
}

TEST_CASE("HD8 a datatype of requests with ucx: freed or not, by the references that the requests hold") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    FakeRequests requests(mpi);
    FakeDatatypes types(mpi);
    const auto new_type = [&](int blocks) {
      return types.make(FakeDatatypes::vector, {blocks, 1, 3}, {}, {types[FakeDatatypes::int_]}, {8, 0, 16, 0, 16, 2});
    };
    const auto freed = [&](Address type, int references) {
      types.set_references(type, references);
      HandleSession session(mpi.host);
      return (Datatype(session, type)->dt_bitflags & MPIDBG_DATATYPE_INFO_FREED_HANDLE) != 0;
    };
    constexpr std::uint32_t synchronous = 0x44140, sent = 0x10;
    const auto send = [&](Address type, std::uint32_t flags) {
      pml.send({.tag = pml.tag(6, 0, 0),
                .endpoint = pml.endpoint(1),
                .datatype = pml.ucx.new_datatype(type),
                .flags = flags,
                .synchronous = true});
    };
    const Address unsent = new_type(2), waiting = new_type(3), received = new_type(4), repeated = new_type(5);
    send(unsent, synchronous);
    send(waiting, synchronous | sent);
    pml.post({.tag = pml.tag(5, 2, 0), .datatype = pml.ucx.new_datatype(received)});
    const Address behind = pml.post({.tag = pml.tag(4, 1, 0), .datatype = pml.ucx.new_datatype(repeated)});
    pml.new_persistent({.tag = pml.tag(4, 1, 0), .state = 2, .behind = behind});

    CHECK_FALSE(freed(unsent, 2));
    CHECK(freed(unsent, 1));
    CHECK_FALSE(freed(waiting, 1));  // UCX has released its reference, so the remaining one is the program's
    CHECK_FALSE(freed(received, 2));
    CHECK(freed(received, 1));
    CHECK_FALSE(freed(repeated, 3));  // the persistent request has a reference of its own
    CHECK(freed(repeated, 2));
  });
}

TEST_CASE("requests with ucx: peer, tag and bytes, and which are in use") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    FakeRequests requests(mpi);
    const Address posted = pml.post({.tag = pml.tag(5, 2, 0), .bytes = 16});
    const Address sent = pml.send({.tag = pml.tag(6, 0, 0), .bytes = 4000, .endpoint = pml.endpoint(1)});
    const Address matched =
        pml.match({.tag = 0, .mask = pml.any_source_any_tag, .bytes = 5000}, pml.tag(8, 1, 0), 4000);
    const Address orphan = pml.post({.tag = pml.tag(5, 2, 7)});
    const Address buffered = pml.buffered_send({.tag = pml.tag(8, 0, 0), .endpoint = pml.endpoint(2)});
    // Back in the pool: the object behind it stays what it was.
    const Address returned = pml.post({.tag = pml.tag(1, 1, 0)});
    const Address free_list = pml.ucx.pool() + pml.ucx.layouts.pool.freelist.present->offset;
    mpi.memory.write_pointer(pml.ucx.element, Address(mpi.memory.read_integer(free_list, mpi.memory.pointer_size())));
    mpi.memory.write_pointer(free_list, pml.ucx.element);
    const Address count = pml.ucx.tag_match() + pml.ucx.layouts.tag_match.sw_all_count.offset;
    const Address bucket = pml.ucx.bucket_of(pml.tag(1, 1, 0));
    pml.ucx.set(bucket, pml.ucx.layouts.queue.ptail, bucket.value());
    mpi.memory.write_integer(count, 2, 4);

    HandleSession session(mpi.host);
    std::vector<mqs_taddr_t> listed = session.list(MPIDBG_KIND_REQUEST);
    for (const Address handle : {posted, sent, matched, orphan}) {
      CHECK(std::count(listed.begin(), listed.end(), handle.value()) == 1);
    }
    for (const Address handle : {buffered, returned}) {
      CHECK(std::count(listed.begin(), listed.end(), handle.value()) == 0);
    }
    Request a(session, posted);
    CHECK(a->req_type == MPIDBG_REQUEST_POINT_TO_POINT);
    CHECK(a->req_state == MPIDBG_REQUEST_ACTIVE);
    CHECK(a->req_call == MPIDBG_CALL_IRECV);
    CHECK(a->req_comm == mpi.world.value());
    CHECK(a->req_peer_rank == 2);
    CHECK(a->req_tag == 5);
    CHECK(a->req_bytes == 16);
    Request b(session, sent);
    CHECK(b->req_call == MPIDBG_CALL_ISEND);
    CHECK(b->req_peer_rank == 1);
    CHECK(b->req_bytes == 4000);
    Request c(session, matched);
    CHECK(c->req_matched_rank == 1);
    CHECK(c->req_matched_tag == 8);
    CHECK(c->req_bytes == 5000);
    CHECK(Request(session, orphan)->req_comm == 0);
    CHECK(session.query(MPIDBG_KIND_REQUEST, returned.value()) != MPIDBG_SUCCESS);
  });
}

TEST_CASE("a message that a probe has matched is the message itself with ucx") {
  in_every_target([](FakeOpenMpi &mpi, FakeUcxPml &pml) {
    FakeMessages messages(mpi);
    const Address message = messages.add({.communicator = mpi.world, .source = 2, .tag = 0, .bytes = 12});
    const Address descriptor = pml.ucx.new_message({.tag = pml.tag(9, 2, 0), .bytes = 12});
    mpi.set(message, mpi.layouts.message.req_ptr, descriptor);
    HandleSession session(mpi.host);
    Message found(session, message);
    CHECK(found->message_bitflags == MPIDBG_MESSAGE_INFO_TAG_KNOWN);
    CHECK(found->message_source == 2);
    CHECK(found->message_tag == 9);
    CHECK(found->message_protocol == MPIDBG_MESSAGE_EAGER);
    CHECK(found->message_payload != 0);
    mpi.set(message, mpi.layouts.message.req_ptr,
            pml.ucx.new_message({.tag = pml.tag(9, 2, 0), .bytes = 12, .kind = fakes::FakeUcx::Message::synchronous}));
    HandleSession later(mpi.host);
    Message waited_for(later, message);
    CHECK(waited_for->message_bitflags == (MPIDBG_MESSAGE_INFO_TAG_KNOWN | MPIDBG_MESSAGE_INFO_SYNCHRONOUS));
    CHECK(waited_for->message_protocol == MPIDBG_MESSAGE_EAGER);
  });
}

TEST_CASE("requests of ucx do not hold their communicator") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeUcxPml pml(mpi);
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  const Address dup = mpi.new_communicator("my dup", 3, group, 0);
  pml.post({.tag = pml.tag(5, 1, 3)});
  HandleSession session(mpi.host);
  CHECK((Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>(session, dup)->comm_bitflags & MPIDBG_COMM_INFO_FREED_HANDLE) ==
        0);
}

TEST_CASE("progress with ucx, and without counters of it") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpidbg_progress_t progress{};
  progress.struct_size = sizeof progress;
  {
    PluginDriver plugin(mpi.host);
    CHECK(mpidbg_progress_query(mpi.host.process(), &progress) == MPIDBG_ERR_NOT_SUPPORTED);  // ob1 numbers messages
  }
  FakeUcxPml pml(mpi);
  pml.ucx.add_transport("posix", 9, 9);
  PluginDriver plugin(mpi.host);
  CHECK(mpidbg_progress_query(mpi.host.process(), &progress) == MPIDBG_SUCCESS);
  CHECK(progress.transport_empty == 1);
  CHECK(progress.counters == 3);
  CHECK(progress.counter[0] == 9);
  pml.ucx.add_transport("tcp");
  pml.ucx.use_transport(1);
  CHECK(mpidbg_progress_query(mpi.host.process(), &progress) == MPIDBG_SUCCESS);
  CHECK(progress.transport_empty == -1);
}

TEST_CASE("why the queues of ucx cannot be seen") {
  const auto problem = [](FakeOpenMpi &mpi) {
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    CHECK(plugin.communicators().size() == 2);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    CHECK(mpidbg_setup_operation_iterator(mpi.host.process(), MPIDBG_QUEUE_SENDS) == mqs_no_information);
    return std::string(plugin.process_info().queue_problem[MPIDBG_QUEUE_SENDS]);
  };
  const auto contains = [](const std::string &text, const char *part) {
    INFO(text);
    return text.find(part) != std::string::npos;
  };
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeUcxPml pml(mpi);
  SUBCASE("another version of UCX") {
    for (const char *name : {"ucp_worker", "ucp_request"}) mpi.host.types.erase(name);
    CHECK(contains(problem(mpi), "UCX layout and version unknown: "));
  }
  SUBCASE("no module") {
    mpi.host.symbols.erase("ompi_pml_ucx");
    CHECK(contains(problem(mpi), "the symbol ompi_pml_ucx is missing"));
  }
  SUBCASE("requests of another size") {
    mpi.set(pml.module, mpi.layouts.ucx_module.request_size, 999);
    CHECK(contains(problem(mpi), "a ucp_request has 999 bytes, expected "));
  }
  SUBCASE("a worker of another context") {
    mpi.set(pml.module, mpi.layouts.ucx_module.ucp_context, Address(0x1110));
    CHECK(contains(problem(mpi), "and not 0x1110"));
  }
}

TEST_CASE("damage of ucx keeps the operations before it, and names the place") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeUcxPml pml(mpi);
  pml.post({.tag = pml.tag(5, 1, 0), .mask = pml.any_tag});
  const Address second = pml.post({.tag = pml.tag(6, 1, 0), .mask = pml.any_tag});
  mpi.memory.write_pointer(pml.ucx.element_of(second - pml.ucx.layouts.request.byte_size), Address(0x10));
  pml.post({.tag = pml.tag(7, 1, 0), .mask = pml.any_tag});
  mpi.memory.write_pointer(pml.ucx.element_of(second - pml.ucx.layouts.request.byte_size), Address(0x10));
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  CHECK(plugin.details(MPIDBG_QUEUE_RECEIVES).size() == 2);
  CHECK(plugin.last_code() != mqs_end_of_list);
  CHECK(plugin.detail().find("ucp_request") != std::string::npos);
  // A rank that the communicator does not have.
  pml.ucx.arrive({.tag = pml.tag(1, 17, 0)});
  PluginDriver again(mpi.host);
  REQUIRE(again.update() == mqs_ok);
  REQUIRE(again.select("MPI_COMM_WORLD"));
  CHECK(again.details(MPIDBG_QUEUE_UNEXPECTED).empty());
  CHECK(again.detail().find("names rank 17 in a group of 2") != std::string::npos);
}

TEST_CASE("a second question at one stop walks nothing of UCX again") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeUcxPml pml(mpi);
  for (int i = 0; i < 20; ++i) pml.post({.tag = pml.tag(i, 1, 0)});
  for (int i = 0; i < 20; ++i) pml.ucx.arrive({.tag = pml.tag(i, 1, 0)});
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  const auto cost = [&](int queue) {
    const std::uint64_t before = mpi.host.fetches;
    CHECK(plugin.details(queue).size() == 20);
    return mpi.host.fetches - before;
  };
  const std::uint64_t first = cost(MPIDBG_QUEUE_UNEXPECTED);
  // Of each message its descriptor and its header, once to list them and once to show them.
  CHECK(first < 20 * 6);
  CHECK(cost(MPIDBG_QUEUE_UNEXPECTED) <= 20 * 2 + 1);  // and the state of MPI
  // Of each receive UCX's request and Open MPI's behind it; the queues lead through what was read with the pool.
  CHECK(cost(MPIDBG_QUEUE_RECEIVES) < 20 * 4);
  CHECK(cost(MPIDBG_QUEUE_RECEIVES) <= 20 * 3 + 1);
}
