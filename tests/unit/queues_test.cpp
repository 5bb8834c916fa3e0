// The three queues, and what lies beside them, of ob1 in every kind of target.

#include <doctest/doctest.h>

#include <cstring>

#include "tests/fakes/fake_open_mpi.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;

namespace {

// Runs a test in each kind of target, on rank 0 of 3.
template <class Test>
void in_every_target(Test &&test) {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 3);
      test(mpi);
    }
  }
}

}  // namespace

TEST_CASE("posted receives: from any source first, then peer by peer") {
  in_every_target([](FakeOpenMpi &mpi) {
    const FakeOpenMpi::Request from_2{
        .communicator = mpi.world, .peer = 2, .tag = 5, .count = 4, .buffer = Address(0x7100)};
    const FakeOpenMpi::Request from_any{.communicator = mpi.world, .peer = -1, .tag = -1, .count = 1};
    const Address specific = mpi.new_receive(from_2);
    mpi.post(specific, from_2);
    const Address wild = mpi.new_receive(from_any);
    mpi.post(wild, from_any);

    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto posted = plugin.details(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(plugin.last_code() == mqs_end_of_list);
    REQUIRE(posted.size() == 2);
    CHECK(posted[0].request == wild.value());
    CHECK(posted[0].flags == (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG));
    CHECK(posted[0].bytes == 4);
    CHECK(posted[1].request == specific.value());
    CHECK(posted[1].flags == 0);
    CHECK(posted[1].comm_rank == 2);
    CHECK(posted[1].world_rank == 2);
    CHECK(posted[1].tag == 5);
    CHECK(posted[1].bytes == 16);
    CHECK(posted[1].count == 4);
    CHECK(posted[1].buffer == 0x7100);
    CHECK(posted[1].datatype == mpi.mpi_int.value());
    CHECK(std::string(posted[1].datatype_name) == "MPI_INT");

    const auto historical = plugin.operations(mqs_pending_receives);
    REQUIRE(historical.size() == 2);
    CHECK(historical[0].desired_local_rank == -1);
    CHECK(historical[0].desired_global_rank == -1);
    CHECK(historical[0].tag_wild == 1);
    CHECK(historical[1].desired_local_rank == 2);
    CHECK(historical[1].desired_global_rank == 2);
    CHECK(historical[1].desired_tag == 5);
    CHECK(historical[1].desired_length == 16);
    CHECK(historical[1].status == mqs_st_pending);
    CHECK(std::string(historical[1].extra_text[1]) == "Data: 4 * MPI_INT");
    CHECK(historical[1].extra_text[4][0] == '\0');
  });
}

TEST_CASE("unexpected messages: eager, rendezvous, and those before their turn in the order of their numbers") {
  in_every_target([](FakeOpenMpi &mpi) {
    mpi.arrive({.communicator = mpi.world, .source = 1, .tag = 77, .bytes = 6, .sequence = 3});
    mpi.arrive(
        {.communicator = mpi.world, .source = 1, .tag = 78, .bytes = 4194304, .rendezvous = true, .sequence = 4});
    // 7 and 12 lead rings of their own; 8 and 9 follow 7 without a gap.
    const auto early = [&](std::uint16_t sequence) {
      return mpi.new_message({.communicator = mpi.world, .source = 2, .tag = sequence, .sequence = sequence});
    };
    const Address seven = early(7), twelve = early(12);
    mpi.set(seven, mpi.layouts.ob1_receive_fragment.range, mpi.ring({early(8), early(9)}));
    const Address peer = mpi.ob1_proc(mpi.world, 2);
    mpi.set(peer, mpi.layouts.ob1_comm_proc.frags_cant_match, mpi.ring({seven, twelve}));

    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto messages = plugin.details(MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(plugin.last_code() == mqs_end_of_list);
    REQUIRE(messages.size() == 6);
    CHECK(messages[0].protocol == MPIDBG_PROTOCOL_EAGER);
    CHECK(messages[0].bytes == 6);
    CHECK(messages[0].tag == 77);
    CHECK(messages[0].world_rank == 1);
    CHECK(messages[0].buffer == 0x5000 + 14);
    CHECK(messages[0].request == 0);
    CHECK(messages[0].record != 0);
    CHECK(messages[1].protocol == MPIDBG_PROTOCOL_RENDEZVOUS);
    CHECK(messages[1].bytes == 4194304);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(messages[2 + i].sequence == std::vector{7, 8, 9, 12}[i]);
      CHECK(messages[2 + i].flags == MPIDBG_OP_OUT_OF_ORDER);
    }
    CHECK(plugin.operations(mqs_unexpected_messages).size() == 6);
  });
}

TEST_CASE("channels: what was sent to and taken from each peer that there was traffic with, modulo 2^16") {
  in_every_target([](FakeOpenMpi &mpi) {
    const auto &proc = mpi.layouts.ob1_comm_proc;
    mpi.set(mpi.ob1_proc(mpi.world, 2), proc.send_sequence, 65536 + 7);
    mpi.set(mpi.ob1_proc(mpi.world, 2), proc.expected_sequence, 0);
    mpi.ob1_proc(mpi.world, 0);

    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    REQUIRE(mpidbg_setup_channel_iterator(mpi.host.process()) == mqs_ok);
    mpidbg_channel_info_t channel{};
    channel.struct_size = sizeof channel;
    REQUIRE(mpidbg_next_channel(mpi.host.process(), &channel) == mqs_ok);
    CHECK(channel.comm_rank == 0);
    CHECK(channel.sent == 0);
    CHECK(channel.received == 0);
    REQUIRE(mpidbg_next_channel(mpi.host.process(), &channel) == mqs_ok);
    CHECK(channel.comm_rank == 2);
    CHECK(channel.world_rank == 2);
    CHECK(channel.peer_job_rank == 2);
    CHECK(channel.sent == 7);
    CHECK(channel.received == 65535);
    CHECK(mpidbg_next_channel(mpi.host.process(), &channel) == mqs_end_of_list);
    REQUIRE(plugin.select("MPI_COMM_SELF"));
    CHECK(mpidbg_setup_channel_iterator(mpi.host.process()) == mqs_end_of_list);

    // A record of a peer beyond the group.
    const Address record = mpi.ob1_proc(mpi.world, -1);
    mpi.set(record, mpi.layouts.ob1_comm.num_procs, 4);
    const Address longer = mpi.memory.allocate(4 * mpi.memory.pointer_size());
    mpi.memory.write_pointer(longer + 3 * mpi.memory.pointer_size(), mpi.ob1_proc(mpi.world, 2));
    mpi.set(record, mpi.layouts.ob1_comm.procs, longer);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    CHECK(mpidbg_setup_channel_iterator(mpi.host.process()) >= mqs_first_user_code);
    CHECK(std::string(mpidbg_error_detail(mpi.host.process()))
              .find("claims 4 processes, the group of its communicator has 3") != std::string::npos);
  });
}

TEST_CASE("pending sends: in use and not done by the layer, with their mode") {
  in_every_target([](FakeOpenMpi &mpi) {
    const Address standard = mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = 3, .count = 10});
    const Address synchronous = mpi.new_send({.communicator = mpi.world, .peer = 2, .tag = 4}, 0);
    const Address done = mpi.new_send({.communicator = mpi.world, .peer = 2, .tag = 5});
    mpi.set(done, mpi.layouts.pml_request.req_pml_complete, 1);
    mpi.new_send({.communicator = mpi.world, .peer = 2, .tag = 6, .state = 0});  // back in the pool
    const Address buffered = mpi.new_send({.communicator = mpi.world, .peer = 2, .tag = 7, .complete = 1}, 2);
    mpi.set(standard, mpi.layouts.ob1_send_request.req_bytes_delivered, 8);

    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto sends = plugin.details(MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 3);
    CHECK(sends[0].request == standard.value());
    CHECK(sends[0].is_send == 1);
    CHECK(sends[0].send_mode == MPIDBG_SEND_STANDARD);
    CHECK(sends[0].bytes == 40);
    CHECK(sends[0].bytes_done == 8);
    CHECK(sends[1].request == synchronous.value());
    CHECK(sends[1].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    CHECK(sends[2].request == buffered.value());
    CHECK(sends[2].send_mode == MPIDBG_SEND_BUFFERED);
    CHECK(sends[2].flags == MPIDBG_OP_COMPLETE);
  });
}

TEST_CASE("req_complete has three meanings: pending, complete, waited on") {
  in_every_target([](FakeOpenMpi &mpi) {
    // The vendors' fault: an address whose low byte is not zero is no "complete".
    const Address wait_object(0x7fffc0b1);
    const FakeOpenMpi::Request waited{.communicator = mpi.world, .peer = 1, .tag = 1, .complete = wait_object.value()};
    mpi.post(mpi.new_receive(waited), waited);
    const FakeOpenMpi::Request pending{.communicator = mpi.world, .peer = 1, .tag = 2};
    mpi.post(mpi.new_receive(pending), pending);

    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto posted = plugin.details(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(posted.size() == 2);
    CHECK(posted[0].flags == MPIDBG_OP_WAITED_ON);
    CHECK(posted[0].waiter == wait_object.value());
    CHECK(posted[1].flags == 0);
    CHECK(posted[1].waiter == 0);
    CHECK(plugin.operations(mqs_pending_receives)[0].status == mqs_st_pending);
  });
}

TEST_CASE("persistent requests: started ones are pending, the others are told apart") {
  in_every_target([](FakeOpenMpi &mpi) {
    const FakeOpenMpi::Request started{.communicator = mpi.world, .peer = 1, .tag = 1, .persistent = true};
    mpi.post(mpi.new_receive(started), started);
    const Address idle =
        mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = 2, .persistent = true, .state = 1, .complete = 1});

    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto posted = plugin.details(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(posted.size() == 1);
    CHECK(posted[0].flags == MPIDBG_OP_PERSISTENT);
    CHECK(plugin.details(MPIDBG_QUEUE_SENDS).empty());
    const auto inactive = plugin.details(MPIDBG_QUEUE_INACTIVE);
    REQUIRE(inactive.size() == 1);
    CHECK(inactive[0].request == idle.value());
    CHECK(inactive[0].is_send == 1);
    CHECK(inactive[0].flags == MPIDBG_OP_PERSISTENT);
  });
}

TEST_CASE("a matched receive whose data is arriving is in no list and is found all the same") {
  in_every_target([](FakeOpenMpi &mpi) {
    const Address arriving = mpi.new_receive({.communicator = mpi.world, .peer = -1, .tag = -1, .count = 1048576});
    mpi.set(arriving, mpi.layouts.ob1_receive_request.req_match_received, 1);
    mpi.set(arriving, mpi.layouts.ob1_receive_request.req_bytes_expected, 4194304);
    mpi.set(arriving, mpi.layouts.ob1_receive_request.req_bytes_received, 65536);
    const Address status = arriving + mpi.layouts.request.req_status.offset;
    mpi.set(status, mpi.layouts.status.MPI_SOURCE, 2);
    mpi.set(status, mpi.layouts.status.MPI_TAG, 9);

    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto receives = plugin.details(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].flags == MPIDBG_OP_MATCHED);
    CHECK(receives[0].comm_rank == 2);
    CHECK(receives[0].tag == 9);
    CHECK(receives[0].bytes == 4194304);
    CHECK(receives[0].bytes_done == 65536);
    CHECK(plugin.operations(mqs_pending_receives)[0].status == mqs_st_matched);
  });
}

TEST_CASE("the library's own traffic is marked, a blocking probe is not a receive") {
  in_every_target([](FakeOpenMpi &mpi) {
    mpi.arrive({.communicator = mpi.world, .source = 1, .tag = -16, .bytes = 0});
    const FakeOpenMpi::Request probe{.communicator = mpi.world, .peer = 1, .tag = 3, .type = 4};
    mpi.post(mpi.new_receive(probe), probe);
    const FakeOpenMpi::Request internal{.communicator = mpi.world, .peer = 1, .tag = -27};
    mpi.post(mpi.new_receive(internal), internal);

    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    CHECK(plugin.details(MPIDBG_QUEUE_UNEXPECTED).at(0).flags == MPIDBG_OP_INTERNAL);
    const auto posted = plugin.details(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(posted.size() == 2);
    CHECK(posted[0].flags == MPIDBG_OP_PROBE);
    CHECK(posted[0].request == 0);
    CHECK(posted[1].flags == MPIDBG_OP_INTERNAL);
  });
}

TEST_CASE("a message in the list of another sender is damage") {
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 3);
  mpi.arrive({.communicator = mpi.world, .source = 1, .tag = 5});
  const auto messages = [&](std::string &problem) {
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto found = plugin.details(MPIDBG_QUEUE_UNEXPECTED);
    problem = plugin.detail();
    return found;
  };
  std::string problem;
  const Address fragment(messages(problem).at(0).record);
  mpi.set(fragment + mpi.layouts.ob1_receive_fragment.hdr.offset, mpi.layouts.ob1_match_header.hdr_src, 2);
  CHECK(messages(problem).empty());
  CHECK(problem.find("has hdr_src 2, and is in the list of 1") != std::string::npos);
}

TEST_CASE("messages for a communicator that does not exist here are not lost") {
  in_every_target([](FakeOpenMpi &mpi) {
    mpi.write_list(mpi.module + mpi.layouts.ob1_module.non_existing_communicator_pending.offset,
                   {mpi.new_message({.source = 1, .tag = 4, .bytes = 3, .sequence = 1, .context = 9})});
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    const auto unclaimed = plugin.details(MPIDBG_QUEUE_UNCLAIMED);
    REQUIRE(unclaimed.size() == 1);
    CHECK(unclaimed[0].context_id == 9);
    CHECK(unclaimed[0].comm_rank == 1);
    CHECK(unclaimed[0].world_rank == -1);
    CHECK(unclaimed[0].bytes == 3);
  });
}

TEST_CASE("messages for a communicator that does not exist here cannot be seen without the module of ob1") {
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  mpi.host.symbols.erase("mca_pml_ob1");
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  CHECK(std::string(plugin.process_info().queue_problem[MPIDBG_QUEUE_UNCLAIMED]) ==
        "the symbol mca_pml_ob1 is missing");
  CHECK(std::string(plugin.process_info().queue_problem[MPIDBG_QUEUE_UNEXPECTED]) == "");
}

TEST_CASE("a smaller record of an older host is not overrun") {
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  mpi.arrive({.communicator = mpi.world, .source = 1, .tag = 77});
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  REQUIRE(mpidbg_setup_operation_iterator(mpi.host.process(), MPIDBG_QUEUE_UNEXPECTED) == mqs_ok);
  mpidbg_operation_info_t operation;
  std::memset(&operation, 0x5a, sizeof operation);
  operation.struct_size = offsetof(mpidbg_operation_info_t, protocol);
  REQUIRE(mpidbg_next_operation(mpi.host.process(), &operation) == mqs_ok);
  CHECK(operation.queue == MPIDBG_QUEUE_UNEXPECTED);
  CHECK(operation.protocol == 0x5a5a5a5a);
  CHECK(operation.datatype_name[63] == 0x5a);
}
