// The messages that MPICH matches itself, as ch4:ofi does within a node, in every kind of target; and damaged lists.

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "mpidbg/abi/handles/message.h"
#include "mpidbg/abi/handles/request.h"
#include "mpidbg/abi/progress_interface.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "tests/contains.h"
#include "tests/fakes/fake_matching_lists.h"
#include "tests/fakes/fake_ucx_device.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/mpich_target.h"

using fakes::FakeHost;
using fakes::FakeMatchingLists;
using fakes::FakeMpich;
using fakes::FakeUcxDevice;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::model::mpich::ObjectKind;
using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;
using Message = Queried<mpidbg_message_info_t, MPIDBG_KIND_MESSAGE>;
using namespace mpidbg::layout::mpich;

namespace {

constexpr std::uint32_t halo = 0x1f0;  // its context
constexpr std::int32_t any = -2;       // MPI_ANY_SOURCE

template <class Test>
void in_every_target(Test &&test) {
  for (const TargetKind &kind : all_targets) {
    CAPTURE(kind.name);
    FakeMpich mpich(kind.pointer_size, kind.order, true, FakeMpich::WithinNode::shared_memory);
    FakeMatchingLists lists(mpich);
    // Rank 1 of the world is its rank 2: the order of the world, reversed and rotated.
    const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
    test(mpich, lists, object);
    CHECK(FakeHost::live_allocations() == 0);
  }
}

}  // namespace

TEST_CASE("MPICH's own posted receives: in order, by communicator, from any source once") {
  in_every_target([](FakeMpich &mpich, FakeMatchingLists &lists, Address object) {
    const Address first = lists.post(
        {.context = halo, .source = 1, .tag = 5, .count = 4, .buffer = Address(0x7100), .communicator = object});
    lists.post({.context = 0, .source = 0, .tag = 5, .communicator = mpich.predefined(ObjectKind::communicator, 0)});
    const Address wild = lists.post({.context = halo, .source = any, .tag = -1, .communicator = object});
    const Address twin = lists.add_twin(wild, object);
    lists.post({.context = halo | 1, .source = 0, .tag = 287, .communicator = object});

    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 3);
    CHECK(receives[0].request == lists.handle(first));
    CHECK(receives[0].record == first.value());
    CHECK(receives[0].flags == 0);
    CHECK(receives[0].comm_rank == 1);
    CHECK(receives[0].world_rank == 0);
    CHECK(receives[0].tag == 5);
    CHECK(receives[0].bytes == 16);
    CHECK(receives[0].count == 4);
    CHECK(receives[0].buffer == 0x7100);
    CHECK(std::string(receives[0].datatype_name) == "MPI_INT");
    CHECK(receives[1].request == lists.handle(wild));
    CHECK(receives[1].flags == (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG));
    CHECK(receives[2].flags == MPIDBG_OP_INTERNAL);
    CHECK(receives[2].collective == MPIDBG_COLLECTIVE_NONBLOCKING);
    CHECK(queue_of(mpich, "MPI_COMM_WORLD", MPIDBG_QUEUE_RECEIVES).size() == 1);

    HandleSession session(mpich.host);
    const auto listed = session.list(MPIDBG_KIND_REQUEST);
    CHECK(std::count(listed.begin(), listed.end(), lists.handle(first)) == 1);
    CHECK(std::count(listed.begin(), listed.end(), lists.handle(twin)) == 0);
    const Request request(session, Address(lists.handle(first)));
    CHECK(request->req_peer_rank == 1);
    CHECK(request->req_tag == 5);
  });
}

TEST_CASE("with shared memory beside UCX each receive is counted once") {
  FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
  FakeUcxDevice device(mpich);
  FakeMatchingLists lists(mpich);
  const Address world = mpich.predefined(ObjectKind::communicator, 0);
  const Address wild = lists.post({.source = any, .tag = 5, .communicator = world});
  const Address twin = device.post({.tag = device.tag(0, 0, 5), .mask = device.any_source});
  lists.make_twin(wild, twin);
  const Address far = device.post({.tag = device.tag(0, 2, 6), .mask = device.exact});
  lists.post({.source = 0, .tag = 7, .communicator = world});

  const auto receives = queue_of(mpich, "MPI_COMM_WORLD", MPIDBG_QUEUE_RECEIVES);
  REQUIRE(receives.size() == 3);
  CHECK(receives[0].request == device.handle(far));
  CHECK(receives[0].comm_rank == 2);
  CHECK(receives[1].request == lists.handle(wild));
  CHECK(receives[1].flags == MPIDBG_OP_ANY_SOURCE);
  CHECK(receives[2].tag == 7);
}

TEST_CASE("a receive on a communicator of one process is not one of those within the node") {
  FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
  FakeUcxDevice device(mpich);
  const FakeMatchingLists lists(mpich);
  const Address self = mpich.predefined(ObjectKind::communicator, 1);
  const Address receive = device.own({.communicator = self, .tag = 3, .count = 2});
  const auto &layouts = mpich.layouts;
  mpich.set(receive + layouts.request.dev.offset, *layouts.device_request.is_local.present, 1);
  HandleSession session(mpich.host);
  const Request request(session, Address(device.handle(receive)));
  CHECK(request->req_tag == 3);
  CHECK(request->req_bytes == 8);
}

TEST_CASE("a receive of nothing with MPICH is one of 0 bytes, and there are limits to what there can be") {
  in_every_target([](FakeMpich &mpich, FakeMatchingLists &lists, Address object) {
    lists.post({.context = halo, .source = 1, .tag = 5, .count = 0, .communicator = object});
    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].count == 0);
    CHECK(receives[0].bytes == 0);
    if (mpich.memory.pointer_size() == 4) return;  // counts have the width of an MPI_Aint
    constexpr auto limit = static_cast<std::int64_t>(mpidbg::limits::message_bytes);
    lists.arrive({.context = halo, .source = 0, .tag = 7, .count = limit - 1});
    lists.arrive({.context = halo, .source = 0, .tag = 8, .count = limit});
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("halo"));
    const auto messages = plugin.details(MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].bytes == limit - 1);
    CHECK(contains(plugin.detail(), "is among the unexpected messages and is none"));
  });
}

TEST_CASE("MPICH's own unexpected messages: sender, size, protocol; and those for communicators that are not here") {
  in_every_target([](FakeMpich &mpich, FakeMatchingLists &lists, Address) {
    const Address eager =
        lists.arrive({.context = halo, .source = 0, .tag = 7, .count = 12, .buffer = Address(0x7200)});
    lists.arrive({.context = halo, .source = 1, .tag = 8, .count = 1048576, .flags = active_message_rendezvous});
    lists.arrive({.context = halo, .source = 1, .tag = 9, .count = 0, .flags = active_message_synchronous});
    lists.arrive({.context = 0x180, .source = 1, .tag = 3, .count = 5});

    const auto messages = queue_of(mpich, "halo", MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(messages.size() == 3);
    CHECK(messages[0].comm_rank == 0);
    CHECK(messages[0].world_rank == 2);
    CHECK(messages[0].tag == 7);
    CHECK(messages[0].bytes == 12);
    CHECK(messages[0].buffer == 0x7200);
    CHECK(messages[0].protocol == MPIDBG_PROTOCOL_EAGER);
    CHECK(messages[0].request == 0);
    CHECK(messages[1].protocol == MPIDBG_PROTOCOL_RENDEZVOUS);
    CHECK(messages[1].bytes == 1048576);
    CHECK(messages[2].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    const auto unclaimed = queue_of(mpich, "", MPIDBG_QUEUE_UNCLAIMED);
    REQUIRE(unclaimed.size() == 1);
    CHECK(unclaimed[0].context_id == 0x180);
    CHECK(unclaimed[0].tag == 3);

    // They are MPIR_Requests, and none of the program's.
    HandleSession session(mpich.host);
    const auto listed = session.list(MPIDBG_KIND_REQUEST);
    CHECK(std::count(listed.begin(), listed.end(), lists.handle(eager)) == 0);
    CHECK(session.query(MPIDBG_KIND_REQUEST, lists.handle(eager)) == MPIDBG_ERR_NOT_FOUND);
  });
}

TEST_CASE("of MPICH's own sends the communicator is known; receives that have matched show the message") {
  in_every_target([](FakeMpich &mpich, FakeMatchingLists &lists, Address object) {
    const Address send = lists.send(object);
    const auto sends = queue_of(mpich, "halo", MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 1);
    CHECK(sends[0].request == lists.handle(send));
    CHECK(sends[0].comm_rank == -1);
    CHECK((sends[0].flags & MPIDBG_OP_TAG_UNKNOWN) != 0);
    CHECK(sends[0].bytes == -1);
    {
      HandleSession session(mpich.host);
      const Request request(session, Address(lists.handle(send)));
      CHECK(request->req_call == MPIDBG_CALL_ISEND);
      CHECK((request->req_bitflags & MPIDBG_REQUEST_INFO_CALL_INFERRED) != 0);
    }

    const Address matched = lists.receive({.context = halo, .source = 1, .tag = 6, .count = 4, .communicator = object});
    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == lists.handle(matched));
    CHECK((receives[0].flags & MPIDBG_OP_MATCHED) != 0);
    CHECK(receives[0].comm_rank == 1);
    CHECK(receives[0].tag == 6);
  });
}

TEST_CASE("a message of MPICH's own that MPI_Mprobe has matched says where it is from") {
  in_every_target([](FakeMpich &mpich, FakeMatchingLists &lists, Address object) {
    const Address matched = lists.matched_message({.context = halo,
                                                   .source = 0,
                                                   .tag = 4,
                                                   .count = 9,
                                                   .communicator = object,
                                                   .flags = active_message_synchronous});
    HandleSession session(mpich.host);
    const Message message(session, Address(lists.handle(matched)));
    CHECK(message->message_source == 0);
    CHECK(message->message_source_world_rank == 2);
    CHECK(message->message_tag == 4);
    CHECK(message->message_bytes == 9);
  });
}

TEST_CASE("what a device for shared memory shows of progress") {
  in_every_target([](FakeMpich &mpich, FakeMatchingLists &lists, Address) {
    const auto ask = [&](mpidbg_progress_t &progress) {
      PluginDriver plugin(mpich.host);
      REQUIRE(plugin.update() == mqs_ok);
      progress = {};
      progress.struct_size = sizeof progress;
      return mpidbg_progress_query(mpich.host.process(), &progress);
    };
    mpidbg_progress_t progress;
    mpich.memory.write_integer(lists.interface(0) + mpich.layouts.interface.progress_count.present->offset, 41, 4);
    REQUIRE(ask(progress) == MPIDBG_SUCCESS);
    REQUIRE(progress.counters == 1);
    CHECK(progress.counter[0] == 41);
    CHECK(progress.transport_empty == 1);
    mpich.set(lists.shared_queue, mpich.layouts.shared_queue.head, 65);
    CHECK((ask(progress), progress.transport_empty) == 0);
    mpich.set(lists.shared_queue, mpich.layouts.shared_queue.head, 0);
    mpich.set(lists.shared_queue, mpich.layouts.shared_queue.tail, 65);
    CHECK((ask(progress), progress.transport_empty) == 0);
    mpich.set(lists.shared_queue, mpich.layouts.shared_queue.tail, 0);
    // Libfabric may carry something.
    mpich.set(mpich.process, *mpich.layouts.process.local_size.present, 2);
    CHECK((ask(progress), progress.transport_empty) == -1);
    CHECK(contains(PluginDriver(mpich.host).process_info().queue_problem[MPIDBG_QUEUE_RECEIVES], "libfabric"));
    mpich.set(mpich.process, *mpich.layouts.process.local_size.present, 3);
    mpich.set(lists.global + mpich.layouts.global.avt_mgr.offset, mpich.layouts.address_manager.n_avts, 2);
    CHECK((ask(progress), progress.transport_empty) == -1);
  });
}

TEST_CASE("damaged lists of MPICH are said, and what was before the damage is shown") {
  const auto &layout_of = [](FakeMpich &mpich) -> const RequestLayout & { return mpich.layouts.request; };
  struct Damage {
    const char *says;
    std::size_t shown;
    std::function<void(FakeMpich &, FakeMatchingLists &, std::vector<Address> &)> make;
  };
  const Damage damages[] = {
      {"MPIR_Request.prev", 1,
       [&](FakeMpich &mpich, FakeMatchingLists &, std::vector<Address> &posted) {
         mpich.set(posted[1], *layout_of(mpich).prev.present, posted[2].value());
       }},
      {"not the last one", 3,
       [&](FakeMpich &mpich, FakeMatchingLists &, std::vector<Address> &posted) {
         mpich.set(posted[0], *layout_of(mpich).prev.present, posted[1].value());
       }},
      {"not a request in use", 2,
       [&](FakeMpich &mpich, FakeMatchingLists &, std::vector<Address> &posted) {
         mpich.set(posted[1], *layout_of(mpich).next.present, 0x10);
       }},
      {"posted_list loops", 3,
       [&](FakeMpich &mpich, FakeMatchingLists &, std::vector<Address> &posted) {
         mpich.set(posted[2], *layout_of(mpich).next.present, posted[0].value());
       }},
      {"posted_list", 0,
       [&](FakeMpich &mpich, FakeMatchingLists &lists, std::vector<Address> &) {
         mpich.set(lists.interface(0), mpich.layouts.interface.posted_list, 0x10);
       }},
      {"65 virtual interfaces", 0,
       [&](FakeMpich &mpich, FakeMatchingLists &lists, std::vector<Address> &) {
         mpich.set(lists.global, *mpich.layouts.global.n_vcis.present, 65);
       }},
      {"has 0 virtual interfaces", 0, [&](FakeMpich &mpich, FakeMatchingLists &lists, std::vector<Address> &) {
         mpich.set(lists.global, *mpich.layouts.global.n_vcis.present, 0);
       }}};
  for (const Damage &damage : damages) {
    FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
    FakeMatchingLists lists(mpich);
    const Address world = mpich.predefined(ObjectKind::communicator, 0);
    std::vector<Address> posted(3);
    for (int tag = 0; tag < 3; ++tag) posted[tag] = lists.post({.source = 0, .tag = tag, .communicator = world});
    damage.make(mpich, lists, posted);
    CAPTURE(damage.says);
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto shown = plugin.details(MPIDBG_QUEUE_RECEIVES);
    CHECK(shown.size() >= damage.shown);
    for (const auto &receive : shown) CHECK((receive.flags & MPIDBG_OP_MATCHED) == 0);
    CHECK(plugin.last_code() != mqs_end_of_list);
    CHECK_MESSAGE(contains(plugin.detail(), damage.says), plugin.detail());
  }
}

TEST_CASE("entries of MPICH's lists that cannot be are errors that name the field") {
  const auto error = [](int queue, const FakeMatchingLists::Envelope &entry,
                        const std::function<void(FakeMpich &, FakeMatchingLists &, Address)> &damage = {}) {
    FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
    FakeMatchingLists lists(mpich);
    const Address request = queue == MPIDBG_QUEUE_RECEIVES ? lists.post(entry) : lists.arrive(entry);
    if (damage) damage(mpich, lists, request);
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    plugin.details(queue);
    return plugin.last_code() == mqs_end_of_list ? std::string("none") : plugin.detail();
  };
  CHECK(error(MPIDBG_QUEUE_UNEXPECTED, {.source = 2}) == "none");
  CHECK(contains(error(MPIDBG_QUEUE_UNEXPECTED, {.source = 3}), "u.recv.source"));
  CHECK(contains(error(MPIDBG_QUEUE_UNEXPECTED, {.source = -7}), "u.recv.source"));
  CHECK(contains(error(MPIDBG_QUEUE_UNEXPECTED, {.count = -1}), "unexpected messages"));
  constexpr std::int64_t most = mpidbg::limits::message_bytes;
  CHECK(error(MPIDBG_QUEUE_UNEXPECTED, {.count = most - 1}) == "none");
  CHECK(contains(error(MPIDBG_QUEUE_UNEXPECTED, {.count = most}), "is among the unexpected messages and is none"));
  const auto with_flags = [&](std::uint64_t flags) {
    return error(MPIDBG_QUEUE_UNEXPECTED, {}, [flags](FakeMpich &mpich, FakeMatchingLists &lists, Address request) {
      const Address state(mpich.get(lists.message(request), mpich.layouts.active_message.req));
      mpich.set(state, mpich.layouts.active_message_state.status, flags);
    });
  };
  CHECK(with_flags(active_message_unexpected | active_message_synchronous) == "none");
  CHECK(with_flags(active_message_flags - 1) == "none");
  CHECK(contains(with_flags(active_message_flags | active_message_unexpected), "MPIDIG_req_ext_t.status at "));
  CHECK(contains(error(MPIDBG_QUEUE_UNEXPECTED, {},
                       [](FakeMpich &mpich, FakeMatchingLists &lists, Address request) {
                         mpich.set(lists.message(request), mpich.layouts.active_message.req, 0x10);
                       }),
                 "MPIDIG_req_ext_t"));
}

TEST_CASE("what a posted receive of MPICH's own says fits its communicator, and it is in the list") {
  const auto error = [](FakeMatchingLists::Envelope entry, bool is_posted, bool of_self = false) {
    FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
    FakeMatchingLists lists(mpich);
    mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
    entry.communicator =
        of_self ? mpich.pool(ObjectKind::communicator).all().front() : mpich.predefined(ObjectKind::communicator, 0);
    if (is_posted) {
      lists.post(entry);
    } else {
      const Address request = lists.receive(entry);
      const Address state(mpich.get(lists.message(request), mpich.layouts.active_message.req));
      mpich.set(state, mpich.layouts.active_message_state.status, entry.flags);
    }
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    plugin.details(MPIDBG_QUEUE_RECEIVES);
    return plugin.last_code() == mqs_end_of_list ? std::string("none") : plugin.detail();
  };
  constexpr std::int64_t most = mpidbg::limits::message_bytes;
  CHECK(error({.source = 2}, true) == "none");
  CHECK(error({.source = any, .tag = -1}, true) == "none");
  CHECK(contains(error({.source = 3}, true), "MPIDIG_req_t.u.recv.source of the request at "));
  CHECK(contains(error({.source = 3}, true), " is 3, in a group of 3"));
  CHECK(contains(error({.count = -1}, true), "MPIDIG_req_t.count at "));
  CHECK(error({.count = most / 4 - 1}, true) == "none");
  CHECK(contains(error({.count = most / 4}, true), " of 4 bytes"));
  CHECK(error({.count = most - 1, .datatype = 0x4c00010d}, true) == "none");
  CHECK(contains(error({.datatype = 0x8c000055}, true), " is 0x8c000055, which is not a datatype in use"));
  CHECK(contains(error({}, true, true), ", which is not that of its communicator "));
  CHECK(contains(error({.context = 0x770}, true), " is 0x770, which is of no communicator"));
  // In no list, but by its state it has to be in one: that of posted receives, or of unexpected messages.
  for (const std::uint64_t moving : {active_message_busy, active_message_dequeued, active_message_matched,
                                     active_message_rendezvous, active_message_in_progress}) {
    CAPTURE(moving);
    CHECK(error({.flags = moving}, false) == "none");
  }
  for (const std::uint64_t flags : {std::uint64_t{0}, std::uint64_t{active_message_synchronous}}) {
    const std::string said = error({.flags = flags}, false);
    CHECK(
        contains(said, " is a posted receive by its state (MPIDIG_req_ext_t.status 0x" + std::to_string(flags) + ")"));
    CHECK(contains(said, "MPIDI_global.per_vci.posted_list does not have it"));
  }
  for (const std::uint64_t gone : {active_message_dequeued, active_message_matched}) {
    CAPTURE(gone);
    CHECK(error({.flags = active_message_unexpected | gone}, false) == "none");
  }
  for (const std::uint64_t flags : {active_message_busy, active_message_rendezvous, active_message_in_progress}) {
    const std::string said = error({.flags = active_message_unexpected | flags}, false);
    CHECK(contains(said, " is an unexpected message by its state"));
    CHECK(contains(said, "MPIDI_global.per_vci.unexp_list does not have it"));
  }
  CHECK(contains(error({.flags = active_message_flags}, false), "MPIDIG_req_ext_t.status at "));
}

TEST_CASE("a receive that has matched on no communicator is an error in queues and in requests") {
  FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
  FakeMatchingLists lists(mpich);
  const Address world = mpich.predefined(ObjectKind::communicator, 0);
  const Address matched = lists.receive({.context = 0x770, .source = 1, .tag = 6, .count = 4, .communicator = world});
  const auto says = [](const std::string &text) {
    INFO(text);
    return contains(text, "MPIDIG_req_t.u.recv.context_id of the pending receive at ") &&
           contains(text, " is 0x770, which is of no communicator");
  };
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  CHECK(plugin.details(MPIDBG_QUEUE_RECEIVES).empty());
  CHECK(says(plugin.detail()));
  HandleSession session(mpich.host);
  CHECK(session.query(MPIDBG_KIND_REQUEST, lists.handle(matched)) != MPIDBG_SUCCESS);
}

TEST_CASE("where MPICH's lists are not to be found, the answer says so") {
  FakeMpich mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory);
  FakeMatchingLists lists(mpich);
  const auto problem = [&] {
    return std::string(PluginDriver(mpich.host).process_info().queue_problem[MPIDBG_QUEUE_RECEIVES]);
  };
  CHECK(problem().empty());
  SUBCASE("no symbol") {
    mpich.host.symbols.erase("MPIDI_global");
    CHECK(contains(problem(), "no symbol and no profile of this build names MPIDI_global"));
  }
  SUBCASE("another struct") {
    mpich.host.types["MPIDIG_req_t"].fields.erase("u.recv.context_id");
    CHECK(contains(problem(), "MPIDIG_req_t"));
  }
}
