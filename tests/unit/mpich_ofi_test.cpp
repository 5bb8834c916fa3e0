// MPICH's messages between nodes that libfabric has: every kind of entry in every kind of target; damaged ones.

#include <doctest/doctest.h>

#include "mpidbg/abi/handles/message.h"
#include "mpidbg/abi/handles/request.h"
#include "mpidbg/abi/progress_interface.h"
#include "mpidbg/model/mpich/p2p/ofi_tag.h"
#include "tests/contains.h"
#include "tests/fakes/fake_ofi_device.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/mpich_target.h"

using fakes::FakeMpich;
using fakes::FakeOfi;
using fakes::FakeOfiDevice;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::model::mpich::ObjectKind;
using mpidbg::model::mpich::OfiTag;
using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;
using Message = Queried<mpidbg_message_info_t, MPIDBG_KIND_MESSAGE>;

namespace {

constexpr std::uint32_t halo = 0x1f0;  // its context

// The process is rank 2 of the communicator "halo", whose ranks 0 to 2 are ranks 2, 0 and 1 of the world.
template <class Test>
void in_every_target(Test &&test) {
  for (const TargetKind &kind : all_targets) {
    for (const bool named : {true, false}) {
      CAPTURE(kind.name);
      CAPTURE(named);
      FakeMpich mpich(kind.pointer_size, kind.order, true, FakeMpich::WithinNode::shared_memory);
      FakeOfiDevice device(mpich, named);
      const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
      test(mpich, device, object);
      CHECK(fakes::FakeHost::live_allocations() == 0);
    }
  }
}

std::string text_of(const mpidbg_operation_info_t &operation) {
  return std::to_string(operation.comm_rank) + " world " + std::to_string(operation.world_rank) + " tag " +
         std::to_string(operation.tag) + " bytes " + std::to_string(operation.bytes);
}

std::string problem_of(FakeMpich &mpich, int queue) {
  return PluginDriver(mpich.host).process_info().queue_problem[queue];
}

}  // namespace

TEST_CASE("receives over libfabric: source, tag, and what MPICH has of the data") {
  in_every_target([](FakeMpich &mpich, FakeOfiDevice &device, Address object) {
    const Address exact =
        device.post({.tag = FakeOfiDevice::tag(halo, 7), .source = 2, .bytes = 40, .communicator = object});
    device.post({.tag = FakeOfiDevice::tag(halo, 0), .ignore = FakeOfiDevice::any_tag, .communicator = object});
    device.post({.tag = FakeOfiDevice::tag(halo, 8),
                 .source = 0,
                 .bytes = 12,
                 .communicator = object,
                 .event = 10,
                 .pack_buffer = Address(0x7654),
                 .pack_count = 3});
    device.post({.tag = FakeOfiDevice::tag(halo + 1, 1), .source = 0, .bytes = 0, .communicator = object});
    device.match({.tag = FakeOfiDevice::tag(halo, 9), .bytes = 80, .communicator = object},
                 {.tag = FakeOfiDevice::tag(halo, 9),
                  .bytes = 60,
                  .data = 1,
                  .source = FakeOfiDevice::address(0),
                  .kind = FakeOfi::Kind::rendezvous});
    const auto found = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(found.size() == 5);
    CHECK(text_of(found[0]) == "0 world 2 tag 7 bytes 40");
    CHECK(found[0].count == 10);
    CHECK(found[0].request == device.handle(exact));
    CHECK(found[0].record == exact.value());
    CHECK(found[0].buffer == 0x1234);
    CHECK(std::string(found[0].datatype_name) == "MPI_INT");
    CHECK((found[1].flags & (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG)) == (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG));
    CHECK(text_of(found[2]) == "1 world 0 tag 8 bytes 12");
    CHECK(found[2].buffer == 0x7654);  // the program's, not that of MPICH
    CHECK((found[3].flags & MPIDBG_OP_INTERNAL) != 0);
    CHECK(found[3].collective == MPIDBG_COLLECTIVE_BARRIER);
    CHECK((found[4].flags & MPIDBG_OP_MATCHED) != 0);
    CHECK(text_of(found[4]) == "1 world 0 tag 9 bytes 60");
    CHECK(queue_of(mpich, "MPI_COMM_WORLD", MPIDBG_QUEUE_RECEIVES).empty());

    HandleSession session(mpich.host);
    const Request request(session, Address(device.handle(exact)));
    CHECK(request->req_comm == mpich.pool(ObjectKind::communicator).handle(object));
    CHECK(request->req_tag == 7);
    CHECK(request->req_peer_rank == 0);
  });
}

TEST_CASE("messages over libfabric, and those that are none of the program's") {
  in_every_target([](FakeMpich &mpich, FakeOfiDevice &device, Address) {
    device.ofi.arrive(
        {.tag = FakeOfiDevice::tag(halo, 3), .bytes = 100, .data = 0, .source = FakeOfiDevice::address(2)});
    device.ofi.arrive({.tag = FakeOfiDevice::tag(halo, 4, FakeOfiDevice::synchronous),
                       .bytes = 5,
                       .data = 1,
                       .source = FakeOfiDevice::address(0)});
    device.ofi.arrive({.tag = FakeOfiDevice::tag(halo, 5),
                       .bytes = 70000,
                       .data = 1,
                       .source = FakeOfiDevice::address(0),
                       .kind = FakeOfi::Kind::rendezvous,
                       .number = 12});
    device.ofi.arrive({.tag = FakeOfiDevice::tag(halo, 4, FakeOfiDevice::acknowledgement),
                       .bytes = 0,
                       .data = 1,
                       .source = FakeOfiDevice::address(0)});
    device.ofi.arrive(
        {.tag = FakeOfiDevice::tag(0x770, 6), .bytes = 1, .data = 2, .source = FakeOfiDevice::address(2)});
    const auto found = queue_of(mpich, "halo", MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(found.size() == 3);
    CHECK(text_of(found[0]) == "0 world 2 tag 3 bytes 100");
    CHECK(found[0].protocol == MPIDBG_PROTOCOL_EAGER);
    CHECK(found[0].buffer != 0);
    CHECK(found[1].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    CHECK(found[2].protocol == MPIDBG_PROTOCOL_RENDEZVOUS);
    CHECK(found[2].sender_record == 13);
    const auto unclaimed = queue_of(mpich, {}, MPIDBG_QUEUE_UNCLAIMED);
    REQUIRE(unclaimed.size() == 1);
    CHECK(text_of(unclaimed[0]) == "2 world 2 tag 6 bytes 1");
  });
}

TEST_CASE("sends over libfabric: by libfabric's entry, by the receive for an acknowledgement, or by both") {
  in_every_target([](FakeMpich &mpich, FakeOfiDevice &device, Address) {
    const Address waits = device.send({.tag = FakeOfiDevice::tag(halo, 3), .bytes = 70000, .data = 2, .number = 12});
    const Address left = device.synchronous_send(FakeOfiDevice::tag(halo, 4), 2);
    const Address big =
        device.send({.tag = FakeOfiDevice::tag(halo, 5, FakeOfiDevice::huge), .bytes = 4096, .data = 2}, 12, 1);
    const auto found = queue_of(mpich, "halo", MPIDBG_QUEUE_SENDS);
    REQUIRE(found.size() == 3);
    CHECK(text_of(found[0]) == "0 world 2 tag 4 bytes -1");
    CHECK(found[0].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    CHECK(found[0].request == device.handle(left));
    CHECK(text_of(found[1]) == "-1 world -1 tag 3 bytes 70000");
    CHECK(found[1].request == device.handle(waits));
    CHECK(found[1].count == 17500);
    CHECK(found[1].sender_record == 13);
    CHECK(text_of(found[2]) == "1 world 0 tag 5 bytes -1");
    CHECK(found[2].request == device.handle(big));
    HandleSession session(mpich.host);
    const Request request(session, Address(device.handle(left)));
    CHECK(request->req_peer_world_rank == 2);
  });
}

TEST_CASE("a message that MPI_Mprobe has taken over libfabric") {
  in_every_target([](FakeMpich &mpich, FakeOfiDevice &device, Address object) {
    const Address taken = device.matched_message(object, 1, 44, 12);
    HandleSession session(mpich.host);
    const Message message(session, Address(device.handle(taken)));
    CHECK(message->message_source == 1);
    CHECK(message->message_source_world_rank == 0);
    CHECK(message->message_tag == 44);
    CHECK(message->message_bytes == 12);
    CHECK(message->message_protocol == MPIDBG_MESSAGE_PROTOCOL_UNKNOWN);
    // The sender waits for the receive: so libfabric's message says.
    const Address record = device.ofi.new_message({.tag = FakeOfiDevice::tag(halo, 45, FakeOfiDevice::synchronous),
                                                   .bytes = 8,
                                                   .data = 1,
                                                   .source = FakeOfiDevice::address(0)});
    const Message other(session, Address(device.handle(device.matched_message(object, 1, 45, 8, record))));
    CHECK(other->message_protocol == MPIDBG_MESSAGE_EAGER);
    CHECK(other->message_payload != 0);
    CHECK((other->message_bitflags & MPIDBG_MESSAGE_INFO_SYNCHRONOUS) != 0);
  });
}

TEST_CASE("a receive from any source is in both devices, and is shown once") {
  in_every_target([](FakeMpich &mpich, FakeOfiDevice &device, Address object) {
    const Address own = device.lists.post({.context = halo, .source = -2, .tag = 6, .communicator = object});
    const Address twin = device.post({.tag = FakeOfiDevice::tag(halo, 6), .communicator = object});
    device.lists.make_twin(own, twin);
    const auto found = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(found.size() == 1);
    CHECK(found[0].request == device.handle(own));
    CHECK(HandleSession(mpich.host).query(MPIDBG_KIND_REQUEST, device.handle(twin)) != MPIDBG_SUCCESS);
  });
}

TEST_CASE("completions that MPICH has not processed are messages on their way") {
  in_every_target([](FakeMpich &mpich, FakeOfiDevice &device, Address) {
    const auto transport = [&] {
      PluginDriver plugin(mpich.host);
      mpidbg_progress_t progress{};
      progress.struct_size = sizeof progress;
      REQUIRE(mpidbg_progress_query(mpich.host.process(), &progress) == MPIDBG_SUCCESS);
      return progress.transport_empty;
    };
    CHECK(transport() == -1);
    const Address interface = device.global + device.layouts.global.per_vni.present->offset;
    mpich.set(interface, device.layouts.former_interface.cq_buffered_static_tail, 1);
    CHECK(transport() == 0);
  });
}

TEST_CASE("entries of libfabric that contradict MPICH are said, and others are shown") {
  FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
  FakeOfiDevice device(mpich);
  const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
  const auto fails = [&](int queue, const std::string &what) {
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("halo"));
    (void)plugin.details(queue);
    CHECK(plugin.last_code() != mqs_end_of_list);
    CHECK_MESSAGE(contains(plugin.detail(), what), plugin.detail());
  };
  SUBCASE("a message without a rank") {
    device.ofi.arrive({.tag = FakeOfiDevice::tag(halo, 3)});
    fails(MPIDBG_QUEUE_UNEXPECTED, "is a message without the rank of its sender");
  }
  SUBCASE("a rank that the communicator does not have") {
    device.ofi.arrive({.tag = FakeOfiDevice::tag(halo, 3), .data = 3, .source = FakeOfiDevice::address(0)});
    fails(MPIDBG_QUEUE_UNEXPECTED, "names rank 3 in a group of 3");
  }
  SUBCASE("a message from another process than it says") {
    device.ofi.arrive({.tag = FakeOfiDevice::tag(halo, 3), .data = 0, .source = FakeOfiDevice::address(0)});
    fails(MPIDBG_QUEUE_UNEXPECTED, "is a message of rank 0, and came from another one");
  }
  SUBCASE("a receive from a process that is not known") {
    device.post({.tag = FakeOfiDevice::tag(halo, 3), .source = 77, .communicator = object});
    fails(MPIDBG_QUEUE_RECEIVES, "which is that of no process");
  }
  SUBCASE("a receive that ignores a part of the tag") {
    device.post({.tag = FakeOfiDevice::tag(halo, 3), .ignore = 1, .communicator = object});
    fails(MPIDBG_QUEUE_RECEIVES, "ignores the bits 0x1 of the tag");
  }
  SUBCASE("an object of an unknown kind") {
    device.post({.tag = FakeOfiDevice::tag(halo, 3), .communicator = object, .event = 99});
    fails(MPIDBG_QUEUE_RECEIVES, "is 99, which is no kind of object");
  }
  SUBCASE("a datatype that does not exist") {
    device.post({.tag = FakeOfiDevice::tag(halo, 3), .communicator = object, .datatype = 0x8c00ffff});
    fails(MPIDBG_QUEUE_RECEIVES, "which is not in use");
  }
  SUBCASE("a request that is pending in MPICH alone") {
    const auto add = [&] {
      const Address request = mpich.add_request(2);
      mpich.set(request, mpich.layouts.request.comm, object.value());
      mpich.set(request, mpich.layouts.object.ref_count, 2);
    };
    add();  // a call may be making it
    CHECK(queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES).empty());
    add();
    fails(MPIDBG_QUEUE_RECEIVES, "is pending, and no pending operation of libfabric is for it");
  }
  SUBCASE("a send on no communicator with its rank") {
    device.send({.tag = FakeOfiDevice::tag(halo, 3), .bytes = 70000, .data = 0});
    fails(MPIDBG_QUEUE_SENDS, "whose rank or receiver is that of no communicator with its context id");
  }
}

TEST_CASE("where libfabric's endpoints are not to be found, the answer says why") {
  FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
  FakeOfiDevice device(mpich, false);
  CHECK(problem_of(mpich, MPIDBG_QUEUE_RECEIVES).empty());
  SUBCASE("nothing like them in the static data") {
    mpich.set(device.global + device.layouts.global.ctx.offset, device.layouts.context.rx, 0);
    CHECK(contains(problem_of(mpich, MPIDBG_QUEUE_RECEIVES), "where this build of MPICH keeps libfabric's endpoints"));
  }
  SUBCASE("a provider that is not read") {
    device.ofi.set_provider("usnic");
    mpich.set(device.global + device.layouts.global.ctx.offset, device.layouts.context.domain,
              mpich.memory.read_integer(device.ofi.endpoint + device.ofi.layouts.endpoint.domain.offset, 8));
    CHECK(contains(problem_of(mpich, MPIDBG_QUEUE_RECEIVES), "usnic"));
  }
  SUBCASE("impossible widths of a tag") {
    mpich.set(device.global + device.layouts.global.settings.offset, device.layouts.capabilities.tag_bits, 60);
    CHECK(contains(problem_of(mpich, MPIDBG_QUEUE_RECEIVES), "MPIDI_OFI_capabilities_t has 20 context_bits"));
  }
}

TEST_CASE("the fields of libfabric's tags have the widths that the process says") {
  CHECK_FALSE(OfiTag::with(20, 0, 41));
  CHECK_FALSE(OfiTag::with(-1, 0, 31));
  CHECK_FALSE(OfiTag::with(20, 32, 31));
  const OfiTag narrow = *OfiTag::with(16, 20, 20);
  const auto envelope = narrow.decode(std::uint64_t{0x1f0} << 40 | std::uint64_t{7} << 20 | 99);
  CHECK(envelope.context_id == 0x1f0);
  CHECK(envelope.source == 7);
  CHECK(envelope.tag == 99);
  CHECK_FALSE(narrow.decode(0, std::uint64_t{0xfffff} << 20).source);
  CHECK(narrow.is_ignored_by_receives(std::uint64_t{0xfffff} << 20));
  CHECK_FALSE(narrow.is_ignored_by_receives(std::uint64_t{1} << 40));
  CHECK(narrow.is_acknowledgement(std::uint64_t{1} << 56));
  CHECK(narrow.is_huge(std::uint64_t{8} << 56));
}
