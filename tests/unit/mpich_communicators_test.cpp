// MPICH's communicators, groups, attributes and requests, and what damage does to them.

#include <doctest/doctest.h>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "tests/contains.h"
#include "tests/unit/mpich_target.h"

using fakes::FakeMpich;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::ErrorCode;
using mpidbg::Handle;
using namespace mpidbg::model;
using mpidbg::model::mpich::ObjectKind;
namespace constants = mpidbg::layout::mpich;

namespace {

struct Process : FakeMpich {
  explicit Process(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little, bool named = true)
      : FakeMpich(pointer_size, order, named) {
    add({.name = "MPIR_CVAR_ANY"});
  }
  // Of processes of MPI_COMM_WORLD, in which this one has the rank.
  Address add_group(int rank, std::initializer_list<unsigned> members) {
    const Address group = pool(ObjectKind::group).take(),
                  entries = memory.allocate(members.size() * layouts.group_entry.byte_size);
    Address entry = entries;
    for (const unsigned member : members) {
      set(entry, layouts.group_entry.lpid, member);
      entry = entry + layouts.group_entry.byte_size;
    }
    set(group, layouts.group.size, members.size());
    set(group, layouts.group.rank, static_cast<unsigned>(rank));
    set(group, *layouts.group.lrank_to_lpid.present, entries.value());
    return group;
  }
  Handle handle(ObjectKind kind, Address object) { return Handle(pool(kind).handle(object), 4); }
};

Handle comm(Process &mpich, Address object) {
  return mpich.handle(ObjectKind::communicator, object);
}
Handle request_handle(Process &mpich, Address object) {
  return mpich.handle(ObjectKind::request, object);
}

std::vector<int> world_ranks(MpichLibrary &library, Handle group) {
  std::vector<int> ranks;
  const auto members = library->objects()->group_members(group);
  REQUIRE_MESSAGE(members, members.error().message);
  for (const ProcessName &name : **members) ranks.push_back(library->identity().world_rank_of(name));
  return ranks;
}

std::string problem_of(Process &mpich, Address communicator) {
  MpichLibrary library(mpich);
  const auto read = library->communicators()->communicator(comm(mpich, communicator));
  if (!read) return read.error().message;
  const auto members = library->objects()->group_members(read->local_group);
  return members ? "none" : members.error().message;
}

}  // namespace

TEST_CASE("MPICH: communicators with names, ids, ranks and members, for either width and order") {
  for (const bool wide : {true, false}) {
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      Process mpich(wide ? 8 : 4, order);
      const Address half = mpich.add_communicator({.name = "half", .context = 0x1e0, .rank = 1, .members = {2, 1}});
      const Address unnamed = mpich.add_communicator({.members = {1}});
      MpichLibrary library(mpich);
      const auto live = library->handles()->live(HandleKind::communicator).value();
      REQUIRE(live.size() == 4);
      CHECK(library->handles()->problem(HandleKind::communicator).empty());

      const auto world = library->communicators()->communicator(Handle(0x44000000, 4)).value();
      CHECK(world.name == "MPI_COMM_WORLD");
      CHECK(world.predefined);
      CHECK(world.named);
      CHECK(world.rank == 1);
      CHECK(world_ranks(library, world.local_group) == std::vector{0, 1, 2});
      CHECK(world.errhandler_name == "MPI_ERRORS_ARE_FATAL");
      const auto self = library->communicators()->communicator(Handle(0x44000001, 4)).value();
      CHECK(world_ranks(library, self.local_group) == std::vector{1});

      const auto read = library->communicators()->communicator(comm(mpich, half)).value();
      CHECK(read.name == "half");
      CHECK(read.context_id == 0x1e0);
      CHECK(read.rank == 1);
      CHECK(read.size_without_group == 2);
      CHECK_FALSE(read.intercommunicator);
      CHECK_FALSE(read.internal);
      CHECK_FALSE(read.predefined);
      CHECK(read.freed == false);
      CHECK(read.local_group == read.remote_group);
      CHECK(world_ranks(library, read.local_group) == std::vector{2, 1});
      const auto group = library->objects()->group(read.local_group).value();
      CHECK(group.rank == 1);
      CHECK(group.without_handle == true);
      CHECK(group.members->size() == 2);

      const auto nameless = library->communicators()->communicator(comm(mpich, unnamed)).value();
      CHECK_FALSE(nameless.named);
      CHECK(nameless.name == "0x84000001");

      const auto null = library->communicators()->communicator(Handle(0x04000000, 4)).value();
      CHECK(null.is_null);
      CHECK(null.rank == -1);
      CHECK(library->identity().world_rank() == 1);
      CHECK(library->identity().world_size() == 3);
    }
  }
}

TEST_CASE("MPICH: a communicator that is being made is not taken for damage, and damage not for one") {
  Process mpich;
  const auto &layout = mpich.layouts.communicator;
  const auto add = [&](std::uint32_t sent, std::uint32_t received, std::uint32_t size) {
    const Address one = mpich.add_communicator({.members = {0, 1}});
    mpich.set(one, layout.context_id, sent);
    mpich.set(one, layout.recvcontext_id, received);
    mpich.set(one, layout.next_sched_tag, 287);
    if (size != 2) mpich.set(one, layout.local_size, size);
    if (size != 2) mpich.set(one, layout.remote_size, size);
    return one;
  };
  const Address begun = add(0x1e0, 0x1e0, 0xffffffff), copied = add(0x7fff, 0x7fff, 2), agreeing = add(0, 0x7fff, 2),
                intercommunicator = add(0x7fff, 0, 2);
  mpich.set(intercommunicator, layout.comm_kind, 1);
  const Address made = mpich.add_communicator({.context = 0x1e0, .rank = 0, .members = {1}});
  {
    MpichLibrary library(mpich);
    CHECK(library->handles()->problem(HandleKind::communicator).empty());
    for (const Address one : {begun, copied, agreeing, intercommunicator}) {
      const auto read = library->communicators()->communicator(comm(mpich, one));
      CHECK(read.error().code == ErrorCode::being_made);
      CHECK(contains(read.error().message, "is a communicator that the library is making at this moment"));
    }
    CHECK(library->communicators()->communicator(comm(mpich, made))->size_without_group == 1);
    CHECK(library->handles()->problem(HandleKind::communicator).empty());
  }
  // If a communicator has been used, the same values are damage.
  mpich.set(begun, layout.attributes, 0x1000);
  mpich.set(copied, layout.next_sched_tag, 288);
  mpich.set(intercommunicator, layout.local_comm, made.value());
  mpich.memory.write_string(agreeing + layout.name.offset, "halo");
  for (const Address one : {begun, copied, agreeing, intercommunicator}) {
    MpichLibrary library(mpich);
    CHECK(library->communicators()->communicator(comm(mpich, one)).error().code == ErrorCode::corrupt);
    CHECK_FALSE(library->handles()->problem(HandleKind::communicator).empty());
  }
}

TEST_CASE("MPICH: without symbols who one is comes from MPI_COMM_WORLD") {
  Process mpich(8, ByteOrder::little, false);
  MpichLibrary library(mpich);
  CHECK(library->identity().world_rank() == 1);
  CHECK(library->identity().world_size() == 3);
  CHECK(library->handles()->live(HandleKind::communicator).value().size() == 2);
  CHECK(library->handles()->problem(HandleKind::communicator).empty());
}

TEST_CASE("MPICH: members by every rule") {
  Process mpich;
  struct Rule {
    unsigned mode;
    int offset, stride, block, table;
    std::vector<int> expected;
  };
  // The rules that end in _intra are of this process's world, and their table is not set.
  const std::vector<Rule> rules = {
      {constants::map_direct, 0, 0, 0, 0, {0, 1, 2}},    {constants::map_direct_intra, 9, 9, 9, 9, {0, 1, 2}},
      {constants::map_offset, 1, 9, 9, 0, {1, 2}},       {constants::map_offset_intra, 1, 9, 9, -1, {1, 2}},
      {constants::map_stride, 1, 1, 1, 0, {1, 2}},       {constants::map_stride_intra, 0, 2, 9, 9, {0, 2}},
      {constants::map_stride_block, 0, 2, 1, 0, {0, 2}}, {constants::map_stride_block_intra, 0, 2, 1, 9, {0, 2}},
      {constants::map_list, 0, 0, 0, 0, {2, 0}},         {constants::map_list_intra, 0, 0, 0, 9, {2, 0}},
      {constants::map_direct, 0, 0, 0, 3, {-1, -1, -1}}, {constants::map_list, 0, 0, 0, 3, {-1, -1}}};
  std::vector<Address> communicators;
  std::uint32_t context = 0x100;
  const auto &layout = mpich.layouts.communicator;
  // Of intercommunicators, whose remote groups this process is not in.
  const auto bridge = [&](std::size_t size) {
    const Address communicator =
        mpich.add_communicator({.context = context += 0x10, .members = std::vector<int>(size)});
    mpich.set(communicator, layout.comm_kind, constants::communicator_inter);
    mpich.set(communicator, layout.local_size, 1);
    const Address local = mpich.rank_map(communicator, true);
    mpich.set(local, mpich.layouts.rank_map.mode, constants::map_offset_intra);
    mpich.set(local, mpich.layouts.rank_map.offset, 1);
    mpich.set(local, mpich.layouts.rank_map.size, 1);
    return communicator;
  };
  for (const Rule &rule : rules) {
    const Address communicator = bridge(rule.expected.size());
    const Address map = mpich.rank_map(communicator);
    mpich.set(map, mpich.layouts.rank_map.mode, rule.mode);
    mpich.set(map, mpich.layouts.rank_map.avtid, static_cast<unsigned>(rule.table));
    mpich.set(map, mpich.layouts.rank_map.offset, static_cast<unsigned>(rule.offset));
    mpich.set(map, mpich.layouts.rank_map.stride, static_cast<unsigned>(rule.stride));
    mpich.set(map, mpich.layouts.rank_map.block_size, static_cast<unsigned>(rule.block));
    if (rule.mode == constants::map_list || rule.mode == constants::map_list_intra)
      mpich.set(map, mpich.layouts.rank_map.list, mpich.new_ints({2, 0}).value());
    communicators.push_back(communicator);
  }
  const Address of_worlds = bridge(2);
  mpich.set(mpich.rank_map(of_worlds), mpich.layouts.rank_map.mode, constants::map_list_of_worlds);
  mpich.set(mpich.rank_map(of_worlds), mpich.layouts.rank_map.list, mpich.new_ints({0, 2, 1, 2}).value());
  MpichLibrary library(mpich);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    CAPTURE(rules[i].mode);
    const auto read = library->communicators()->outline(comm(mpich, communicators[i])).value();
    CHECK(world_ranks(library, read.remote_group) == rules[i].expected);
  }
  const auto read = library->communicators()->outline(comm(mpich, of_worlds)).value();
  CHECK(world_ranks(library, read.remote_group) == std::vector{2, -1});
  const auto names = library->objects()->group_members(read.remote_group).value();
  CHECK((*names)[0].job != (*names)[1].job);
  CHECK((*names)[1].rank == 2);
}

TEST_CASE("MPICH: an intercommunicator has two groups, and the library's own communicators are marked") {
  Process mpich;
  const Address inter = mpich.add_communicator({.name = "bridge", .context = 0x1b0, .members = {2}});
  const Address local = mpich.add_communicator({.context = 0x1b8, .members = {1}});
  const Address node = mpich.add_communicator({.context = 0x1c2, .members = {1}});
  const Address roots = mpich.add_communicator({.context = 0x1d4, .members = {1}});
  const auto &layout = mpich.layouts.communicator;
  mpich.set(inter, layout.comm_kind, constants::communicator_inter);
  mpich.set(inter, layout.recvcontext_id, 0x1a0);
  mpich.set(inter, layout.local_comm, local.value());
  mpich.set(roots, layout.hierarchy_kind.present.value(), constants::hierarchy_node_roots);
  const Address map = mpich.rank_map(inter, true);
  mpich.set(map, mpich.layouts.rank_map.mode, constants::map_offset_intra);
  mpich.set(map, mpich.layouts.rank_map.offset, 1);
  mpich.set(map, mpich.layouts.rank_map.size, 1);
  MpichLibrary library(mpich);
  const auto read = library->communicators()->communicator(comm(mpich, inter)).value();
  CHECK(read.intercommunicator);
  CHECK(read.context_id == 0x1a0);
  CHECK(read.local_group != read.remote_group);
  CHECK(world_ranks(library, read.local_group) == std::vector{1});
  CHECK(world_ranks(library, read.remote_group) == std::vector{2});
  CHECK_FALSE(read.internal);
  for (const Address own : {local, node, roots}) {
    CHECK(library->communicators()->outline(comm(mpich, own)).value().internal);
  }
}

TEST_CASE("MPICH: the communicator with the processes that spawned this one is named, among communicators alone") {
  Process mpich;
  const Address inter = mpich.add_communicator({.context = 0x1b0, .members = {2}});
  mpich.set(mpich.process, mpich.layouts.process.has_parent, 1);
  mpich.set(mpich.process, mpich.layouts.process.comm_parent, inter.value());
  MpichLibrary library(mpich);
  const auto names = library->handles()->predefined(HandleKind::communicator);
  REQUIRE_FALSE(names.empty());
  CHECK(names.back().name == "MPI_COMM_PARENT");
  CHECK(names.back().handle == comm(mpich, inter));
  CHECK(library->handles()->predefined(HandleKind::group).back().name != "MPI_COMM_PARENT");
}

TEST_CASE("MPICH: what a context id says of a communicator agrees with its handle and its place in the hierarchy") {
  Process mpich;
  const auto &layout = mpich.layouts.communicator;
  // Both bits: while MPI_Intercomm_merge makes it.
  const Address merged = mpich.add_communicator({.context = 0x1c6, .members = {1}});
  CHECK(problem_of(mpich, merged) == "none");
  for (const std::uint32_t place : {constants::hierarchy_node, constants::hierarchy_node_roots}) {
    mpich.set(merged, layout.hierarchy_kind.present.value(), place);
    CHECK(contains(problem_of(mpich, merged), " and the context_id 0x1c6"));
  }
  const Address world = mpich.predefined(ObjectKind::communicator, 0);
  mpich.set(world, layout.context_id, 0x10);
  mpich.set(world, layout.recvcontext_id, 0x10);
  MpichLibrary library(mpich);
  const auto read = library->communicators()->communicator(Handle(0x44000000, 4));
  REQUIRE_FALSE(read);
  CHECK(contains(read.error().message,
                 "has the context_id 0x10 and the recvcontext_id 0x10, which are not those of its "
                 "handle"));
}

TEST_CASE("MPICH: a group that was made is the communicator's, with members and users") {
  Process mpich;
  const Address communicator = mpich.add_communicator({.rank = 1, .members = {2, 1}});
  const Address group = mpich.pool(ObjectKind::group).take();
  const auto &entry = mpich.layouts.group_entry;
  const Address entries = mpich.memory.allocate(2 * entry.byte_size);
  mpich.set(entries, entry.lpid, 2);
  mpich.set(entries + entry.byte_size, entry.lpid, 1);
  mpich.set(group, mpich.layouts.group.size, 2);
  mpich.set(group, mpich.layouts.group.rank, 1);
  mpich.set(group, *mpich.layouts.group.lrank_to_lpid.present, entries.value());
  mpich.set(communicator, mpich.layouts.communicator.local_group, group.value());
  const Handle handle = mpich.handle(ObjectKind::group, group);
  const auto read = [&](int references, int size) {
    mpich.memory.write_integer(group + mpich.layouts.object.ref_count.offset, static_cast<unsigned>(references), 4);
    mpich.set(group, mpich.layouts.group.size, static_cast<unsigned>(size));
    MpichLibrary library(mpich);
    CHECK(library->communicators()->outline(comm(mpich, communicator)).value().local_group == handle);
    return library->objects()->group(handle);
  };
  const auto held = read(2, 2);
  REQUIRE_MESSAGE(held, held.error().message);
  CHECK(held->rank == 1);
  CHECK(held->reference_count == 2);
  CHECK(held->members->size() == 2);
  CHECK((*held->members)[0].rank == 2);
  CHECK(contains(read(2, 0x7fffffff).error().message, "MPIR_Group.size at "));
  CHECK(contains(read(2, -1).error().message, "is -1"));
  for (const std::uint64_t wrong : {0x80000000ULL, 0x100000000ULL}) {  // a world has 7 bits, a place 24
    mpich.set(entries, entry.lpid, wrong);
    CHECK(contains(read(2, 2).error().message, "MPII_Group_pmap_t.lpid of rank 0"));
  }
  MpichLibrary library(mpich);
  CHECK(library->objects()->group(Handle(0x48000000, 4)).value().is_empty);
  CHECK(library->objects()->group(Handle(0x08000000, 4)).value().is_null);
  CHECK(library->objects()->group(Handle(0x88000003, 4)).error().code == ErrorCode::not_found);
}

TEST_CASE("MPICH: a group cannot have a process twice, nor this one at another rank") {
  Process mpich;
  const auto error_of = [&](int rank, std::initializer_list<unsigned> members) {
    const Address group = mpich.add_group(rank, members);
    MpichLibrary library(mpich);
    const auto read = library->objects()->group(mpich.handle(ObjectKind::group, group));
    return read ? std::string() : read.error().message;
  };
  CHECK(error_of(1, {2, 1}).empty());
  CHECK(error_of(-32766, {2, 0}).empty());  // MPI_UNDEFINED: this one is not in it
  CHECK(contains(error_of(1, {0, 0}), "do not have this one as rank 1"));
  CHECK(contains(error_of(-32766, {0, 0}), "have number 0 twice"));
}

TEST_CASE("MPICH: a communicator whose group cannot be read is shown with one of its own, which is said") {
  Process mpich;
  const Address communicator = mpich.add_communicator({.name = "c", .rank = 1, .members = {2, 1}});
  const Address group = mpich.add_group(1, {2, 1});
  mpich.set(communicator, mpich.layouts.communicator.local_group, group.value());
  const auto problem = [&] {
    MpichLibrary library(mpich);
    CHECK(library->communicators()->outline(comm(mpich, communicator)));
    return library->handles()->problem(HandleKind::communicator);
  };
  CHECK(problem().empty());
  mpich.memory.make_unreadable(group);
  const std::string expected =
      "the group of " + mpidbg::hex(comm(mpich, communicator)) + " cannot be read: cannot read ";
  CHECK(problem().substr(0, expected.size()) == expected);
}

TEST_CASE("MPICH: an MPIR_Process that cannot be read leaves values out, which is said") {
  for (const bool has_world : {true, false}) {
    Process mpich;
    mpich.host.symbols["MPIR_Process"] = Address(0x20);
    if (!has_world) {
      const Address world = mpich.predefined(ObjectKind::communicator, 0);
      mpich.set(world, mpich.layouts.object.handle, 0);
      mpich.set(world, mpich.layouts.object.ref_count, 0);
    }
    MpichLibrary library(mpich);
    CHECK(library->identity().world_size() == -1);
    CHECK(contains(library->handles()->problem(HandleKind::communicator), "cannot read MPIR_Process_t at "));
  }
}

TEST_CASE("MPICH: damaged communicators are errors that name the field") {
  const auto damaged = [](auto &&damage) {
    Process mpich;
    const Address communicator = mpich.add_communicator({.name = "c", .rank = 1, .members = {0, 1}});
    damage(mpich, communicator);
    return problem_of(mpich, communicator);
  };
  const auto map = [&](auto slot, std::uint64_t value) {
    return damaged([&](Process &mpich, Address communicator) {
      mpich.set(mpich.rank_map(communicator), mpich.layouts.rank_map.*slot, value);
    });
  };
  using Map = constants::RankMapLayout;
  CHECK(damaged([](Process &, Address) {}) == "none");
  CHECK(contains(map(&Map::mode, 99), "MPIDI_rank_map_t.mode at "));
  CHECK(contains(map(&Map::size, 0x7fffffff), "MPIDI_rank_map_t.size at "));
  CHECK(contains(map(&Map::size, 0xffffffff), "is -1"));
  CHECK(contains(map(&Map::list, 8), "MPIDI_rank_map_t.irreg"));
  CHECK(contains(damaged([](Process &mpich, Address communicator) {
                   mpich.set(mpich.rank_map(communicator), mpich.layouts.rank_map.mode, constants::map_stride_block);
                 }),
                 "MPIDI_rank_map_t.reg.stride.blocksize at "));
  CHECK(
      contains(damaged([](Process &mpich, Address communicator) {
                 mpich.set(mpich.rank_map(communicator), mpich.layouts.rank_map.list, mpich.new_ints({-5, 1}).value());
               }),
               "have the number -5 among them"));
  CHECK(contains(damaged([](Process &mpich, Address communicator) {
                   mpich.set(communicator, mpich.layouts.communicator.rank, 2);
                 }),
                 "has the rank 2 of 2"));
  CHECK(contains(damaged([](Process &mpich, Address communicator) {
                   mpich.set(communicator, mpich.layouts.communicator.local_size, 0xffffffff);
                 }),
                 "has the rank 1 of -1"));
}

TEST_CASE("MPICH: a predefined communicator is missing with a reason, or is missed") {
  const auto problem_without = [](std::initializer_list<std::uint32_t> absent, bool has_world = true) {
    Process mpich;
    for (const std::uint32_t index : absent) {
      const Address object = mpich.predefined(ObjectKind::communicator, index);
      mpich.set(object, mpich.layouts.object.handle, 0);
      mpich.set(object, mpich.layouts.object.ref_count, 0);
    }
    if (!has_world) mpich.set(mpich.process, mpich.layouts.process.comm_world, 0);
    MpichLibrary library(mpich);
    CHECK(library->handles()->live(HandleKind::communicator).value().size() == 2 - absent.size());
    return library->handles()->problem(HandleKind::communicator);
  };
  CHECK(problem_without({}).empty());
  CHECK(contains(problem_without({1}), "MPI_COMM_WORLD is in use, and MPI_COMM_SELF is not"));
  CHECK(contains(problem_without({0}), "and MPI_COMM_WORLD is not in use"));
  CHECK(contains(problem_without({0, 1}), "MPIR_Process.comm_world at "));
  CHECK(problem_without({0, 1}, false).empty());  // sessions alone
}

TEST_CASE("MPICH: topologies are found by the library's key, or by what they are") {
  for (const bool known_key : {true, false}) {
    Process mpich;
    const Address cart = mpich.add_communicator({.members = {0, 1, 2}}),
                  graph = mpich.add_communicator({.members = {0, 1, 2}}),
                  distributed = mpich.add_communicator({.members = {0, 1, 2}}),
                  plain = mpich.add_communicator({.members = {0, 1, 2}});
    const Address key = mpich.add_key(), other_key = mpich.add_key();
    mpich.set(key + mpich.layouts.keyval.copyfn.offset, mpich.layouts.copy_function.user_function, 0x3000);
    mpich.set(key + mpich.layouts.keyval.delfn.offset, mpich.layouts.delete_function.user_function, 0x4000);
    mpich.set(other_key + mpich.layouts.keyval.copyfn.offset, mpich.layouts.copy_function.user_function, 0x5000);
    if (known_key) {
      const Address variable = mpich.memory.allocate(4);
      mpich.memory.write_integer(variable, mpich.pool(ObjectKind::keyval).handle(key), 4);
      mpich.host.symbols["MPIR_Topology_keyval"] = variable;
    }
    const auto topology = [&](Address communicator, unsigned kind) {
      const Address place = mpich.memory.allocate(mpich.layouts.topology.byte_size);
      mpich.set(place, mpich.layouts.topology.kind, kind);
      mpich.add_attribute(communicator, key, place.value());
      mpich.add_attribute(communicator, other_key, place.value());
      return place + mpich.layouts.topology.topo.offset;
    };
    const auto &layouts = mpich.layouts;
    const Address in_cart = topology(cart, constants::own_header.topology_cartesian);
    mpich.set(in_cart, layouts.cartesian.ndims, 2);
    mpich.set(in_cart, layouts.cartesian.dims, mpich.new_ints({3, 1}).value());
    mpich.set(in_cart, layouts.cartesian.periodic, mpich.new_ints({1, 0}).value());
    mpich.set(in_cart, layouts.cartesian.position, mpich.new_ints({2, 0}).value());
    const Address in_graph = topology(graph, constants::own_header.topology_graph);
    mpich.set(in_graph, layouts.graph.nnodes, 3);
    mpich.set(in_graph, layouts.graph.nedges, 4);
    mpich.set(in_graph, layouts.graph.index, mpich.new_ints({1, 3, 4}).value());
    mpich.set(in_graph, layouts.graph.edges, mpich.new_ints({1, 0, 2, 1}).value());
    const Address in_distributed = topology(distributed, constants::own_header.topology_distributed_graph);
    mpich.set(in_distributed, layouts.distributed_graph.indegree, 1);
    mpich.set(in_distributed, layouts.distributed_graph.outdegree, 2);
    mpich.set(in_distributed, layouts.distributed_graph.is_weighted, 1);
    mpich.set(in_distributed, layouts.distributed_graph.in, mpich.new_ints({2}).value());
    mpich.set(in_distributed, layouts.distributed_graph.in_weights, mpich.new_ints({7}).value());
    mpich.set(in_distributed, layouts.distributed_graph.out, mpich.new_ints({0, 2}).value());
    mpich.set(in_distributed, layouts.distributed_graph.out_weights, mpich.new_ints({8, 9}).value());
    MpichLibrary library(mpich);
    const auto read = [&](Address communicator) {
      const auto found = library->communicators()->communicator(comm(mpich, communicator));
      REQUIRE_MESSAGE(found, found.error().message);
      return *found;
    };
    REQUIRE(read(cart).cartesian);
    CHECK(read(cart).cartesian->dims == std::vector{3, 1});
    CHECK(read(cart).cartesian->periods == std::vector{1, 0});
    CHECK(read(cart).cartesian->coords == std::vector{2, 0});
    REQUIRE(read(graph).graph);
    CHECK(read(graph).graph->index == std::vector{1, 3, 4});
    CHECK(read(graph).graph->edges == std::vector{1, 0, 2, 1});
    REQUIRE(read(distributed).distributed_graph);
    CHECK(read(distributed).distributed_graph->source_weights == std::vector{7});
    CHECK(read(distributed).distributed_graph->destinations == std::vector{0, 2});
    CHECK_FALSE(read(plain).cartesian);
    CHECK(read(plain).attributes->empty());
    // Of the two attributes one is the library's, if its key is known.
    CHECK(read(cart).attributes->size() == (known_key ? 1 : 2));
    if (known_key) {
      mpich.set(in_cart, layouts.cartesian.ndims, 0x7fffffff);
      const auto broken = library->communicators()->communicator(comm(mpich, cart));
      REQUIRE_FALSE(broken);
      CHECK(contains(broken.error().message, "MPII_Cart_topology.dims has 2147483647 entries"));
    }
  }
}

TEST_CASE("MPICH: attributes of every origin, keys, and damaged lists") {
  Process mpich;
  const Address communicator = mpich.add_communicator({});
  const Address key = mpich.add_key(), of_windows = mpich.add_key(8);
  mpich.set(key, mpich.layouts.keyval.extra_state, 0x77);
  mpich.set(key + mpich.layouts.keyval.copyfn.offset, mpich.layouts.copy_function.user_function, 0x1000);
  const Address first = mpich.add_attribute(communicator, key, 0x1234);
  mpich.add_attribute(communicator, key, ~std::uint64_t{4}, constants::attribute_address);
  const Address last = mpich.add_attribute(communicator, key, 0xfffffffe, constants::attribute_integer);
  {
    MpichLibrary library(mpich);
    const auto attributes =
        library->communicators()->communicator(comm(mpich, communicator)).value().attributes.value();
    REQUIRE(attributes.size() == 3);
    CHECK(attributes[0].setter == AttributeSetter::fortran_integer);
    CHECK(attributes[0].number == -2);
    CHECK(attributes[1].setter == AttributeSetter::fortran_address);
    CHECK(attributes[1].number == -5);
    CHECK(attributes[2].setter == AttributeSetter::c);
    CHECK(attributes[2].number == 0x1234);
    CHECK(static_cast<unsigned>(attributes[2].keyval) == mpich.pool(ObjectKind::keyval).handle(key));
    const auto keyvals = library->objects()->keyvals().value();
    REQUIRE(keyvals.size() == 14);
    CHECK(keyvals[0].predefined);
    CHECK(keyvals[12].extra_state == 0x77);
    CHECK(keyvals[12].copy_function == Address(0x1000));
    CHECK(keyvals[12].object_kind == HandleKind::communicator);
    CHECK(keyvals[13].object_kind == HandleKind::window);
    const auto world = library->communicators()->communicator(Handle(0x44000000, 4)).value();
    REQUIRE(world.attributes);
    CHECK(world.attributes->front().keyval_name == "MPI_TAG_UB");
  }
  mpich.set(first, mpich.layouts.attribute.next, last.value());
  CHECK(contains(problem_of(mpich, communicator), "a list of attributes loops at "));
  mpich.set(first, mpich.layouts.attribute.next, 0);
  mpich.set(first, mpich.layouts.attribute.attrType, 7);
  MpichLibrary library(mpich);
  CHECK_FALSE(library->communicators()->communicator(comm(mpich, communicator)).value().attributes);
  CHECK(contains(library->handles()->problem(HandleKind::communicator),
                 "the attributes of " + mpidbg::hex(comm(mpich, communicator)) + " cannot be read: "));
  mpich.set(of_windows, mpich.layouts.keyval.kind, 5);
  CHECK(contains(library->objects()->keyvals().error().message, "MPII_Keyval.kind at "));
}

TEST_CASE("MPICH: a communicator whose requests account for all references was freed by the program") {
  Process mpich(8, ByteOrder::little);
  const Address object = mpich.add_communicator({.name = "half", .context = 0x1e0, .rank = 1, .members = {2, 1}});
  const auto freed = [&] {
    MpichLibrary library(mpich);
    return library->communicators()->communicator(comm(mpich, object)).value().freed;
  };
  mpich.set(object, mpich.layouts.object.ref_count, 1);
  CHECK(freed() == false);
  const Address request = mpich.add_request(constants::request_receive);
  mpich.set(request, mpich.layouts.request.comm, object.value());
  CHECK(freed() == true);
  mpich.set(object, mpich.layouts.object.ref_count, 2);
  CHECK(freed() == false);
}

TEST_CASE("MPICH: a persistent collective operation that was never started is inactive") {
  Process mpich;
  const Address communicator = mpich.add_communicator({.context = 0x1f0, .rank = 0, .members = {1, 2}});
  const Address request = mpich.add_request(constants::request_persistent_collective);
  mpich.set(request, mpich.layouts.request.comm, communicator.value());
  SUBCASE("without a schedule it is damaged") {
    CHECK_FALSE(MpichLibrary(mpich)->handles()->problem(HandleKind::request).empty());
    return;
  }
  mpich.set(request, mpich.layouts.request.schedule, 0x5000);
  MpichLibrary library(mpich);
  const auto read = library->objects()->request(request_handle(mpich, request));
  REQUIRE(read);
  CHECK(read->state == RequestState::inactive);
  CHECK(read->call == RequestCall::collective_init);
  CHECK(library->handles()->problem(HandleKind::request).empty());
}

TEST_CASE("MPICH: a generalized request that calls complete by a function that they poll may be one of a file") {
  Process mpich;
  const auto &layout = mpich.layouts.generalized_functions;
  const Address functions = mpich.memory.allocate(layout.byte_size), request = mpich.add_request(9);
  mpich.set(request, mpich.layouts.request.u, functions.value());
  mpich.set(functions, layout.query_fn, 0x110);
  const auto read = [&] {
    MpichLibrary library(mpich);
    return *library->objects()->request(request_handle(mpich, request));
  };
  const auto of_program = read();
  REQUIRE(of_program.generalized);
  CHECK(of_program.generalized->query == Address(0x110));
  CHECK(of_program.call == RequestCall::grequest_start);
  CHECK_FALSE(of_program.polled);
  CHECK_FALSE(of_program.call_inferred);
  mpich.set(functions, *layout.poll_fn.present, 0x120);
  const auto polled = read();
  CHECK(polled.polled);
  CHECK(polled.type == RequestType::generalized);
  CHECK(polled.call_inferred);  // where the code of the library is, is not known
}

TEST_CASE("MPICH: requests by kind, complete or not, and persistent ones with their arguments") {
  Process mpich;
  const Address communicator = mpich.add_communicator({.context = 0x1f0, .rank = 0, .members = {1, 2}});
  const auto &layouts = mpich.layouts;
  const Address pending = mpich.add_request(constants::request_receive),
                done = mpich.add_request(constants::request_send, true),
                persistent = mpich.add_request(constants::request_persistent_receive, true),
                started = mpich.add_request(constants::request_persistent_send, true),
                active = mpich.add_request(constants::request_send), collective = mpich.add_request(10),
                generalized = mpich.add_request(9), message = mpich.add_request(11), odd = mpich.add_request(77);
  for (const Address held : {pending, active, collective}) {
    mpich.memory.write_integer(held + layouts.object.ref_count.offset, 2, 4);
  }
  mpich.set(collective, layouts.request.comm, communicator.value());
  mpich.set(started, layouts.request.u, active.value());
  mpich.set(started, layouts.request.cc_ptr, (active + layouts.request.cc.offset).value());
  const Address window = mpich.pool(ObjectKind::window).take(), of_window = mpich.add_request(12);
  mpich.set(of_window, layouts.request.u, window.value());
  const auto arguments = [&](Address request, unsigned type, int rank, int tag) {
    const Address place = request + layouts.request.dev.offset + layouts.device_request.ch4.offset;
    mpich.set(request, layouts.request.comm, communicator.value());
    mpich.set(place, layouts.persistent_request.p_type, type);
    mpich.set(place, layouts.persistent_request.rank, static_cast<unsigned>(rank));
    mpich.set(place, layouts.persistent_request.tag, static_cast<unsigned>(tag));
    mpich.set(place, layouts.persistent_request.count, 3);
    mpich.set(place, layouts.persistent_request.buffer, 0x5000);
    mpich.set(place, layouts.persistent_request.datatype, 0x4c000405);
    mpich.set(place, *layouts.persistent_request.context_id.present, 0x1f0);
    return place;
  };
  const Address of_persistent = arguments(persistent, constants::persistent_receive, -2, -1);
  const Address of_started = arguments(started, constants::persistent_synchronous, 1, 9);
  MpichLibrary library(mpich);
  const auto read = [&](Address object) { return library->objects()->request(request_handle(mpich, object)); };

  CHECK(read(pending)->state == RequestState::active);
  CHECK(read(pending)->type == RequestType::point_to_point);
  CHECK_FALSE(read(pending)->peer);
  CHECK_FALSE(read(pending)->status);
  CHECK_FALSE(read(pending)->freed);
  CHECK(read(done)->state == RequestState::complete);
  CHECK(read(done)->status);
  CHECK(read(persistent)->state == RequestState::inactive);
  CHECK(read(persistent)->persistent);
  CHECK(read(persistent)->any_source);
  CHECK(read(persistent)->any_tag);
  CHECK(read(persistent)->call == RequestCall::recv_init);
  CHECK(read(started)->state == RequestState::active);
  CHECK(read(started)->send_mode == SendMode::synchronous);
  CHECK(read(started)->tag == 9);
  REQUIRE(read(started)->peer);
  CHECK(read(started)->peer->comm_rank == 1);
  CHECK(read(started)->peer->world_rank == 2);
  CHECK(read(started)->communicator == comm(mpich, communicator));
  CHECK(read(started)->count == 3);
  CHECK(read(started)->bytes == 12);
  CHECK(read(started)->datatype_name == "MPI_INT");
  CHECK(read(active)->internal);
  CHECK(read(collective)->type == RequestType::collective);
  CHECK(read(generalized)->type == RequestType::generalized);
  CHECK(read(of_window)->type == RequestType::window);
  CHECK(read(of_window)->window == mpich.handle(ObjectKind::window, window));
  CHECK(read(message).error().code == ErrorCode::not_found);
  CHECK(contains(read(message).error().message, " is the handle of a message and not of a request"));
  CHECK(contains(read(odd).error().message, "MPIR_Request.kind at "));
  CHECK(library->objects()->request(Handle(0x2c000000, 4)).value().is_null);
  // Seventeen requests of the library are complete from the start, and the handles around theirs are none.
  CHECK(library->objects()->request(Handle(0x6bffffff, 4)).error().code == ErrorCode::not_found);
  CHECK(library->objects()->request(Handle(0x6c000000, 4)).value().complete);
  CHECK(library->objects()->request(Handle(0x6c000010, 4)).value().complete);
  CHECK(library->objects()->request(Handle(0x6c000011, 4)).error().code == ErrorCode::not_found);
  CHECK(library->objects()->request(Handle(0x6c000099, 4)).error().code == ErrorCode::not_found);
  // MPI_REQUEST_NULL, and all but the message.
  CHECK(library->handles()->live(HandleKind::request).value().size() == 10);
  CHECK(contains(library->objects()->point_to_point_requests().problem(),
                 "communicator, peer, tag and size of pending point-to-point requests that are not persistent: "));
  const auto users = library->objects()->users_of({HandleKind::communicator, comm(mpich, communicator)}).value();
  CHECK(std::count_if(users.begin(), users.end(),
                      [](const HandleReference &user) { return user.kind == HandleKind::request; }) == 3);

  mpich.memory.write_integer(pending + layouts.object.ref_count.offset, 1, 4);
  CHECK(read(pending)->freed);
  CHECK(read(pending)->freed_inferred);
  mpich.set(of_persistent, layouts.persistent_request.count, 0);
  CHECK(read(persistent)->count == 0);
  CHECK(read(persistent)->bytes == 0);
  mpich.set(of_started, layouts.persistent_request.rank, 2);
  CHECK(contains(read(started).error().message, "is with rank 2 of 2"));
  mpich.set(of_started, layouts.persistent_request.p_type, 4);
  CHECK(contains(read(started).error().message, "MPIDI_prequest_t.p_type at "));
  mpich.set(done, layouts.request.cc_ptr, 8);
  CHECK(contains(read(done).error().message, "MPIR_Request.cc_ptr"));
}

TEST_CASE("MPICH: a persistent request that cannot be is an error that names the field") {
  struct Persistent : Process {
    explicit Persistent(unsigned kind = constants::request_persistent_receive) {
      const auto &p = layouts.persistent_request;
      set(request, layouts.request.kind, kind);
      set(request, layouts.request.comm, communicator.value());
      set(arguments, p.p_type,
          kind == constants::request_persistent_receive ? constants::persistent_receive : constants::persistent_send);
      set(arguments, p.rank, 1);
      set(arguments, p.tag, 7);
      set(arguments, p.count, 3);
      set(arguments, p.buffer, 0x5000);
      set(arguments, p.datatype, 0x4c000405);
      set(arguments, *p.context_id.present, 0x1f0);
    }
    Address communicator = add_communicator({.context = 0x1f0, .rank = 0, .members = {1, 2}});
    Address request = add_request(constants::request_persistent_receive, true);
    Address arguments = request + layouts.request.dev.offset + layouts.device_request.ch4.offset;
    // The error, or the call and with whom, which tag, how much.
    std::string said() {
      MpichLibrary library(*this);
      const auto read = library->objects()->request(request_handle(*this, request));
      if (!read) return read.error().message;
      std::string text = std::to_string(static_cast<int>(read->call)) + (read->call_inferred ? " inferred" : "");
      text += read->any_source ? " any" : read->peer ? ' ' + std::to_string(read->peer->world_rank) : " nobody";
      text += read->any_tag ? " any" : ' ' + std::to_string(read->tag.value_or(-99));
      text += ' ' + std::to_string(read->count.value_or(99)) + ' ' + std::to_string(read->bytes.value_or(99));
      return text + (read->persistent ? " persistent" : "") + (read->complete ? " complete" : "") +
             (read->state == RequestState::inactive ? " inactive" : "");
    }
  };
  const auto said = [](auto slot, std::uint64_t value, unsigned kind = constants::request_persistent_receive) {
    Persistent p(kind);
    p.set(p.arguments, p.layouts.persistent_request.*slot, value);
    return p.said();
  };
  const auto number = [](RequestCall call) { return std::to_string(static_cast<int>(call)); };
  using Arguments = constants::PersistentRequestLayout;
  constexpr unsigned send = constants::request_persistent_send;
  const std::string is_receive = number(RequestCall::recv_init);
  CHECK(said(&Arguments::tag, 8) == is_receive + " 2 8 3 12 persistent inactive");
  CHECK(said(&Arguments::tag, 0xffffffff) == is_receive + " 2 any 3 12 persistent inactive");
  CHECK(said(&Arguments::rank, 0xfffffffe) == is_receive + " any 7 3 12 persistent inactive");
  CHECK(said(&Arguments::rank, 0xffffffff) == is_receive + " nobody 7 3 12 persistent inactive");
  CHECK(said(&Arguments::rank, 0) == is_receive + " 1 7 3 12 persistent inactive");
  CHECK(contains(said(&Arguments::rank, 2), " is with rank 2 of 2"));
  CHECK(contains(said(&Arguments::rank, 0xfffffff9), " is with rank -7 of 2"));
  CHECK(said(&Arguments::count, 0) == is_receive + " 2 7 0 0 persistent inactive");
  CHECK(contains(said(&Arguments::count, ~std::uint64_t{0}), "MPIDI_prequest_t.count at "));
  CHECK(contains(said(&Arguments::datatype, 0x8c000077), " is 0x8c000077, which is not a datatype in use"));
  // What it was made by.
  const std::string rest = " 2 7 3 12 persistent inactive";
  CHECK(said(&Arguments::p_type, constants::persistent_send, send) ==
        number(RequestCall::send_init) + " inferred" + rest);
  CHECK(said(&Arguments::p_type, constants::persistent_buffered, send) == number(RequestCall::bsend_init) + rest);
  CHECK(said(&Arguments::p_type, constants::persistent_synchronous, send) == number(RequestCall::ssend_init) + rest);
  CHECK(contains(said(&Arguments::p_type, constants::persistent_receive, send), ", of a request that sends"));
  CHECK(contains(said(&Arguments::p_type, constants::persistent_send), ", of a request that receives"));
  CHECK(contains(said(&Arguments::p_type, 9), "MPIDI_prequest_t.p_type at "));
  // Up to 4.1 it notes the context id of its communicator.
  const auto with_context = [](std::uint64_t context, bool is_noted) {
    Persistent p;
    p.set(p.arguments, *p.layouts.persistent_request.context_id.present, context);
    if (!is_noted) p.lack(p.layouts.persistent_request, "context_id", p.layouts.persistent_request.context_id);
    return p.said();
  };
  CHECK(contains(with_context(0x1e0, true), "MPIDI_prequest_t.context_id at "));
  CHECK(contains(with_context(0x1e0, true), " is 0x1e0, and its communicator "));
  CHECK(with_context(0x1e0, false) == is_receive + rest);
}

TEST_CASE("MPICH: what a persistent request has started is of the kind that it starts, and in use") {
  const auto said = [](unsigned persistent, unsigned started, auto &&change) {
    Process mpich;
    const auto &layouts = mpich.layouts;
    const Address communicator = mpich.add_communicator({.context = 0x1f0, .rank = 0, .members = {1, 2}});
    const Address request = mpich.add_request(persistent, true), active = mpich.add_request(started);
    const Address arguments = request + layouts.request.dev.offset + layouts.device_request.ch4.offset;
    mpich.set(request, layouts.request.comm, communicator.value());
    mpich.set(arguments, layouts.persistent_request.p_type,
              persistent == constants::request_persistent_receive ? constants::persistent_receive
                                                                  : constants::persistent_send);
    mpich.set(arguments, layouts.persistent_request.datatype, 0x4c000405);
    mpich.set(arguments, *layouts.persistent_request.context_id.present, 0x1f0);
    mpich.set(request, layouts.request.u, active.value());
    mpich.set(request, layouts.request.cc_ptr, (active + layouts.request.cc.offset).value());
    change(mpich, request, active);
    MpichLibrary library(mpich);
    const auto read = library->objects()->request(request_handle(mpich, request));
    if (read) return std::string(read->complete ? "complete" : "active");
    return read.error().message;
  };
  const auto nothing = [](Process &, Address, Address) {};
  constexpr unsigned collective = 10, generalized = 9;
  struct Row {
    unsigned persistent, started;
    bool fits;
  };
  for (const Row &row : {Row{constants::request_persistent_send, constants::request_send, true},
                         Row{constants::request_persistent_send, generalized, true},
                         Row{constants::request_persistent_send, constants::request_receive, false},
                         Row{constants::request_persistent_send, collective, false},
                         Row{constants::request_persistent_receive, constants::request_receive, true},
                         Row{constants::request_persistent_receive, constants::request_send, false},
                         Row{constants::request_persistent_receive, generalized, false},
                         Row{constants::request_persistent_collective, collective, true},
                         Row{constants::request_persistent_collective, constants::request_send, false},
                         Row{constants::request_persistent_collective, generalized, false}}) {
    CAPTURE(row.persistent);
    CAPTURE(row.started);
    const std::string text = said(row.persistent, row.started, nothing);
    CHECK((text == "active") == row.fits);
    if (!row.fits) CHECK(contains(text, ", which is not a request that it has started"));
  }
  constexpr unsigned send = constants::request_persistent_send, sent = constants::request_send;
  const auto complete = [](Process &mpich, Address, Address active) { mpich.set(active, mpich.layouts.request.cc, 0); };
  CHECK(said(send, sent, complete) == "complete");
  CHECK(
      contains(said(send, sent,
                    [](Process &mpich, Address, Address active) { mpich.pool(ObjectKind::request).give_back(active); }),
               ", which is not a request that it has started"));
  // One of those that are complete from the start, as long as it is.
  const auto shared = [](std::uint64_t counter) {
    return [counter](Process &mpich, Address request, Address) {
      const auto &layouts = mpich.layouts;
      const Address one = mpich.memory.allocate(layouts.request.byte_size);
      mpich.set(one, layouts.object.handle, 0x6c000001);
      mpich.set(one, layouts.request.kind, constants::request_send);
      mpich.set(one, layouts.request.cc, counter);
      mpich.set(one, layouts.request.cc_ptr, (one + layouts.request.cc.offset).value());
      mpich.set(request, layouts.request.u, one.value());
      mpich.set(request, layouts.request.cc_ptr, (one + layouts.request.cc.offset).value());
    };
  };
  CHECK(said(send, sent, shared(0)) == "complete");
  CHECK(contains(said(send, sent, shared(1)), ", which is not a request that it has started"));
  // The counter of a request is its own, or that of what it has started.
  const auto counter = [](std::uint64_t beyond) {
    return [beyond](Process &mpich, Address request, Address active) {
      mpich.set(request, mpich.layouts.request.cc_ptr, (active + mpich.layouts.request.cc.offset).value() + beyond);
    };
  };
  CHECK(said(send, sent, counter(0)) == "active");
  CHECK(contains(said(send, sent, counter(4)), ", which is not the counter of the request"));
  CHECK(contains(
      said(send, sent,
           [](Process &mpich, Address, Address active) { mpich.set(active, mpich.layouts.request.cc, 0xffffffff); }),
      " is -1"));
}

TEST_CASE("MPICH: bytes of what a persistent request sends") {
  constexpr std::uint64_t limit = mpidbg::limits::message_bytes / 4;  // of MPI_INT
  for (const std::uint64_t count : {limit - 1, limit, limit + 1}) {
    CAPTURE(count);
    Process mpich;
    const Address communicator = mpich.add_communicator({.context = 0x1f0, .rank = 0, .members = {1, 2}});
    const Address request = mpich.add_request(constants::request_persistent_send, true);
    const auto &layouts = mpich.layouts;
    const Address place = request + layouts.request.dev.offset + layouts.device_request.ch4.offset;
    mpich.set(request, layouts.request.comm, communicator.value());
    mpich.set(place, layouts.persistent_request.p_type, constants::persistent_send);
    mpich.set(place, layouts.persistent_request.rank, 1);
    mpich.set(place, layouts.persistent_request.count, count);
    mpich.set(place, layouts.persistent_request.datatype, 0x4c000405);
    mpich.set(place, *layouts.persistent_request.context_id.present, 0x1f0);
    MpichLibrary library(mpich);
    const auto read = library->objects()->request(request_handle(mpich, request));
    REQUIRE(read.ok() == (count < limit));
    if (read) CHECK(read->bytes == 4 * count);
    if (!read) CHECK(contains(read.error().message, "count at "));
  }
}

TEST_CASE("MPICH: messages on MPI_COMM_SELF never leave the library, which has all about them") {
  Process mpich;
  const Address request = mpich.add_request(constants::request_receive);
  const Address self = mpich.predefined(ObjectKind::communicator, 1);
  mpich.set(request, mpich.layouts.request.comm, self.value());
  const Address place = request + mpich.layouts.request.dev.offset + mpich.layouts.device_request.ch4.offset;
  mpich.set(place, mpich.layouts.self_request.tag, 5);
  mpich.set(place, mpich.layouts.self_request.count, 2);
  mpich.set(place, mpich.layouts.self_request.datatype, 0x4c00080b);
  MpichLibrary library(mpich);
  const auto read = library->objects()->request(request_handle(mpich, request)).value();
  CHECK(read.communicator == Handle(0x44000001, 4));
  CHECK(read.tag == 5);
  REQUIRE(read.peer);
  CHECK(read.peer->world_rank == 1);
  CHECK(read.bytes == 16);
}

TEST_CASE("Z15 B3 MPICH: Fortran and C++ handles are those of C, and are checked") {
  Process mpich;
  const Address communicator = mpich.add_communicator({});
  MpichLibrary library(mpich);
  HandleLists &lists = *library->handles();
  const std::uint32_t handle = mpich.pool(ObjectKind::communicator).handle(communicator);
  CHECK(lists.from_fortran(HandleKind::communicator, static_cast<std::int32_t>(handle)).value() == Handle(handle, 4));
  CHECK(lists.from_fortran(HandleKind::communicator, 0x44000000).value() == Handle(0x44000000, 4));
  CHECK(lists.from_fortran(HandleKind::communicator, 0x04000000).value() == Handle(0x04000000, 4));
  for (const HandleKind kind : {HandleKind::communicator, HandleKind::group, HandleKind::request}) {
    CHECK(lists.from_fortran(kind, 999999).error().code == ErrorCode::not_found);
    CHECK(lists.from_fortran(kind, -1).error().code == ErrorCode::not_found);
  }
  const Address object = mpich.memory.allocate(16);
  mpich.memory.write_integer(object + 8, handle, 4);
  CHECK(lists.from_cxx(HandleKind::communicator, object).value() == Handle(handle, 4));
  mpich.memory.write_integer(object + 8, 999999, 4);
  CHECK(lists.from_cxx(HandleKind::communicator, object).error().code == ErrorCode::not_found);
  const auto names = lists.predefined(HandleKind::communicator);
  CHECK(std::any_of(names.begin(), names.end(),
                    [](const PredefinedHandle &named) { return named.name == "MPI_COMM_WORLD"; }));
}
