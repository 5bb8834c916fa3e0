// MPICH's queues and requests, which UCX and the library itself have, in every kind of target; and damaged ones.

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "mpidbg/abi/handles/message.h"
#include "mpidbg/abi/handles/request.h"
#include "mpidbg/abi/probe_interface.h"
#include "mpidbg/abi/progress_interface.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/p2p/carried_requests.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"
#include "tests/contains.h"
#include "tests/fakes/fake_mpich_objects.h"
#include "tests/fakes/fake_ucx_device.h"
#include "tests/fakes/random_rounds.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/mpich_target.h"

using fakes::FakeHost;
using fakes::FakeMpich;
using fakes::FakeUcx;
using fakes::FakeUcxDevice;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::model::mpich::ObjectKind;
using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;
using Message = Queried<mpidbg_message_info_t, MPIDBG_KIND_MESSAGE>;

namespace {

constexpr std::uint32_t halo = 0x1f0;  // its context

template <class Test>
void in_every_target(Test &&test) {
  for (const TargetKind &kind : all_targets) {
    for (const bool named : {true, false}) {
      CAPTURE(kind.name);
      CAPTURE(named);
      FakeMpich mpich(kind.pointer_size, kind.order, named);
      FakeUcxDevice device(mpich, named, kind.pointer_size == 4 ? FakeUcx::Shape::iterator : FakeUcx::Shape::fields);
      // Rank 1 of the world is its rank 2: the order of the world, reversed and rotated.
      const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
      test(mpich, device, object);
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

std::string queue_problem(FakeMpich &mpich, int queue) {
  PluginDriver plugin(mpich.host);
  return plugin.process_info().queue_problem[queue];
}

}  // namespace

TEST_CASE("tags of UCX are taken apart as MPICH makes them") {
  using mpidbg::model::mpich::decode_ucx_tag;
  const auto full = decode_ucx_tag(FakeUcxDevice::tag(0x1f0, 5, 77));
  CHECK(full.context_id == 0x1f0);
  CHECK(full.source == 5);
  CHECK(full.tag == 77);
  CHECK(decode_ucx_tag(FakeUcxDevice::tag(0xffff, 0xffff, 0x0fffffff)).source == 0xffff);
  CHECK(decode_ucx_tag(FakeUcxDevice::tag(0xffff, 0xffff, 0x0fffffff)).tag == 0x0fffffff);
  // With the bits of errors.
  CHECK(decode_ucx_tag(FakeUcxDevice::tag(1, 0, 0x60000007), FakeUcxDevice::exact).tag == 7);
  CHECK_FALSE(decode_ucx_tag(FakeUcxDevice::tag(1, 0, 7), FakeUcxDevice::any_source).source);
  CHECK(decode_ucx_tag(FakeUcxDevice::tag(1, 0, 7), FakeUcxDevice::any_source).tag == 7);
  CHECK_FALSE(decode_ucx_tag(FakeUcxDevice::tag(1, 2, 0), FakeUcxDevice::any_tag).tag);
  CHECK(decode_ucx_tag(FakeUcxDevice::tag(1, 2, 0), FakeUcxDevice::any_tag).source == 2);
  CHECK_FALSE(decode_ucx_tag(FakeUcxDevice::tag(1, 0, 0), FakeUcxDevice::any_source_any_tag).source);
  CHECK_FALSE(decode_ucx_tag(FakeUcxDevice::tag(1, 0, 0), FakeUcxDevice::any_source_any_tag).tag);
  // 5.0: receives for any tag ignore one bit more, and the others nothing.
  CHECK_FALSE(decode_ucx_tag(FakeUcxDevice::tag(1, 2, 0), 0xffffffffe0000000).tag);
  CHECK(decode_ucx_tag(FakeUcxDevice::tag(1, 2, 3)).tag == 3);
  // 5.0: of no communicator, between leaders of groups.
  CHECK(decode_ucx_tag(FakeUcxDevice::tag(1, 0, 0x80000003)).context_id == 0x10001);
}

// The numbers of src/include/mpir_tags.h. The last one is of MPI_Intercomm_create with tag 99.
TEST_CASE("the tag of a message inside a collective names it") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address) {
    const std::map<int, int> expected = {
        {1, MPIDBG_COLLECTIVE_BARRIER},         {2, MPIDBG_COLLECTIVE_BCAST},
        {3, MPIDBG_COLLECTIVE_GATHER},          {4, MPIDBG_COLLECTIVE_GATHERV},
        {5, MPIDBG_COLLECTIVE_SCATTER},         {6, MPIDBG_COLLECTIVE_SCATTERV},
        {7, MPIDBG_COLLECTIVE_ALLGATHER},       {8, MPIDBG_COLLECTIVE_ALLGATHERV},
        {9, MPIDBG_COLLECTIVE_ALLTOALL},        {10, MPIDBG_COLLECTIVE_ALLTOALLV},
        {11, MPIDBG_COLLECTIVE_REDUCE},         {13, MPIDBG_COLLECTIVE_UNKNOWN},
        {14, MPIDBG_COLLECTIVE_ALLREDUCE},      {17, MPIDBG_COLLECTIVE_REDUCE_SCATTER},
        {20, MPIDBG_COLLECTIVE_SCAN},           {24, MPIDBG_COLLECTIVE_EXSCAN},
        {25, MPIDBG_COLLECTIVE_ALLTOALLW},      {28, MPIDBG_COLLECTIVE_REDUCE_SCATTER_BLOCK},
        {29, MPIDBG_COLLECTIVE_UNKNOWN},        {286, MPIDBG_COLLECTIVE_UNKNOWN},
        {287, MPIDBG_COLLECTIVE_NONBLOCKING},   {400, MPIDBG_COLLECTIVE_NONBLOCKING},
        {0x10000063, MPIDBG_COLLECTIVE_UNKNOWN}};
    for (const auto &[tag, collective] : expected) {
      device.post({.tag = device.tag(halo | 1, 0, tag), .mask = device.exact});
      device.post({.tag = device.tag(halo, 0, tag), .mask = device.exact});  // of the program, whose tags mean nothing
    }
    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 2 * expected.size());
    for (const auto &receive : receives) {
      const bool internal = (receive.flags & MPIDBG_OP_INTERNAL) != 0;
      CHECK(receive.collective == (internal ? expected.at(receive.tag) : MPIDBG_COLLECTIVE_UNKNOWN));
    }
  });
}

TEST_CASE("pending receives with MPICH are read with their table, and cost no read each") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address) {
    const auto post_and_count = [&](std::uint32_t receives) {
      for (std::uint32_t i = 0; i < receives; ++i)
        device.post({.tag = device.tag(halo, 0, i), .mask = i % 2 == 0 ? device.any_source : device.exact});
      const std::uint64_t before = mpich.host.fetches;
      const auto found = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
      CHECK(std::all_of(found.begin(), found.end(), [](const auto &one) { return one.request != 0; }));
      return std::pair(found.size(), mpich.host.fetches - before);
    };
    const auto [few, cost_of_few] = post_and_count(4);
    const auto [many, cost_of_many] = post_and_count(40);
    CHECK(few == 4);
    CHECK(many == 44);
    CHECK(cost_of_many - cost_of_few < 20);  // of the blocks of the table that are more
  });
}

TEST_CASE("receives with MPICH: by communicator, posted ones in order, then those that have matched") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address) {
    const Address posted =
        device.post({.tag = device.tag(halo, 1, 5), .mask = device.exact, .bytes = 16, .buffer = Address(0x7100)});
    device.post({.tag = device.tag(0, 0, 5), .mask = device.exact});  // of MPI_COMM_WORLD
    device.post({.tag = device.tag(halo, 0, 0), .mask = device.any_source_any_tag});
    device.post({.tag = device.tag(0x180, 1, 5), .mask = device.exact});       // of a communicator that is gone
    device.post({.tag = device.tag(halo | 1, 0, 287), .mask = device.exact});  // of a collective operation
    const Address matched =
        device.match({.tag = device.tag(halo, 0, 0), .mask = device.any_source_any_tag, .bytes = 5000},
                     device.tag(halo, 0, 8), 4000);

    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 4);
    CHECK(receives[0].request == device.handle(posted));
    CHECK(receives[0].flags == 0);
    CHECK(receives[0].comm_rank == 1);
    CHECK(receives[0].world_rank == 0);
    CHECK(receives[0].tag == 5);
    CHECK(receives[0].bytes == 16);
    CHECK(receives[0].buffer == 0x7100);
    CHECK(receives[1].flags == (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG));
    CHECK(receives[2].flags == MPIDBG_OP_INTERNAL);
    CHECK(receives[2].tag == 287);
    CHECK(receives[2].collective == MPIDBG_COLLECTIVE_NONBLOCKING);
    CHECK(receives[0].collective == MPIDBG_COLLECTIVE_UNKNOWN);
    CHECK(receives[3].request == device.handle(matched));
    CHECK(receives[3].flags == MPIDBG_OP_MATCHED);
    CHECK(receives[3].comm_rank == 0);
    CHECK(receives[3].world_rank == 2);
    CHECK(receives[3].tag == 8);
    CHECK(receives[3].bytes == 4000);
    CHECK(queue_of(mpich, "MPI_COMM_WORLD", MPIDBG_QUEUE_RECEIVES).size() == 1);
  });
}

TEST_CASE("a receive whose request was freed is so") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  const Address request = device.post({.tag = device.tag(0, 0, 5), .mask = device.exact});
  mpich.set(request, mpich.layouts.object.ref_count, 1);
  const auto receives = queue_of(mpich, "MPI_COMM_WORLD", MPIDBG_QUEUE_RECEIVES);
  REQUIRE(receives.size() == 1);
  CHECK(receives[0].flags == MPIDBG_OP_FREED);
}

TEST_CASE("what a probe of MPICH asks for is known from the frames of builds that are") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
  const std::uint64_t handle = mpich.pool(ObjectKind::communicator).handle(object), comm = object.value();
  constexpr std::uint64_t other = 0x7ffe1000, minus_one = ~std::uint64_t{0}, unknown = 0x77;
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  mpidbg_operation_info_t operation{};
  mqs_taddr_t communicator = 0;
  const auto ask = [&](const std::vector<mqs_taddr_t> &words) {
    operation = {};
    operation.struct_size = sizeof operation;
    return mpidbg_probe_query(mpich.host.process(), words.data(), static_cast<int>(words.size()), &operation,
                              &communicator);
  };
  const auto is_probe = [&](int rank, int tag) {
    return communicator == handle && (operation.flags & MPIDBG_OP_PROBE) != 0 && operation.comm_rank == rank &&
           operation.tag == tag && operation.queue == MPIDBG_QUEUE_RECEIVES;
  };
  // Registers rbx, rbp, r12 to r15; then the stack. A source lies in a half of its word, beside anything.
  const auto probe = [&](std::uint64_t source, std::uint64_t tag, std::uint64_t wide_tag) {
    return std::vector<mqs_taddr_t>{other,           1,        tag,
                                    other,           wide_tag, other,  //
                                    other,           comm,     source << 32 | unknown,
                                    source & 0xffff, handle};
  };
  REQUIRE(ask(probe(1, 5, 5)) == MPIDBG_SUCCESS);
  CHECK(is_probe(1, 5));
  CHECK(operation.world_rank == 0);
  REQUIRE(ask(probe(0xfffffffe, 5, 5)) == MPIDBG_SUCCESS);
  CHECK((operation.flags & MPIDBG_OP_ANY_SOURCE) != 0);
  REQUIRE(ask(probe(1, 0xffffffff, minus_one)) == MPIDBG_SUCCESS);
  CHECK((operation.flags & MPIDBG_OP_ANY_TAG) != 0);
  // The Fortran call has a frame of its own, outside of the one that waits.
  auto words = probe(1, 5, 5);
  words.insert(words.begin() + 6, {1, 2, 3, 4, 5, 6});
  REQUIRE(ask(words) == MPIDBG_SUCCESS);
  CHECK(is_probe(1, 5));
  // A function that it calls has one inside of it.
  words = probe(1, 5, 5);
  words.insert(words.begin() + 6, {7, 8, 9});
  words.insert(words.begin(), {1, 2, 3, 4, 5, 6});
  REQUIRE(ask(words) == MPIDBG_SUCCESS);
  CHECK(is_probe(1, 5));
  // MPI_Mprobe; and both in the library that is linked into the program.
  REQUIRE(ask({other, 0, other, other, 0, 6, other, comm, 2ull << 32 | 6, 2, unknown, other, handle}) ==
          MPIDBG_SUCCESS);
  CHECK(is_probe(2, 6));
  REQUIRE(ask({1, other, 7, other, 7, comm, unknown << 32 | 1, 1, handle}) == MPIDBG_SUCCESS);
  CHECK(is_probe(1, 7));
  REQUIRE(ask({0, 0, 8, 0, other, 8, other, comm, unknown << 32 | 1, 1, unknown, other, handle}) == MPIDBG_SUCCESS);
  CHECK(is_probe(1, 8));
  // What does not agree with its copy, and ranks and communicators that there are not.
  CHECK(ask(probe(1, 5, 6)) == MPIDBG_ERR_NOT_FOUND);
  CHECK(ask(probe(1, 0xffffffff, 0xffffffff)) == MPIDBG_ERR_NOT_FOUND);
  CHECK(ask(probe(3, 5, 5)) == MPIDBG_ERR_NOT_FOUND);
  words = probe(1, 5, 5), words[9] = 2;
  CHECK(ask(words) == MPIDBG_ERR_NOT_FOUND);
  words = probe(1, 5, 5), words[7] += 8;
  CHECK(ask(words) == MPIDBG_ERR_NOT_FOUND);
  words = probe(1, 5, 5), words[10] = 0x44000001;
  CHECK(ask(words) == MPIDBG_ERR_NOT_FOUND);
  CHECK(ask({}) == MPIDBG_ERR_NOT_FOUND);
}

// Such frames lack a copy of the tag, and hold the address of a place of their own.
TEST_CASE("what a probe of MPICH asks for while it lets other threads in, and of its own process alone") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  const auto add = [&](std::uint32_t context, std::vector<int> members) {
    return mpich.add_communicator({.name = "c", .context = context, .rank = 0, .members = std::move(members)});
  };
  const Address halo_object = add(halo, {1, 0, 2}), alone_object = add(halo + 0x10, {1});
  const std::uint64_t comm = halo_object.value(), alone = alone_object.value();
  const std::uint64_t handle = mpich.pool(ObjectKind::communicator).handle(halo_object),
                      handle_alone = mpich.pool(ObjectKind::communicator).handle(alone_object);
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  const Address stack = mpich.memory.allocate(1024, 256) + 128;
  const auto own = [&](unsigned offset) { return (stack + offset).value(); };
  using Words = std::vector<mqs_taddr_t>;
  // Source and tag, or why there are none. `slots` are the words at the stack pointer; `moved`: that they were
  // elsewhere.
  const auto ask = [&](Words words, const Words &slots, bool moved = false) -> std::pair<int, int> {
    for (std::size_t i = 0; i < slots.size(); ++i)
      mpich.memory.write_integer(stack + (moved ? 16 : 0) + i * 8, slots[i], 8);
    words.insert(words.end(), {7, 8, 9});  // of a function inside of it
    words.insert(words.end(), slots.begin(), slots.end());
    mpidbg_operation_info_t operation{};
    operation.struct_size = sizeof operation;
    mqs_taddr_t communicator = 0;
    const int code = mpidbg_probe_query(mpich.host.process(), words.data(), static_cast<int>(words.size()), &operation,
                                        &communicator);
    if (code != MPIDBG_SUCCESS) return {code, 0};
    CHECK((communicator == handle || communicator == handle_alone));
    return {operation.comm_rank, operation.tag};
  };
  using Found = std::pair<int, int>;
  constexpr mqs_taddr_t x = 0x7ffe1008;
  const Found none{MPIDBG_ERR_NOT_FOUND, 0};
  // rbx, rbp, r12 to r15; those of libmpich.so.12 first, each MPI_Probe and MPI_Mprobe.
  const Words lets_in{x, x, 5, x, x, own(0x40)}, slots{x, comm, 1ull << 32 | 0x77, 1, handle};
  CHECK(ask(lets_in, slots) == Found{1, 5});
  CHECK(ask({x, x, own(0x50), x, x, x}, {x, comm, 2ull << 32 | 6, 2, x, x, handle}) == Found{2, 6});
  CHECK(ask({x, 0, 7, x, x, alone}, {1, own(0x3c), handle_alone << 32}) == Found{0, 7});
  CHECK(ask({x, x, x, own(0x48), alone, 0}, {1, x, handle_alone << 32 | 8}) == Found{0, 8});
  CHECK(ask({x, own(0x30), 9, x, 1, comm}, {2, 2, handle}) == Found{2, 9});
  CHECK(ask({x, 0, 10, x, x, alone}, {own(0x2c), handle_alone}) == Found{0, 10});
  CHECK(ask({x, x, 11, x, 0, alone}, {x, x, own(0x44), x, x, x, handle_alone}) == Found{0, 11});
  // libmpi_abi.so.1, with the arguments in registers: the frame is where its words are.
  const Words of_abi{comm, 1, 12, x, handle, own(0x1c)}, frame{4, 4, x, 0, 7, 0x20304, 6, 5};
  CHECK(ask(of_abi, frame) == Found{1, 12});
  CHECK(ask(of_abi, frame, true) == none);
  CHECK(ask(of_abi, {frame.begin(), frame.end() - 1}) == none);
  CHECK(ask({comm, 1, 12, x, handle_alone, own(0x1c)}, frame) == none);
  CHECK(ask({comm, 2, 13, x, own(0x34), x}, {4, 4, x, 0, 7, handle << 32, 6, 5}) == Found{2, 13});
  // The address is of another call, or of no frame; or what else has to agree does not.
  CHECK(ask(lets_in, slots, true) == none);
  for (const unsigned register_of : {2u, 5u}) {
    Words damaged = lets_in;
    damaged[register_of] = register_of == 2 ? 0x80000000 : own(0x48);
    CHECK(ask(damaged, slots) == none);
  }
  for (const std::size_t slot : {1u, 2u, 3u, 4u}) {
    Words damaged = slots;
    damaged[slot] += std::uint64_t{1} << 32;
    CHECK(ask(lets_in, damaged) == (slot == 4 ? Found{1, 5} : none));
  }
  // What looks like one with copies does not count if its communicator is none; the other one comes first.
  Words more = slots;
  more.insert(more.end(), 18, 0);
  CHECK(ask(lets_in, more) == Found{1, 5});
  CHECK(ask({x, x, 5, x, 5, own(0x40)}, slots) == Found{1, 5});
}

TEST_CASE("a probe of the standard ABI has its numbers for any source and any tag") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.host.symbols["MPI_Abi_get_version"] = mpich.memory.allocate(16);
  FakeUcxDevice device(mpich);
  const Address comm = mpich.add_communicator({.name = "c", .context = halo, .rank = 0, .members = {1, 0, 2}});
  const std::uint64_t handle = mpich.pool(ObjectKind::communicator).handle(comm);
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  const Address stack = mpich.memory.allocate(1024, 256);
  mpidbg_operation_info_t operation{};
  operation.struct_size = sizeof operation;
  const auto ask = [&](std::int32_t source, std::int32_t tag) {
    const std::vector<mqs_taddr_t> words{comm.value(),
                                         static_cast<std::uint32_t>(source),
                                         static_cast<std::uint32_t>(tag),
                                         0,
                                         handle,
                                         (stack + 0x1c).value(),
                                         0,
                                         0,
                                         0,
                                         0,
                                         0,
                                         0,
                                         0,
                                         0};
    mqs_taddr_t communicator = 0;
    const int code = mpidbg_probe_query(mpich.host.process(), words.data(), static_cast<int>(words.size()), &operation,
                                        &communicator);
    if (code == MPIDBG_SUCCESS) CHECK(communicator == comm.value());
    return code;
  };
  CHECK(ask(-1, -2) == MPIDBG_SUCCESS);
  CHECK((operation.flags & MPIDBG_OP_ANY_SOURCE) != 0);
  CHECK((operation.flags & MPIDBG_OP_ANY_TAG) != 0);
  CHECK(ask(-2, 5) == MPIDBG_ERR_NOT_FOUND);
  CHECK(ask(1, -1) == MPIDBG_ERR_NOT_FOUND);
}

TEST_CASE("a nonblocking collective of MPICH waits for all messages that those on its communicator have begun") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  constexpr unsigned collective = 10;
  const auto begin = [&] {
    const Address request = mpich.add_request(collective);
    mpich.set(request, mpich.layouts.request.comm, mpich.predefined(ObjectKind::communicator, 0).value());
    return device.handle(request);
  };
  const std::uint32_t request = begin();
  const auto ask = [&](auto &&test) {
    HandleSession session(mpich.host);
    Request info(session, Address(request));
    CHECK(info->req_type == MPIDBG_REQUEST_COLLECTIVE);
    CHECK(info->req_record != 0);
    test(*info.operator->());
  };
  const auto is_unknown = [](const mpidbg_request_info_t &info) {
    CHECK(info.req_num_schedule == 0);
    CHECK(info.req_sequence == -1);
  };
  ask(is_unknown);
  device.post({.tag = device.tag(1, 2, 7), .mask = device.exact});           // of a blocking collective
  device.post({.tag = device.tag(0, 2, 400), .mask = device.exact});         // of the program
  device.post({.tag = device.tag(1, 2, 0x10000063), .mask = device.exact});  // of MPI_Intercomm_create
  ask(is_unknown);
  const Address receive = device.post({.tag = device.tag(1, 2, 287), .mask = device.exact});
  ask([&](const mpidbg_request_info_t &info) {
    REQUIRE(info.req_num_schedule == 1);
    CHECK(info.req_schedule[0].request == device.handle(receive));
    CHECK(info.req_schedule[0].action == MPIDBG_SCHEDULE_RECEIVE);
    CHECK(info.req_schedule[0].comm_rank == 2);
    CHECK(info.req_schedule[0].round == 1);
    CHECK(info.req_schedule[0].state == MPIDBG_SCHEDULE_PENDING);
    CHECK(info.req_schedule[0].count == 0);  // which UCX does not have
    CHECK(info.req_schedule[0].source == 0);
    CHECK(info.req_schedule[0].target == 0x1234);
    CHECK(info.req_round == 1);
    CHECK(info.req_num_rounds == 1);
    CHECK((info.req_bitflags & MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED) != 0);
    CHECK(info.req_sequence == 1);
  });
  SUBCASE("of two messages both are its own") {
    const Address send = device.send({.tag = device.tag(1, 1, 287), .endpoint = device.endpoint(2)});
    ask([&](const mpidbg_request_info_t &info) {
      REQUIRE(info.req_num_schedule == 2);
      const auto find = [&](mpidbg_schedule_action_t action) {
        return info.req_schedule[info.req_schedule[0].action == action ? 0 : 1];
      };
      CHECK(find(MPIDBG_SCHEDULE_RECEIVE).request == device.handle(receive));
      CHECK(find(MPIDBG_SCHEDULE_SEND).request == device.handle(send));
      CHECK(find(MPIDBG_SCHEDULE_SEND).action == MPIDBG_SCHEDULE_SEND);
      CHECK((info.req_bitflags & MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED) != 0);
      CHECK(info.req_sequence == 1);
    });
  }
  SUBCASE("of two operations nobody knows whose it is") {
    begin();
    ask(is_unknown);
    const Address second = device.post({.tag = device.tag(1, 1, 288), .mask = device.exact});
    SUBCASE("unless each has a tag: then either message is one of each") {
      ask([&](const mpidbg_request_info_t &info) {
        REQUIRE(info.req_num_schedule == 2);
        const std::set<mqs_taddr_t> both{info.req_schedule[0].request, info.req_schedule[1].request};
        CHECK(both == std::set<mqs_taddr_t>{device.handle(receive), device.handle(second)});
        CHECK((info.req_bitflags & MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED) != 0);
        CHECK(info.req_sequence == -1);
      });
    }
    SUBCASE("a third tag is of an operation that is not there") {
      device.post({.tag = device.tag(1, 1, 289), .mask = device.exact});
      ask(is_unknown);
    }
    SUBCASE("a message on a communicator without an operation may be of either") {
      device.post({.tag = device.tag(0x11, 0, 287), .mask = device.exact});
      ask(is_unknown);
    }
    SUBCASE("nothing is told of many") {
      for (int i = 0; i < 15; ++i) {
        begin();
        device.post({.tag = device.tag(1, 1, static_cast<std::uint32_t>(289 + i)), .mask = device.exact});
      }
      ask(is_unknown);
    }
  }
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("the tag of its message is the number of a nonblocking collective of MPICH on its communicator") {
  struct Case {
    std::uint32_t context, source, tag;
    std::int64_t number;
  };
  // The last one is of another communicator.
  for (const Case &one : {Case{1, 2, 287, 1}, Case{1, 2, 290, 4}, Case{0x11, 0, 290, -1}}) {
    CAPTURE(one.tag);
    CAPTURE(one.context);
    FakeMpich mpich(8, ByteOrder::little);
    FakeUcxDevice device(mpich);
    const Address collective = mpich.add_request(10);
    mpich.set(collective, mpich.layouts.request.comm, mpich.predefined(ObjectKind::communicator, 0).value());
    device.post({.tag = device.tag(one.context, one.source, one.tag), .mask = device.exact});
    HandleSession session(mpich.host);
    Request info(session, Address(device.handle(collective)));
    CHECK(info->req_num_schedule == 1);
    CHECK(info->req_sequence == one.number);
  }
}

TEST_CASE("the request that MPI_Start made for a persistent collective of MPICH has no number either") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  const Address persistent = mpich.add_request(mpidbg::layout::mpich::request_persistent_collective);
  const Address started = mpich.add_request(10);
  mpich.set(persistent, mpich.layouts.request.u, started.value());
  for (const Address request : {persistent, started})
    mpich.set(request, mpich.layouts.request.comm, mpich.predefined(ObjectKind::communicator, 0).value());
  device.post({.tag = device.tag(1, 2, 287), .mask = device.exact});
  HandleSession session(mpich.host);
  for (const Address request : {persistent, started}) {
    Request info(session, Address(device.handle(request)));
    CHECK(info->req_num_schedule == 1);
    CHECK(info->req_sequence == -1);
  }
}

TEST_CASE("MPICH counts the nonblocking collectives on a communicator") {
  FakeMpich mpich(8, ByteOrder::little);
  HandleSession session(mpich.host);
  const auto begun = [&](std::uint64_t next) {
    mpich.set(mpich.predefined(ObjectKind::communicator, 0), mpich.layouts.communicator.next_sched_tag, next);
    mpidbg_communicator_outline_t outline{};
    outline.struct_size = sizeof outline;
    REQUIRE(mpidbg_communicator_outline(session.process(), 0x44000000, &outline) == MPIDBG_SUCCESS);
    return outline.nonblocking_collectives;
  };
  CHECK(begun(290) == 3);
  CHECK(begun(287) == 0);
  CHECK(begun(5) == -1);  // no tag of them
}

TEST_CASE("sends with MPICH name their receiver by its endpoint") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address) {
    const Address first = device.send({.tag = device.tag(halo, 2, 6), .bytes = 4000, .endpoint = device.endpoint(0)});
    device.send({.tag = device.tag(halo, 2, 7), .endpoint = device.endpoint(2), .synchronous = true});
    device.send({.tag = device.tag(0, 1, 8), .endpoint = device.endpoint(2)});
    device.send({.tag = device.tag(halo, 2, 9), .endpoint = device.ucx.new_endpoint()});  // of nobody that is known
    PluginDriver plugin(mpich.host);
    REQUIRE_MESSAGE(plugin.update() == mqs_ok, plugin.detail());
    REQUIRE(plugin.select("halo"));
    const auto sends = plugin.details(MPIDBG_QUEUE_SENDS);
    CHECK(contains(plugin.detail(), "the endpoint of no process"));
    REQUIRE(sends.size() == 3);
    CHECK(sends[0].request == device.handle(first));
    CHECK(sends[0].comm_rank == 1);
    CHECK(sends[0].world_rank == 0);
    CHECK(sends[0].tag == 6);
    CHECK(sends[0].bytes == 4000);
    CHECK(sends[0].send_mode == MPIDBG_SEND_STANDARD);
    CHECK(sends[1].comm_rank == 0);
    CHECK(sends[1].world_rank == 2);
    CHECK(sends[1].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    CHECK(sends[2].comm_rank == -1);
    const auto of_world = queue_of(mpich, "MPI_COMM_WORLD", MPIDBG_QUEUE_SENDS);
    REQUIRE(of_world.size() == 1);
    CHECK(of_world[0].comm_rank == 2);
  });
}

TEST_CASE("sends on communicators that send with the same context id go to those that they can be on") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address) {
    // An intercommunicator sends with an id that is another communicator's here.
    const Address inter = mpich.add_communicator({.name = "to the left", .context = 0x1d0, .members = {0}});
    mpich.set(inter, mpich.layouts.communicator.comm_kind, 1);
    mpich.set(inter, mpich.layouts.communicator.context_id, 0x1c0);
    const auto &map = mpich.layouts.rank_map;
    mpich.set(mpich.rank_map(inter, true), map.mode, mpidbg::layout::mpich::map_offset);
    mpich.set(mpich.rank_map(inter, true), map.offset, 1);
    mpich.set(mpich.rank_map(inter, true), map.size, 1);
    mpich.add_communicator({.name = "to the right", .context = 0x1c0, .members = {1, 2}});
    device.send({.tag = device.tag(0x1c0, 0, 1), .endpoint = device.endpoint(0)});
    device.send({.tag = device.tag(0x1c0, 0, 2), .endpoint = device.endpoint(2)});
    device.post({.tag = device.tag(0x1d0, 0, 3), .mask = device.exact});
    const auto left = queue_of(mpich, "to the left", MPIDBG_QUEUE_SENDS);
    REQUIRE(left.size() == 1);
    CHECK(left[0].tag == 1);
    CHECK(left[0].world_rank == 0);
    const auto right = queue_of(mpich, "to the right", MPIDBG_QUEUE_SENDS);
    REQUIRE(right.size() == 1);
    CHECK(right[0].tag == 2);
    CHECK(right[0].comm_rank == 1);
    CHECK(right[0].world_rank == 2);
    CHECK(queue_of(mpich, "to the left", MPIDBG_QUEUE_RECEIVES).size() == 1);
    CHECK(queue_of(mpich, "to the right", MPIDBG_QUEUE_RECEIVES).empty());
  });
}

TEST_CASE("collective operations within and among nodes are shown on the program's communicator alone") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address) {
    mpich.add_communicator({.name = "node", .context = halo | 2, .rank = 1, .members = {0, 1}});
    mpich.add_communicator({.name = "nodes", .context = halo | 4, .rank = 1, .members = {2, 1}});
    mpich.add_communicator({.name = "orphan", .context = 0x1b0 | 2, .rank = 1, .members = {0, 1}});
    device.post({.tag = device.tag(halo, 0, 5), .mask = device.exact});
    device.post({.tag = device.tag(halo | 2 | 1, 0, 1), .mask = device.exact});
    device.send({.tag = device.tag(halo | 4 | 1, 1, 1), .endpoint = device.endpoint(2)});
    device.ucx.arrive({.tag = device.tag(halo | 2 | 1, 0, 2), .bytes = 4});
    device.post({.tag = device.tag(0x1b0 | 2 | 1, 0, 1), .mask = device.exact});

    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 2);
    CHECK(receives[0].comm_rank == 0);
    CHECK(receives[0].world_rank == 2);
    CHECK(receives[1].comm_rank == 1);
    CHECK(receives[1].world_rank == 0);
    CHECK((receives[1].flags & MPIDBG_OP_INTERNAL) != 0);
    CHECK(receives[1].collective == MPIDBG_COLLECTIVE_BARRIER);
    const auto sends = queue_of(mpich, "halo", MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 1);
    CHECK(sends[0].comm_rank == 0);
    CHECK(sends[0].world_rank == 2);
    CHECK(sends[0].collective == MPIDBG_COLLECTIVE_BARRIER);
    const auto messages = queue_of(mpich, "halo", MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].collective == MPIDBG_COLLECTIVE_BCAST);
    for (const int queue : {MPIDBG_QUEUE_RECEIVES, MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_UNEXPECTED}) {
      CHECK(queue_of(mpich, "node", queue).empty());
      CHECK(queue_of(mpich, "nodes", queue).empty());
    }
    CHECK(queue_of(mpich, "orphan", MPIDBG_QUEUE_RECEIVES).size() == 1);
  });
}

TEST_CASE("messages with MPICH: in order of arrival, and those for communicators that are gone") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address) {
    const Address first = device.ucx.arrive({.tag = device.tag(halo, 0, 1), .bytes = 12});
    device.ucx.arrive({.tag = device.tag(halo, 1, 2), .bytes = 1 << 20, .kind = FakeUcx::Message::rendezvous});
    device.ucx.arrive({.tag = device.tag(0, 2, 3), .kind = FakeUcx::Message::synchronous});
    device.ucx.arrive({.tag = device.tag(0x180, 1, 4)});
    const auto messages = queue_of(mpich, "halo", MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(messages.size() == 2);
    CHECK(messages[0].record == first.value());
    CHECK(messages[0].comm_rank == 0);
    CHECK(messages[0].world_rank == 2);
    CHECK(messages[0].tag == 1);
    CHECK(messages[0].bytes == 12);
    CHECK(messages[1].bytes == 1 << 20);
    CHECK(messages[1].protocol == MPIDBG_PROTOCOL_RENDEZVOUS);
    const auto of_world = queue_of(mpich, "MPI_COMM_WORLD", MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(of_world.size() == 1);
    CHECK(of_world[0].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    const auto unclaimed = queue_of(mpich, {}, MPIDBG_QUEUE_UNCLAIMED);
    REQUIRE(unclaimed.size() == 1);
    CHECK(unclaimed[0].context_id == 0x180);
    CHECK(unclaimed[0].comm_rank == 1);
    CHECK(unclaimed[0].tag == 4);
  });
}

TEST_CASE("a debugger that knows communicators alone is shown the contexts of freed ones") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  device.post({.tag = device.tag(0x180, 1, 5), .mask = device.exact, .bytes = 16});
  device.ucx.arrive({.tag = device.tag(0x1a0, 1, 7), .bytes = 4});
  device.ucx.arrive({.tag = device.tag(0, 1, 8), .bytes = 4});
  PluginDriver plugin(mpich.host);
  REQUIRE_MESSAGE(plugin.update() == mqs_ok, plugin.detail());
  const auto communicators = plugin.communicators();
  REQUIRE(communicators.size() >= 2);
  const auto &receiving = communicators[communicators.size() - 2], &sent_to = communicators.back();
  CHECK(receiving.name == std::string("context 0x180 (freed communicator)"));
  CHECK(receiving.unique_id == 0x180);
  CHECK(receiving.size == 0);
  CHECK(sent_to.name == std::string("context 0x1a0 (freed communicator)"));

  REQUIRE(plugin.select(receiving.name));
  const auto receives = plugin.operations(mqs_pending_receives);
  REQUIRE(receives.size() == 1);
  CHECK(receives[0].desired_local_rank == 1);
  CHECK(receives[0].desired_tag == 5);
  CHECK(receives[0].desired_length == 16);
  CHECK(plugin.operations(mqs_unexpected_messages).empty());
  REQUIRE(plugin.select(sent_to.name));
  CHECK(plugin.operations(mqs_pending_receives).empty());
  const auto messages = plugin.operations(mqs_unexpected_messages);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].desired_tag == 7);
  CHECK(messages[0].actual_length == 4);
  CHECK(std::string(messages[0].extra_text[0]) == std::string("Protocol: eager"));

  // One that knows more asks for the messages without a communicator, and for communicators where it asks for queues.
  REQUIRE(mpidbg_init_per_process(mpich.host.process(), FakeHost::process_callbacks(), nullptr) == MPIDBG_SUCCESS);
  CHECK(plugin.communicators().size() == communicators.size() - 2);
  REQUIRE(plugin.select(receiving.name, true));
  CHECK(plugin.operations(mqs_pending_receives).size() == 1);
  CHECK_FALSE(plugin.select(sent_to.name, true));
  mpidbg_finalize_per_process(mpich.host.process(), mpich.host.process_info);
}

TEST_CASE("a persistent request of MPICH is shown with its handle while UCX has it, and is inactive otherwise") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address communicator) {
    const Address behind = device.post({.tag = device.tag(halo, 1, 5), .mask = device.exact, .bytes = 28});
    const Address started =
        device.persistent({.communicator = communicator, .peer = 1, .tag = 5, .count = 7, .started = behind});
    const Address inactive =
        device.persistent({.communicator = communicator, .is_send = true, .type = 3, .peer = 0, .tag = 6});
    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == device.handle(started));
    CHECK(receives[0].record == started.value());
    CHECK(receives[0].flags == MPIDBG_OP_PERSISTENT);
    CHECK(receives[0].count == 7);
    CHECK(receives[0].datatype == 0x4c000405);
    const auto sends = queue_of(mpich, "halo", MPIDBG_QUEUE_INACTIVE);
    REQUIRE(sends.size() == 1);
    CHECK(sends[0].request == device.handle(inactive));
    CHECK(sends[0].comm_rank == 0);
    CHECK(sends[0].world_rank == 2);
    CHECK(sends[0].send_mode == MPIDBG_SEND_SYNCHRONOUS);
    CHECK(sends[0].is_send == 1);

    HandleSession session(mpich.host);
    const Request request(session, Address(device.handle(started)));
    CHECK(request->req_state == MPIDBG_REQUEST_ACTIVE);
    CHECK(request->req_bytes == 28);
    CHECK(request->req_peer_rank == 1);
  });
}

TEST_CASE("messages on a communicator of one process are MPICH's own: sent and unexpected at once") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address) {
    const Address self = mpich.predefined(ObjectKind::communicator, 1);
    const Address receive = device.own({.communicator = self, .tag = 3, .count = 2});
    const Address send = device.own({.communicator = self, .is_send = true, .tag = 4, .count = 2});
    const auto receives = queue_of(mpich, "MPI_COMM_SELF", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == device.handle(receive));
    CHECK(receives[0].flags == 0);
    CHECK(receives[0].comm_rank == 0);
    CHECK(receives[0].world_rank == 1);
    CHECK(receives[0].tag == 3);
    CHECK(receives[0].bytes == 8);
    const auto sends = queue_of(mpich, "MPI_COMM_SELF", MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 1);
    CHECK(sends[0].request == device.handle(send));
    {
      const HandleSession session(mpich.host);
      CHECK(Request(session, Address(device.handle(send)))->req_call == MPIDBG_CALL_ISEND);
      CHECK(Request(session, Address(device.handle(receive)))->req_call == MPIDBG_CALL_IRECV);
    }
    const auto messages = queue_of(mpich, "MPI_COMM_SELF", MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].request == 0);
    CHECK(messages[0].record == send.value());
    CHECK(messages[0].tag == 4);
    device.take(send);
    CHECK(queue_of(mpich, "MPI_COMM_SELF", MPIDBG_QUEUE_UNEXPECTED).empty());
    CHECK(queue_of(mpich, "MPI_COMM_SELF", MPIDBG_QUEUE_SENDS).size() == 1);
  });
}

TEST_CASE("pending requests of MPICH have what UCX knows of them") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address communicator) {
    const Address receive =
        device.post({.tag = device.tag(halo, 0, 5), .mask = device.any_source, .bytes = 16, .buffer = Address(0x7100)});
    const Address send = device.send(
        {.tag = device.tag(halo, 2, 6), .bytes = 1 << 20, .endpoint = device.endpoint(0), .synchronous = true});
    const Address matched = device.match({.tag = device.tag(halo, 1, 7), .mask = device.exact, .bytes = 5000},
                                         device.tag(halo, 1, 7), 4000);
    const Address freed = device.post({.tag = device.tag(0x180, 1, 5), .mask = device.exact});
    const Address internal = device.post({.tag = device.tag(halo | 1, 1, 287), .mask = device.exact});
    const std::uint32_t halo_handle = mpich.pool(ObjectKind::communicator).handle(communicator);

    HandleSession session(mpich.host);
    const Request posted(session, Address(device.handle(receive)));
    CHECK(posted->req_comm == halo_handle);
    CHECK(posted->req_tag == 5);
    CHECK(posted->req_peer_rank == -1);
    CHECK(posted->req_bytes == 16);
    CHECK(posted->req_buffer == 0x7100);
    const Request sent(session, Address(device.handle(send)));
    CHECK(sent->req_comm == halo_handle);
    CHECK(sent->req_peer_rank == 1);
    CHECK(sent->req_peer_world_rank == 0);
    CHECK(sent->req_bytes == 1 << 20);
    CHECK(sent->req_send_mode == MPIDBG_REQUEST_MODE_SYNCHRONOUS);
    const Request arriving(session, Address(device.handle(matched)));
    CHECK(arriving->req_matched_rank == 1);
    CHECK(arriving->req_matched_bytes == 4000);
    CHECK(arriving->req_bytes == 5000);
    const Request without(session, Address(device.handle(freed)));
    CHECK(without->req_comm == 0);
    CHECK(without->req_tag == 5);
    const Request own(session, Address(device.handle(internal)));
    CHECK((own->req_bitflags & MPIDBG_REQUEST_INFO_INTERNAL) != 0);
    CHECK((posted->req_bitflags & MPIDBG_REQUEST_INFO_INTERNAL) == 0);
  });
}

TEST_CASE("a message that MPI_Mprobe has taken has sender, tag and size") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address communicator) {
    const Address taken =
        device.matched_message({.tag = device.tag(halo, 1, 9), .bytes = 1 << 20, .kind = FakeUcx::Message::rendezvous});
    HandleSession session(mpich.host);
    const Message message(session, Address(device.handle(taken)));
    CHECK(message->message_comm == mpich.pool(ObjectKind::communicator).handle(communicator));
    CHECK(message->message_source == 1);
    CHECK(message->message_source_world_rank == 0);
    CHECK(message->message_tag == 9);
    CHECK(message->message_bytes == 1 << 20);
    CHECK(message->message_protocol == MPIDBG_MESSAGE_RENDEZVOUS);
  });
}

TEST_CASE("where UCX's worker is searched for, there has to be exactly one") {
  FakeMpich mpich(8, ByteOrder::little, false);
  FakeUcxDevice device(mpich, false);
  CHECK(queue_problem(mpich, MPIDBG_QUEUE_RECEIVES).empty());
  // The same again is the same.
  const Address copy = device.global + 256;
  mpich.memory.write_pointer(copy, device.ucx.context);
  mpich.memory.write_pointer(copy + 8, device.ucx.worker);
  CHECK(queue_problem(mpich, MPIDBG_QUEUE_RECEIVES).empty());
  FakeUcx second(mpich.memory, mpich.host, 8);
  mpich.memory.write_pointer(copy, second.context);
  mpich.memory.write_pointer(copy + 8, second.worker);
  CHECK(contains(queue_problem(mpich, MPIDBG_QUEUE_RECEIVES), "2 workers"));
  for (const Address place : {device.global, copy}) mpich.memory.write_pointer(place, Address(0x1000));
  CHECK(contains(queue_problem(mpich, MPIDBG_QUEUE_RECEIVES), "nothing like it"));
}

TEST_CASE("no worker of UCX is found in a thousand images of random static data") {
  std::mt19937_64 random(11);
  FakeMpich mpich(8, ByteOrder::little, false);
  FakeUcxDevice device(mpich, false);
  const std::uint64_t real[] = {device.ucx.worker.value(), device.ucx.context.value(), device.ucx.chunk.value(),
                                device.ucx.hash.value()};
  for (const std::uint64_t at : {0, 8}) mpich.memory.write_integer(device.global + at, 0, 8);
  for (unsigned image = 0; image < fakes::random_rounds(1000); ++image) {
    // Pointers to the parts of a worker, in any order but its own, among others and numbers.
    std::uint64_t before = 0;
    for (std::uint64_t at = 60 * 4096; at < 62 * 4096; at += 8) {
      std::uint64_t value = random();
      if (value % 4 == 0) value = real[random() % 4] + (random() % 2) * 8 * (random() % 64);
      if (value % 4 == 1) value = (mpich.static_data + random() % 0x40000).value();
      if (before == real[1] && value == real[0]) value = 0;
      mpich.memory.write_integer(mpich.static_data + at, before = value, 8);
    }
    CAPTURE(image);
    CHECK(contains(queue_problem(mpich, MPIDBG_QUEUE_RECEIVES), "nothing like it"));
  }
}

TEST_CASE("what cannot be seen of MPICH's queues says why") {
  SUBCASE("another worker than the layouts say") {
    FakeMpich mpich(8, ByteOrder::little);
    FakeUcxDevice device(mpich);
    device.ucx.set(device.ucx.worker, device.ucx.layouts.worker.context, 0x1230);
    CHECK(contains(queue_problem(mpich, MPIDBG_QUEUE_SENDS), "ucp_worker"));
  }
  SUBCASE("several interfaces") {
    FakeMpich mpich(8, ByteOrder::little);
    FakeUcxDevice device(mpich);
    mpich.set(device.global, *mpich.layouts.ucx_global.num_vnis.present, 3);
    CHECK(contains(queue_problem(mpich, MPIDBG_QUEUE_SENDS), "2 virtual interfaces"));
    CHECK(queue_problem(mpich, MPIDBG_QUEUE_INACTIVE).empty());
    mpich.set(device.global, *mpich.layouts.ucx_global.num_vnis.present, 64);
    CHECK(contains(queue_problem(mpich, MPIDBG_QUEUE_SENDS), "messages of the 63 virtual interfaces after the first"));
    for (const std::uint64_t number : {0, 65}) {
      mpich.set(device.global, *mpich.layouts.ucx_global.num_vnis.present, number);
      CHECK(
          contains(queue_problem(mpich, MPIDBG_QUEUE_SENDS), " has " + std::to_string(number) + " virtual interfaces"));
    }
  }
  SUBCASE("shared memory beside UCX") {
    FakeMpich mpich(8, ByteOrder::little);
    FakeUcxDevice device(mpich);
    mpich.host.types["MPIDI_Devreq_t"].fields["is_local"] = mpich.host.types["MPIDIU_avt_manager"].fields["n_avts"];
    CHECK(queue_problem(mpich, MPIDBG_QUEUE_RECEIVES).empty());
    mpich.host.symbols.erase("MPIDI_global");
    CHECK(contains(queue_problem(mpich, MPIDBG_QUEUE_RECEIVES), "between processes of one node: "));
    CHECK(queue_problem(mpich, MPIDBG_QUEUE_INACTIVE).empty());
  }
  SUBCASE("another device") {
    FakeMpich mpich(8, ByteOrder::little);
    mpich.host.symbols["MPII_Version_device"] = mpich.memory.new_string("ch4:ofi");
    CHECK(contains(queue_problem(mpich, MPIDBG_QUEUE_RECEIVES), "libfabric"));
  }
}

TEST_CASE("partitioned communication with MPICH: peer, tag of receives, partitions, and how many are ready") {
  in_every_target([](FakeMpich &mpich, FakeUcxDevice &device, Address object) {
    const Address receive = device.partitioned({.communicator = object, .peer = 1, .tag = 5});
    const Address idle = device.partitioned({.active = false, .complete = true, .communicator = object, .tag = 6});
    // Rank 1 is not the first: of 4 partitions 3 are ready; the receiver has not been heard of.
    const Address first = device.partitioned({.is_send = true, .communicator = object, .peer = 1, .missing = 2});
    // It has been: of this round or of an earlier one.
    const Address second = device.partitioned(
        {.is_send = true, .communicator = object, .peer = 1, .missing = 2, .other_side = Address(0x77)});
    const Address none = device.partitioned(
        {.is_send = true, .communicator = object, .peer = 1, .missing = 5, .other_side = Address(0x77)});
    const Address odd = device.partitioned({.is_send = true, .communicator = object, .peer = 1, .missing = 9});
    const Address moving = device.partitioned({.is_send = true, .communicator = object, .peer = 0, .missing = 5});
    const Address carrier = device.carry(moving);
    // Of a sender that no request here asks for: it has no partitions, and their place anything.
    const Address heard_of = device.partitioned({.partitions = -99, .peer = 2, .tag = 8});
    device.partitioned({.complete = true, .communicator = object, .peer = 1, .tag = 5});

    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == device.handle(receive));
    CHECK(receives[0].record == receive.value());
    CHECK(receives[0].flags == (MPIDBG_OP_PERSISTENT | MPIDBG_OP_MET_NONE));
    CHECK(receives[0].comm_rank == 1);
    CHECK(receives[0].world_rank == 0);
    CHECK(receives[0].tag == 5);
    CHECK(receives[0].bytes == 32);
    CHECK(receives[0].count == 8);
    CHECK(receives[0].partitions == 4);
    CHECK(receives[0].partitions_ready == -1);
    const auto inactive = queue_of(mpich, "halo", MPIDBG_QUEUE_INACTIVE);
    REQUIRE(inactive.size() == 1);
    CHECK(inactive[0].request == device.handle(idle));
    CHECK(inactive[0].partitions == 4);
    const auto sends = queue_of(mpich, "halo", MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 5);
    constexpr unsigned of_all = MPIDBG_OP_PERSISTENT | MPIDBG_OP_TAG_UNKNOWN;
    CHECK(sends[0].request == device.handle(first));
    CHECK(sends[0].flags == of_all);
    CHECK(sends[0].partitions_ready == 3);
    CHECK(sends[1].request == device.handle(second));
    CHECK(sends[1].flags == (of_all | MPIDBG_OP_MAYBE_READY));
    CHECK(sends[1].partitions_ready == 2);
    CHECK(sends[2].request == device.handle(none));
    CHECK(sends[2].flags == of_all);
    CHECK(sends[2].partitions_ready == 0);
    CHECK(sends[3].request == device.handle(odd));
    CHECK(sends[3].partitions_ready == -1);
    CHECK(sends[4].request == device.handle(moving));
    CHECK(sends[4].flags == (of_all | MPIDBG_OP_MATCHED));
    CHECK(sends[4].comm_rank == 0);
    CHECK(queue_of(mpich, "halo", MPIDBG_QUEUE_UNEXPECTED).empty());
    {
      // A debugger that knows the message queue interface alone has the lines of text.
      PluginDriver plain(mpich.host);
      REQUIRE(plain.update() == mqs_ok);
      REQUIRE(plain.select("halo"));
      const auto shown = plain.operations(mqs_pending_sends);
      REQUIRE(shown.size() == 5);
      const auto says = [&](std::size_t i, const char *text) {
        return std::any_of(std::begin(shown[i].extra_text), std::end(shown[i].extra_text),
                           [&](const char *line) { return contains(line, text); });
      };
      CHECK(says(0, "4 partitions, 3 ready"));
      CHECK(says(1, "4 partitions, 2 or 3 ready"));
    }

    HandleSession session(mpich.host);
    const Request read(session, Address(device.handle(first)));
    CHECK(read->req_type == MPIDBG_REQUEST_POINT_TO_POINT);
    CHECK(read->req_call == MPIDBG_CALL_PSEND_INIT);
    CHECK(read->req_partitions == 4);
    CHECK(read->req_partitions_ready == 3);
    CHECK((read->req_bitflags & MPIDBG_REQUEST_INFO_TAG_KNOWN) == 0);
    CHECK((Request(session, Address(device.handle(carrier)))->req_bitflags & MPIDBG_REQUEST_INFO_INTERNAL) != 0);
    CHECK((Request(session, Address(device.handle(heard_of)))->req_bitflags & MPIDBG_REQUEST_INFO_INTERNAL) != 0);
    CHECK(Request(session, Address(device.handle(idle)))->req_state == MPIDBG_REQUEST_INACTIVE);
    mpich.memory.write_integer(receive + mpich.layouts.request.part.offset, 0xffffffff, 4);
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("halo"));
    CHECK(plugin.details(MPIDBG_QUEUE_RECEIVES).empty());
    CHECK(contains(plugin.detail(), "MPIR_Request.u.part.partitions at "));
  });
}

TEST_CASE("damage of the table of endpoints is an error of the sends that need it") {
  const auto problem_of_sends = [](const std::function<void(FakeMpich &, FakeUcxDevice &)> &damage) {
    FakeMpich mpich(8, ByteOrder::little);
    FakeUcxDevice device(mpich);
    device.send({.tag = device.tag(0, 1, 8), .endpoint = device.endpoint(2)});
    damage(mpich, device);
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    CHECK(plugin.details(MPIDBG_QUEUE_SENDS).empty());
    CHECK(plugin.last_code() != mqs_end_of_list);
    return plugin.detail();
  };
  CHECK(contains(problem_of_sends([](FakeMpich &mpich, FakeUcxDevice &device) {
                   mpich.set(device.manager, mpich.layouts.address_manager.n_avts, 0xffffffff);
                 }),
                 "n_avts"));
  CHECK(contains(problem_of_sends([](FakeMpich &mpich, FakeUcxDevice &device) {
                   mpich.set(device.manager, mpich.layouts.address_manager.n_avts, 0);
                 }),
                 " is 0"));
  for (const std::uint64_t size : {std::uint64_t{0x7fffffff}, std::uint64_t{0xffffffff}}) {
    CHECK(contains(problem_of_sends([size](FakeMpich &mpich, FakeUcxDevice &device) {
                     mpich.set(device.table, mpich.layouts.address_table.size, size);
                   }),
                   "MPIDI_av_table_t.size"));
  }
  CHECK(contains(problem_of_sends([](FakeMpich &mpich, FakeUcxDevice &device) {
                   mpich.set(device.manager, mpich.layouts.address_manager.av_table0, 0x10);
                 }),
                 "MPIDI_av_table_t"));
}

// The first table is elsewhere than the others, in whose array its place is not used.
TEST_CASE("the tables of endpoints of all worlds are read, but those of worlds that are gone") {
  const auto sends = [](std::initializer_list<std::uint64_t> tables) {
    FakeMpich mpich(8, ByteOrder::little);
    FakeUcxDevice device(mpich);
    device.send({.tag = device.tag(0, 1, 8), .endpoint = device.endpoint(2)});
    const auto &layout = mpich.layouts.address_manager;
    const Address array = mpich.memory.allocate(8 * tables.size());
    Address at = array;
    for (const std::uint64_t table : tables) {
      mpich.memory.write_integer(at, table, 8);
      at = at + 8;
    }
    mpich.set(device.manager, layout.n_avts, tables.size());
    mpich.set(device.manager, layout.av_tables, array.value());
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    const auto found = plugin.details(MPIDBG_QUEUE_SENDS);
    if (found.empty()) return plugin.detail();
    CHECK(plugin.last_code() == mqs_end_of_list);
    CHECK(found.size() == 1);
    return std::to_string(found[0].comm_rank);
  };
  CHECK(sends({8}) == "2");
  CHECK(sends({8, 0}) == "2");
  CHECK(sends({8, 0, 0}) == "2");
  CHECK(contains(sends({8, 8, 0}), "MPIDI_av_table_t"));
  CHECK(contains(sends({8, 0, 8}), "MPIDI_av_table_t"));
}

TEST_CASE("a send to a process that no table of endpoints has is shown without its receiver, which is said") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  device.send({.tag = device.tag(0, 1, 8), .endpoint = device.endpoint(2)});
  mpich.set(device.table, mpich.layouts.address_table.size, 0);
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  const auto found = plugin.details(MPIDBG_QUEUE_SENDS);
  REQUIRE(found.size() == 1);
  CHECK(found[0].comm_rank == -1);
  CHECK(plugin.last_code() != mqs_end_of_list);
  CHECK_MESSAGE(contains(plugin.detail(), "endpoint"), plugin.detail());
  plugin.details(MPIDBG_QUEUE_RECEIVES);
  CHECK(plugin.last_code() == mqs_end_of_list);
}

TEST_CASE("where a table of requests is damaged no queue is complete") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
  device.persistent({.communicator = object, .peer = 0, .tag = 7});
  CHECK(queue_of(mpich, "halo", MPIDBG_QUEUE_INACTIVE).size() == 1);
  mpich.pool(ObjectKind::request).set(mpich.layouts.object_table.num_avail, 99);
  for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_RECEIVES, MPIDBG_QUEUE_UNEXPECTED, MPIDBG_QUEUE_INACTIVE}) {
    CAPTURE(queue);
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("halo"));
    CHECK(plugin.details(queue).empty());
    CHECK(plugin.last_code() != mqs_end_of_list);
    CHECK_MESSAGE(contains(plugin.detail(), "is not a table of objects of the kind request"), plugin.detail());
  }
}

TEST_CASE("where the table of datatypes is damaged, operations lack theirs, and their queue is not complete") {
  FakeMpich mpich(8, ByteOrder::little);
  fakes::FakeMpichObjects objects(mpich);
  FakeUcxDevice device(mpich);
  const Address column = objects.datatype("column", {8, 0, 16, 0, 16}, {});
  device.post(
      {.tag = device.tag(0, 1, 5), .mask = device.exact, .bytes = 8, .datatype = device.ucx.new_datatype(column)});
  const auto whole = queue_of(mpich, "MPI_COMM_WORLD", MPIDBG_QUEUE_RECEIVES);
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].datatype == objects.handle(ObjectKind::datatype, column));
  mpich.memory.write_integer(column + mpich.layouts.object.handle.offset, 0, 4);
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  CHECK(plugin.details(MPIDBG_QUEUE_RECEIVES).size() == 1);
  CHECK(plugin.last_code() != mqs_end_of_list);
  CHECK_MESSAGE(contains(plugin.detail(), "MPIR_Handle_common.handle of the datatype at "), plugin.detail());
}

TEST_CASE("a receive from a rank beyond the communicator is corrupt, and hides no other") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  device.post({.tag = device.tag(0, 3, 5), .mask = device.exact});
  device.post({.tag = device.tag(0, 2, 6), .mask = device.exact});
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  const auto receives = plugin.details(MPIDBG_QUEUE_RECEIVES);
  REQUIRE(receives.size() == 1);
  CHECK(receives[0].tag == 6);
  CHECK(contains(plugin.detail(), "names rank 3 in a group of 3"));
}

TEST_CASE("a send from a rank that this process has nowhere is missed") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeUcxDevice device(mpich);
  device.send({.tag = device.tag(0, 1, 5), .bytes = 40, .endpoint = device.endpoint(0)});
  const Address other = device.send({.tag = device.tag(0, 2, 5), .bytes = 40, .endpoint = device.endpoint(0)});
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  CHECK(plugin.details(MPIDBG_QUEUE_SENDS).size() == 1);
  CHECK(other != Address());
  CHECK_MESSAGE(contains(plugin.detail(), "ucp_request.send.msg_proto.tag of the send at "), plugin.detail());
}

TEST_CASE("requests of MPICH and of UCX go together, each in its direction") {
  using mpidbg::model::mpich::PendingRequest;
  using mpidbg::model::ucx::PooledRequest;
  const auto receive = [](std::uint64_t at, std::uint64_t object) {
    return PooledRequest{Address(at), Address(object), {}, 0, PooledRequest::receive};
  };
  const auto send = [](std::uint64_t at, std::uint64_t object) {
    return PooledRequest{Address(at), {}, Address(object), 0, PooledRequest::send};
  };
  std::string others;
  const auto check = [&](const std::vector<PendingRequest> &pending, const std::vector<PooledRequest> &in_ucx,
                         bool all_in_ucx = true, std::uint64_t wrong = 0) {
    others.clear();
    const auto result = mpidbg::model::mpich::check_carried(
        {pending, in_ucx, all_in_ucx}, [&](Address object, const PooledRequest &of_ucx) -> mpidbg::Status {
          others += mpidbg::hex(object) + " of " + mpidbg::hex(of_ucx.request) + ' ';
          if (object.value() != wrong) return {};
          return mpidbg::Error{mpidbg::ErrorCode::corrupt, "other", object};
        });
    return result ? std::string() : result.error().message;
  };
  const PendingRequest receives{Address(0x10), 0xac000000, true, false, false},
      sends{Address(0x20), 0xac000001, false, false, false};
  CHECK(check({}, {}).empty());
  CHECK(check({receives, sends}, {receive(0x100, 0x10), send(0x200, 0x20)}).empty());
  CHECK(check({receives, sends}, {send(0x200, 0x20), receive(0x100, 0x10)}).empty());
  CHECK(others.empty());
  // What is complete, or is of UCX alone, is for nobody.
  const PooledRequest complete{Address(0x300), Address(0x30), Address(0x40), 0, PooledRequest::complete};
  CHECK(check({receives}, {complete, receive(0x100, 0x10)}).empty());
  CHECK(others.empty());

  CHECK(check({receives}, {receive(0x100, 0x10), receive(0x200, 0x10)}) ==
        "MPIR_Request at 0x10 is that of two requests of UCX, at 0x100 and at 0x200");
  CHECK(check({receives}, {send(0x100, 0x10)}) ==
        "MPIR_Request at 0x10 receives, and ucp_request at 0x100, which is for it, does not");
  CHECK(check({sends}, {receive(0x100, 0x20)}) ==
        "MPIR_Request at 0x20 sends, and ucp_request at 0x100, which is for it, does not");

  // Of others it is asked why they cannot be: before those that are pending, between them, and behind.
  CHECK(check({receives, sends},
              {send(0x100, 0x8), receive(0x200, 0x10), send(0x300, 0x18), send(0x400, 0x20), receive(0x500, 0x28)})
            .empty());
  CHECK(others == "0x8 of 0x100 0x18 of 0x300 0x28 of 0x500 ");
  CHECK(check({receives}, {send(0x100, 0x8), receive(0x200, 0x10)}, true, 0x8) == "other");
  CHECK(check({receives}, {receive(0x200, 0x10), send(0x100, 0x18)}, true, 0x18) == "other");

  // One that UCX does not have may be in the making if the device holds it, and nothing of UCX can be what it lacks.
  const std::string lacks = "MPIR_Request at 0x10 (0xac000000) is pending, and no pending request of UCX is for it";
  PendingRequest held = receives, local = receives;
  held.is_held = local.is_local = true;
  const std::string may_be = "; ucp_request at 0x300 may have been";
  const PooledRequest without{Address(0x300), {}, {}, 0, PooledRequest::receive},
      send_without{Address(0x300), Address(0x10), {}, 0, PooledRequest::send},
      given{Address(0x300), Address(0x10), {}, 0, PooledRequest::complete},
      behind{Address(0x300), {}, Address(0x10), 0, PooledRequest::other};
  CHECK(check({receives}, {}) == lacks);
  CHECK(check({receives}, {complete}) == lacks);
  CHECK(check({receives}, {receive(0x100, 0x18)}) == lacks);
  CHECK(check({receives}, {receive(0x100, 0x8)}) == lacks);
  CHECK(check({held}, {}).empty());
  CHECK(check({held}, {complete}).empty());
  CHECK(check({held}, {receive(0x100, 0x18)}).empty());
  for (const PooledRequest &one : {without, send_without, given, behind}) {
    CHECK(check({receives}, {complete, one}) == lacks + may_be);
    CHECK(check({held}, {complete, one}) == lacks + may_be);
    CHECK(check({local}, {one}).empty());
    CHECK(check({receives}, {one}, false).empty());
  }
}

TEST_CASE("requests of MPICH that cannot be are said with the request, and what is wrong with it") {
  namespace constants = mpidbg::layout::mpich;
  struct Process {
    FakeMpich mpich{8, ByteOrder::little};
    FakeUcxDevice device{mpich};
    Address halo = mpich.add_communicator({.name = "halo", .context = ::halo, .rank = 2, .members = {2, 0, 1}});
    Address receive = device.post({.tag = FakeUcxDevice::tag(::halo, 1, 5), .mask = FakeUcxDevice::exact});
    Address idle = device.persistent({.communicator = halo, .peer = 0, .tag = 6});
    Address started = device.persistent({.communicator = halo, .peer = 1, .tag = 5, .started = receive});
  };
  const auto problem = [](auto &&damage) {
    Process process;
    damage(process, process.mpich.layouts.request);
    MpichLibrary library(process.mpich);
    const std::string said = library->handles()->problem(mpidbg::model::HandleKind::request);
    // It is said again.
    CHECK(library->handles()->problem(mpidbg::model::HandleKind::request) == said);
    return said;
  };
  using Layout = constants::RequestLayout;
  CHECK(problem([](Process &, const Layout &) {}).empty());
  const auto set = [&](Address Process::*request, auto slot, std::uint64_t value) {
    return problem([&](Process &p, const Layout &layout) { p.mpich.set(p.*request, layout.*slot, value); });
  };
  CHECK(contains(set(&Process::receive, &Layout::kind, 0), ") has the kind 0"));
  CHECK(contains(set(&Process::receive, &Layout::kind, 10), "whose MPIR_Request.kind is 10"));
  CHECK(contains(set(&Process::receive, &Layout::kind, constants::request_send), " sends, and ucp_request at "));
  CHECK(contains(set(&Process::receive, &Layout::cc, 0), "is pending, and is for "));
  CHECK(contains(set(&Process::receive, &Layout::cc, 0), ", which is complete"));
  CHECK(contains(set(&Process::receive, &Layout::comm, 0x7000), "which is not a communicator in use"));
  CHECK(contains(set(&Process::idle, &Layout::comm, 0), ") has the kind 4 and no communicator"));
  CHECK(contains(set(&Process::idle, &Layout::cc, 1), ") is persistent, has started nothing and is pending"));
  CHECK(set(&Process::started, &Layout::cc, 1).empty());
  CHECK(set(&Process::idle, &Layout::kind, constants::request_persistent_send).empty());
  CHECK(contains(problem([](Process &p, const Layout &) { p.mpich.add_request(constants::request_send); }),
                 ") is pending, and no pending request of UCX is for it"));
  // A persistent collective operation that was never started has its counter at 1 as long as it has a schedule.
  for (const bool has_schedule : {true, false}) {
    const std::string said = problem([&](Process &p, const Layout &layout) {
      const Address request = p.mpich.add_request(constants::request_persistent_collective);
      p.mpich.set(request, layout.comm, p.halo.value());
      if (has_schedule) p.mpich.set(request, layout.schedule, 0x7000);
    });
    CHECK(said.empty() == has_schedule);
  }
  // The first one that is damaged.
  const std::string both = problem([](Process &p, const Layout &layout) {
    p.mpich.set(p.receive, layout.kind, 0);
    p.mpich.set(p.idle, layout.cc, 1);
    p.mpich.set(p.started, layout.comm, 0);
  });
  CHECK_MESSAGE(contains(both, ") has the kind 0"), both);
}
