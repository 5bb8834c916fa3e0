// MPICH's tables of objects: which objects are in use, wherever the tables are and whatever is in their memory.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/objects/object_tables.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "tests/contains.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/fakes/random_rounds.h"
#include "tests/unit/mpich_target.h"

using fakes::FakeMpich;
using fakes::FakePool;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::ErrorCode;
using namespace mpidbg::model::mpich;

namespace {

constexpr ObjectKind kinds[] = {ObjectKind::communicator, ObjectKind::group, ObjectKind::keyval, ObjectKind::attribute,
                                ObjectKind::request};

class Attached : public MpichTarget {
 public:
  explicit Attached(FakeMpich &mpich) : MpichTarget(mpich), process_(attach(image, memory).value()), pools(process_) {}

 private:
  const Attachment process_;

 public:
  Pools pools;
};

std::set<std::uint32_t> handles_of(Pools &pools, ObjectKind kind) {
  std::set<std::uint32_t> handles;
  for (const PooledObject &object : pools.live(kind)) {
    if (place_of_handle(object.handle) != mpidbg::layout::mpich::handle_builtin) handles.insert(object.handle);
  }
  return handles;
}

// Objects taken and given back in any order.
std::set<std::uint32_t> use(FakePool &pool, std::mt19937 &random, unsigned steps) {
  std::vector<Address> taken;
  for (unsigned step = 0; step < steps; ++step) {
    if (!taken.empty() && random() % 3 == 0) {
      std::swap(taken[random() % taken.size()], taken.back());
      pool.give_back(taken.back());
      taken.pop_back();
    } else {
      taken.push_back(pool.take());
    }
  }
  std::set<std::uint32_t> handles;
  for (const Address object : taken) handles.insert(pool.handle(object));
  return handles;
}

std::string problem_of(FakeMpich &mpich, ObjectKind kind) {
  Attached attached(mpich);
  CHECK(handles_of(attached.pools, kind).empty());
  REQUIRE(attached.pools.problem(kind));
  return attached.pools.problem(kind)->message;
}

}  // namespace

TEST_CASE("MPICH's table that cannot be read is looked for again, and one that is found is kept") {
  FakeMpich mpich(8, ByteOrder::little);
  Address &symbol = mpich.host.symbols["MPIR_Group_mem"];
  std::vector<std::uint8_t> table(mpich.layouts.object_table.byte_size);
  REQUIRE(mpich.memory.read(symbol, table.data(), table.size()));
  symbol = Address(0x7000'0000'0000);
  mpich.host.symbols["MPIR_Request_builtin"] = Address(0x7100);
  const MpichTarget target(mpich);
  const Attachment process = attach(target.image, target.memory).value();
  ObjectTables tables(process);
  const auto unreadable = tables.of(ObjectKind::group);
  REQUIRE_FALSE(unreadable);
  CHECK(unreadable.error().code == ErrorCode::unreadable);
  mpich.memory.map(symbol, table);
  const auto found = tables.of(ObjectKind::group);
  REQUIRE(found);
  CHECK(*found == std::vector{symbol});
  const std::uint64_t fetches = mpich.host.fetches;
  CHECK(tables.of(ObjectKind::group));
  CHECK(mpich.host.fetches == fetches);
  CHECK(tables.predefined(ObjectKind::request).value() == Address(0x7100));
}

TEST_CASE("MPICH's objects in use are those that no list of free ones has, in a thousand random processes") {
  std::mt19937 random(7);
  for (unsigned image = 0; image < fakes::random_rounds(1000); ++image) {
    const bool wide = random() % 4 != 0;
    FakeMpich mpich(wide ? 8 : 4, random() % 4 == 0 ? ByteOrder::big : ByteOrder::little, random() % 2 == 0);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    std::map<ObjectKind, std::set<std::uint32_t>> used;
    for (const ObjectKind kind : kinds)
      used[kind] = use(mpich.pool(kind), random, static_cast<unsigned>(random() % 50));
    // Other data between and behind the tables, small numbers and pointers among them.
    for (std::uint64_t at = 60 * 4096; at < 64 * 4096; at += 4) {
      const std::uint64_t value = random() % 2 == 0 ? random() % 16 : (mpich.static_data + random() % 0x40000).value();
      mpich.memory.write_integer(mpich.static_data + at, value, 4);
    }
    Attached attached(mpich);
    for (const ObjectKind kind : kinds) {
      CAPTURE(image);
      CAPTURE(noun(kind));
      CHECK_MESSAGE(!attached.pools.problem(kind), attached.pools.problem(kind)->message);
      CHECK(handles_of(attached.pools, kind) == used[kind]);
      for (const Address object : mpich.pool(kind).all()) {
        const std::uint32_t handle = mpich.pool(kind).handle(object);
        const bool is_used = used[kind].contains(handle);
        CHECK(attached.pools.find(kind, handle).ok() == is_used);
        if (is_used) CHECK(*attached.pools.find(kind, handle) == object);
        CHECK(attached.pools.handle_of(kind, object).has_value() == is_used);
      }
    }
  }
}

TEST_CASE("MPICH's tables are found where the program has a copy of a variable of the library") {
  for (const bool has_copy : {false, true}) {
    FakeMpich mpich(8, ByteOrder::little, false);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    const Address object = mpich.pool(ObjectKind::group).take(), program(std::uint64_t{1} << 40);
    mpich.memory.map(program, std::vector<std::uint8_t>(8192));
    if (has_copy) mpich.host.symbols["MPI_T_PVAR_ALL_HANDLES"] = program + 64;
    Attached attached(mpich);
    CHECK(handles_of(attached.pools, ObjectKind::group) == std::set{mpich.pool(ObjectKind::group).handle(object)});
  }
}

// It exports no variables of Fortran, nor those of mpi.h, which are constants there.
TEST_CASE("MPICH's tables are found in an unknown build of the library with the standard ABI") {
  FakeMpich mpich(8, ByteOrder::little, false);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  const Address object = mpich.pool(ObjectKind::group).take();
  mpich.host.symbols.erase("MPI_F_STATUS_IGNORE");
  mpich.host.symbols["MPIR_fortran_true"] = mpich.static_data + 32;
  Attached attached(mpich);
  CHECK(handles_of(attached.pools, ObjectKind::group) == std::set{mpich.pool(ObjectKind::group).handle(object)});
}

TEST_CASE("no table of MPICH is found in a thousand images of random static data") {
  std::mt19937_64 random(13);
  FakeMpich mpich(8, ByteOrder::little, false);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  mpich.memory.write_pointer(mpich.control_pointer, Address());
  for (const ObjectKind kind : kinds) {
    mpich.pool(kind).take();
    mpich.pool(kind).set(mpich.layouts.object_table.kind, 0);
  }
  const FakePool &pool = mpich.pool(ObjectKind::communicator);
  for (unsigned image = 0; image < fakes::random_rounds(1000); ++image) {
    // Words of a table and pointers to real objects and arrays, in any order, among others and numbers.
    for (std::uint64_t at = 60 * 4096; at < 62 * 4096; at += 8) {
      const std::uint64_t values[] = {random(),
                                      random() % 16,
                                      1 | random() % 16 << 32,
                                      pool.all()[random() % pool.all().size()].value(),
                                      mpich.memory.read_integer(pool.table() + random() % 12 * 8, 8),
                                      mpich.control_table.value() + 8 + random() % 64 * 8,
                                      (mpich.static_data + random() % 0x40000).value()};
      mpich.memory.write_integer(mpich.static_data + at, values[random() % std::size(values)], 8);
    }
    CAPTURE(image);
    Attached attached(mpich);
    for (const ObjectKind kind : kinds) {
      CHECK(handles_of(attached.pools, kind).empty());
      REQUIRE(attached.pools.problem(kind));
      CHECK(contains(attached.pools.problem(kind)->message, "was not found"));
    }
    MpichLibrary library(mpich);
    CHECK_FALSE(library->tool_information()->control_variable_count());
  }
}

TEST_CASE("MPICH's predefined objects are found by symbol or by their handles") {
  for (const bool named : {true, false}) {
    FakeMpich mpich(8, ByteOrder::little, named);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    Attached attached(mpich);
    const auto &communicators = attached.pools.live(ObjectKind::communicator);
    REQUIRE(communicators.size() == 2);
    CHECK(communicators[0].handle == 0x44000000);
    CHECK(communicators[1].handle == 0x44000001);
    CHECK(communicators[1].address == mpich.predefined(ObjectKind::communicator, 1));
    CHECK(attached.pools.handle_of(ObjectKind::communicator, communicators[0].address) == 0x44000000);
    CHECK(attached.pools.find(ObjectKind::communicator, 0x44000000).value() == communicators[0].address);
    // Without symbols one object alone cannot be told from other data.
    CHECK(attached.pools.live(ObjectKind::group).size() == (named ? 1 : 0));
  }
}

TEST_CASE("Z15 MPICH's objects: what is not a handle in use is not found") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  FakePool &pool = mpich.pool(ObjectKind::communicator);
  const Address kept = pool.take(), freed = pool.take();
  pool.give_back(freed);
  Attached attached(mpich);
  for (const std::uint32_t handle : {0u, 999999u, 0x04000000u, 0x44000005u, pool.handle(freed), 0x84000003u,
                                     0x84000099u, 0xc4000000u, 0x88000000u, 0x8c000000u, 0xffffffffu}) {
    CAPTURE(handle);
    const auto found = attached.pools.find(ObjectKind::communicator, handle);
    REQUIRE_FALSE(found);
    CHECK(found.error().code == ErrorCode::not_found);
  }
  CHECK(attached.pools.find(ObjectKind::communicator, pool.handle(kept)).ok());
  CHECK_FALSE(attached.pools.handle_of(ObjectKind::communicator, kept + 8));
  CHECK_FALSE(attached.pools.handle_of(ObjectKind::communicator, Address(16)));
}

TEST_CASE("MPICH's tables are read once until clear()") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  FakePool &pool = mpich.pool(ObjectKind::group);
  pool.take();
  Attached attached(mpich);
  CHECK(handles_of(attached.pools, ObjectKind::group).size() == 1);
  const std::uint64_t fetches = mpich.host.fetches;
  CHECK(attached.pools.find(ObjectKind::group, 0x88000000).ok());
  CHECK_FALSE(attached.pools.find(ObjectKind::group, 0x88000001).ok());
  CHECK(mpich.host.fetches == fetches);
  pool.take();
  CHECK(handles_of(attached.pools, ObjectKind::group).size() == 1);
  attached.pools.clear();
  CHECK(handles_of(attached.pools, ObjectKind::group).size() == 2);
}

TEST_CASE("MPICH: a damaged table shows nothing, and says which field") {
  const auto damaged = [](auto &&damage) {
    FakeMpich mpich(8, ByteOrder::little);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    FakePool &pool = mpich.pool(ObjectKind::communicator);
    for (int i = 0; i < 14; ++i) pool.take();
    pool.give_back(pool.all()[2]);
    pool.give_back(pool.all()[5]);
    damage(mpich, pool);
    return problem_of(mpich, ObjectKind::communicator);
  };
  const auto field = [&](auto slot, std::uint64_t value) {
    return damaged([&](FakeMpich &mpich, FakePool &pool) { pool.set(mpich.layouts.object_table.*slot, value); });
  };
  using Table = mpidbg::layout::mpich::ObjectTableLayout;
  CHECK(contains(field(&Table::num_avail, 2),
                 "MPIR_Object_alloc_t.num_avail of the communicators is 2, and the list has 8"));
  CHECK(contains(field(&Table::num_allocated, 13), "MPIR_Object_alloc_t.num_allocated of the communicators is 13"));
  CHECK(contains(field(&Table::num_allocated, 0x7fffffff), "is not a table of objects of the kind communicator"));
  CHECK(contains(field(&Table::direct_size, 3), "MPIR_Object_alloc_t.num_allocated of the communicators is 20"));
  CHECK(contains(field(&Table::indirect_size, 0x7fffffff), "MPIR_Object_alloc_t.indirect_size of the communicators"));
  CHECK(contains(field(&Table::size, 160), "bytes according to the layouts, and 160 in this build of MPICH"));
  CHECK(contains(field(&Table::kind, 2), "is not a table of objects of the kind communicator"));
  CHECK(contains(field(&Table::avail, 0x1234),
                 "the list of free communicators leaves its table after 0 objects, for 0x1234"));
  CHECK(contains(field(&Table::indirect, 0x8), "MPIR_Object_alloc_t.indirect"));
  CHECK(contains(damaged([](FakeMpich &mpich, FakePool &pool) {
                   const auto next = mpich.layouts.object.next.offset;
                   mpich.memory.write_pointer(pool.all()[2] + next, pool.all()[5]);
                 }),
                 "the list of free communicators loops after 2 objects, at "));
  CHECK(contains(damaged([](FakeMpich &mpich, FakePool &pool) {
                   mpich.memory.write_integer(pool.all()[3] + mpich.layouts.object.handle.offset, 0x84000000, 4);
                 }),
                 "MPIR_Handle_common.handle of the communicator at "));
  CHECK(contains(damaged([](FakeMpich &mpich, FakePool &pool) { mpich.memory.make_unreadable(pool.all()[6] + 2); }),
                 "a block of communicators"));
}

// Of 4 objects beside the table and two blocks of 8, 12 are in use, and two of the others were. `damage` is done before
// the plugin looks, or when it has looked and is asked again: then the table itself is not looked for any more.
TEST_CASE("MPICH: what a table can say of itself, to the last number") {
  struct Row {
    const char *field;
    std::int64_t value;
    std::string at_first, later;  // said of it; empty: nothing
  };
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  FakePool &pool = mpich.pool(ObjectKind::communicator);
  for (int i = 0; i < 14; ++i) pool.take();
  for (const std::size_t freed : {2u, 5u}) pool.give_back(pool.all()[freed]);
  const auto &layout = mpich.layouts.object_table;
  const std::map<std::string, std::pair<Address, unsigned>> fields = {
      {"kind", {pool.table() + layout.kind.offset, 4}},
      {"initialized", {pool.table() + layout.initialized.offset, 4}},
      {"size", {pool.table() + layout.size.offset, 4}},
      {"direct", {pool.table() + layout.direct.offset, 8}},
      {"direct_size", {pool.table() + layout.direct_size.offset, 4}},
      {"indirect", {pool.table() + layout.indirect.offset, 8}},
      {"indirect_size", {pool.table() + layout.indirect_size.offset, 4}},
      {"num_allocated", {pool.table() + layout.num_allocated.offset, 4}},
      {"num_avail", {pool.table() + layout.num_avail.offset, 4}},
      {"avail", {pool.table() + layout.avail.offset, 8}}};
  const std::string no_table = "is not a table of objects of the kind communicator",
                    other_size = " in this build of MPICH",
                    allocated = "MPIR_Object_alloc_t.num_allocated of the communicators is ",
                    available = "MPIR_Object_alloc_t.num_avail of the communicators is ",
                    leaves = "the list of free communicators leaves its table after ";
  const auto &object = mpich.layouts.object;
  const std::int64_t header = std::max({object.handle.offset + 4, object.ref_count.offset + 4, object.next.offset + 8}),
                     bytes = mpich.layouts.communicator.byte_size;
  const Address begin = pool.all().front(), first_block = pool.all()[4];
  const auto number = [](Address address) { return static_cast<std::int64_t>(address.value()); };
  for (const Row &row : std::initializer_list<Row>{
           {"initialized", 1, "", ""},
           {"initialized", 2, no_table, ""},
           {"initialized", 0, no_table, allocated + "20"},
           {"size", 15, no_table, "MPIR_Object_alloc_t.size of the communicators is 15"},
           {"size", 16, " layouts, and 16" + other_size, "MPIR_Object_alloc_t.size of the communicators is 16"},
           {"size", header - 1, other_size, "MPIR_Object_alloc_t.size of the communicators is "},
           {"size", header, other_size, leaves + "0 objects"},
           {"size", 1 << 15, " layouts, and 32768" + other_size, "a block of communicators at "},
           {"size", (1 << 15) + 1, other_size, "MPIR_Object_alloc_t.size of the communicators is 32769"},
           {"size", 1 << 16, " layouts, and 65536" + other_size, "MPIR_Object_alloc_t.size of the communicators is"},
           {"size", (1 << 16) + 1, no_table, "MPIR_Object_alloc_t.size of the communicators is 65537"},
           {"direct", 0, no_table, "null pointer where a block of communicators was expected"},
           {"direct_size", -1, no_table, "MPIR_Object_alloc_t.direct_size of the communicators is -1"},
           {"direct_size", 0, no_table, "cannot read a block of communicators"},
           {"direct_size", 1 << 12, allocated + "20", allocated + "20"},
           {"direct_size", (1 << 12) + 1, "MPIR_Object_alloc_t.direct_size of the communicators is 4097", "_size of"},
           {"direct_size", 1 << 16, "MPIR_Object_alloc_t.direct_size of the communicators is 65536", "direct_size of"},
           {"direct_size", (1 << 16) + 1, no_table, "MPIR_Object_alloc_t.direct_size of the communicators is 65537"},
           {"indirect", 0, no_table, "null pointer where MPIR_Object_alloc_t.indirect was expected"},
           {"indirect_size", -1, no_table, "MPIR_Object_alloc_t.indirect_size of the communicators is -1"},
           {"indirect_size", 0, allocated + "20", allocated + "20"},
           {"indirect_size", 1, "cannot read a block of communicators", "cannot read a block of communicators"},
           {"indirect_size", 1 << 14, allocated + "20", allocated + "20"},
           {"indirect_size", (1 << 14) + 1, "MPIR_Object_alloc_t.indirect_size of the communicators is 16385",
            "_size of"},
           {"num_allocated", 4, no_table, allocated + "4"},
           {"num_allocated", 21, allocated + "21", allocated + "21"},
           // Blocks are as long as a handle can name.
           {"num_allocated", 4 + 2 * (1 << 12), "a block of communicators at ", "a block of communicators at "},
           {"num_allocated", 4 + 2 * ((1 << 12) + 1), allocated + "8198", allocated + "8198"},
           {"num_allocated", 1 << 22, allocated + "4194304", allocated + "4194304"},
           {"num_allocated", (1 << 22) + 1, no_table, allocated + "4194305"},
           // Of the 20 there are 8 in the list. One can be under way.
           {"num_avail", -1, no_table, available + "-1, and the list has 8 objects"},
           {"num_avail", 6, available + "6, and the list has 8 objects", available + "6"},
           {"num_avail", 7, "", ""},
           {"num_avail", 8, "", ""},
           {"num_avail", 9, "", ""},
           {"num_avail", 10, available + "10, and the list has 8 objects", available + "10"},
           {"num_avail", 20, available + "20, and the list has 8 objects", available + "20"},
           {"num_avail", 21, no_table, available + "21, and the list has 8 objects"},
           {"avail", number(begin) - bytes, leaves + "0 objects", leaves + "0 objects"},
           {"avail", number(begin) + 8, leaves + "0 objects", leaves + "0 objects"},
           {"avail", number(begin) + 4 * bytes, leaves + "0 objects", leaves + "0 objects"},
           {"avail", number(first_block) + 8 * bytes, leaves + "0 objects", leaves + "0 objects"}}) {
    CAPTURE(row.field);
    CAPTURE(row.value);
    const auto [place, width] = fields.at(row.field);
    const std::uint64_t before = mpich.memory.read_integer(place, width);
    Attached asked_before(mpich);
    CHECK(handles_of(asked_before.pools, ObjectKind::communicator).size() == 12);
    mpich.memory.write_integer(place, static_cast<std::uint64_t>(row.value), width);
    asked_before.pools.clear();
    Attached attached(mpich);
    for (const auto &[pools, expected] :
         {std::pair(&attached.pools, row.at_first), std::pair(&asked_before.pools, row.later)}) {
      CHECK(handles_of(*pools, ObjectKind::communicator).size() == (expected.empty() ? 12 : 0));
      const auto &problem = pools->problem(ObjectKind::communicator);
      const std::string said = problem ? problem->message : "";
      CHECK_MESSAGE((expected.empty() ? said.empty() : contains(said, expected)), said);
    }
    mpich.memory.write_integer(place, before, width);
  }
}

TEST_CASE("MPICH: each object has the handle of its place") {
  struct Row {
    ObjectKind kind;
    std::size_t object;
    std::uint32_t handle;
    bool fits;
  };
  for (const Row &row : std::initializer_list<Row>{{ObjectKind::group, 3, 0x88000003, true},
                                                   {ObjectKind::group, 3, 0x88000002, false},
                                                   {ObjectKind::group, 3, 0x88001003, false},
                                                   {ObjectKind::group, 3, 0x84000003, false},
                                                   {ObjectKind::group, 3, 0xc8000003, false},
                                                   {ObjectKind::group, 7, 0xc8000003, true},
                                                   {ObjectKind::group, 7, 0xc8000004, false},
                                                   {ObjectKind::group, 7, 0xc8001003, false},
                                                   {ObjectKind::group, 7, 0x88000003, false},
                                                   {ObjectKind::group, 7, 0x84000003, false},
                                                   {ObjectKind::group, 13, 0xc8001001, true},
                                                   {ObjectKind::group, 13, 0xc8000001, false},
                                                   // What kind of object a key is for.
                                                   {ObjectKind::keyval, 3, 0xa4400003, true},
                                                   {ObjectKind::keyval, 3, 0xa4400002, false},
                                                   {ObjectKind::keyval, 13, 0xe4401001, true},
                                                   // The pool of a request.
                                                   {ObjectKind::request, 13, 0xec001001, true},
                                                   {ObjectKind::request, 13, 0xec081001, true},
                                                   {ObjectKind::request, 13, 0xec081002, false},
                                                   {ObjectKind::request, 13, 0xec002001, false},
                                                   {ObjectKind::request, 3, 0xac080003, false}}) {
    CAPTURE(row.handle);
    CAPTURE(row.object);
    FakeMpich mpich(8, ByteOrder::little);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    FakePool &pool = mpich.pool(row.kind);
    for (int i = 0; i < 14; ++i) pool.take();
    const Address object = pool.all()[row.object];
    mpich.memory.write_integer(object + mpich.layouts.object.handle.offset, row.handle, 4);
    Attached attached(mpich);
    CHECK(handles_of(attached.pools, row.kind).contains(row.handle) == row.fits);
    const auto &problem = attached.pools.problem(row.kind);
    CHECK(problem.has_value() == !row.fits);
    if (problem) CHECK(contains(problem->message, ", which is not its place in the table"));
    if (row.fits) CHECK(attached.pools.find(row.kind, row.handle).value() == object);
  }
}

// As a page of zeros makes it, which ends in the table.
TEST_CASE("MPICH: a table that says that nothing was ever in use is compared with its objects") {
  using Table = mpidbg::layout::mpich::ObjectTableLayout;
  const auto zeroed = [](std::initializer_list<mpidbg::layout::Slot<std::int32_t> Table::*> numbers) {
    FakeMpich mpich(8, ByteOrder::little);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    FakePool &pool = mpich.pool(ObjectKind::communicator);
    pool.take();
    pool.set(mpich.layouts.object_table.avail, 0);
    for (const auto slot : numbers) pool.set(mpich.layouts.object_table.*slot, 0);
    return problem_of(mpich, ObjectKind::communicator);
  };
  CHECK(contains(zeroed({&Table::initialized, &Table::num_allocated, &Table::num_avail}),
                 "has the handle 0x84000000, and according to its table none was ever in use"));
  CHECK(contains(zeroed({&Table::initialized, &Table::num_avail}), "num_allocated of the communicators is 4"));
  CHECK(contains(zeroed({&Table::initialized}), "num_allocated of the communicators is 4"));
}

// Other tables are never forgotten.
TEST_CASE("MPICH forgets the table of info objects when the last one is freed") {
  using Table = mpidbg::layout::mpich::ObjectTableLayout;
  for (const auto &[kind, all_free] :
       {std::pair(ObjectKind::info, true), std::pair(ObjectKind::info, false), std::pair(ObjectKind::group, true)}) {
    FakeMpich mpich(8, ByteOrder::little);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    FakePool &pool = mpich.pool(kind);
    const auto direct = static_cast<std::size_t>(pool.get(mpich.layouts.object_table.direct_size));
    for (std::size_t i = 0; i < direct; ++i) pool.take();
    const std::vector<Address> objects(pool.all().begin(), pool.all().begin() + static_cast<std::ptrdiff_t>(direct));
    for (const Address object : objects) pool.give_back(object);
    const Address next = objects.front() + mpich.layouts.object.next.offset;
    if (all_free) mpich.memory.write_pointer(next, Address());  // the end of the list
    if (!all_free) mpich.memory.write_pointer(next, objects.front());
    pool.set(mpich.layouts.object_table.avail, 0);
    for (const auto slot : {&Table::num_avail, &Table::num_allocated, &Table::initialized})
      pool.set(mpich.layouts.object_table.*slot, 0);
    Attached attached(mpich);
    CHECK(handles_of(attached.pools, kind).empty());
    CHECK(attached.pools.problem(kind).has_value() == !(all_free && kind == ObjectKind::info));
  }
}

TEST_CASE("MPICH: objects whose header is not known, and a kind without a table") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  mpich.pool(ObjectKind::group).take();
  {
    const MpichTarget target(mpich);
    const Attachment process = attach(target.image, target.memory).value();
    const auto none = ObjectTables(process).of(ObjectKind::port);
    REQUIRE_FALSE(none);
    CHECK(contains(none.error().message, "MPICH has no table of the kind "));
    CHECK_FALSE(ObjectTables(process).had_none(ObjectKind::port));
  }
  mpich.host.types[mpich.layouts.object.type_name].fields.erase("next");
  CHECK(contains(problem_of(mpich, ObjectKind::group), "MPIR_Handle_common"));
}

// It is not known then whether the process uses the communicator.
TEST_CASE(
    "MPICH: a predefined communicator that cannot be read, or has another handle, is a problem of its kind alone") {
  const auto problem_with = [](ObjectKind kind, auto &&damage) {
    FakeMpich mpich(8, ByteOrder::little);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    damage(mpich, mpich.predefined(kind, kind == ObjectKind::communicator ? 1 : 0));
    Attached attached(mpich);
    const auto &problem = attached.pools.problem(kind);
    return problem ? problem->message : "";
  };
  const auto header = [](std::uint32_t handle, std::uint32_t references) {
    return [=](FakeMpich &mpich, Address object) {
      mpich.set(object, mpich.layouts.object.handle, handle);
      mpich.set(object, mpich.layouts.object.ref_count, references);
    };
  };
  const auto unreadable = [](FakeMpich &mpich, Address object) {
    mpich.memory.make_unreadable(object + mpich.layouts.object.handle.offset);
  };
  const std::string is_other = "MPIR_Handle_common.handle of the communicator at ";
  CHECK(problem_with(ObjectKind::communicator, header(0x44000001, 0)).empty());
  CHECK(problem_with(ObjectKind::communicator, header(0, 0)).empty());
  CHECK(contains(problem_with(ObjectKind::communicator, header(0, 1)), is_other));
  CHECK(contains(problem_with(ObjectKind::communicator, header(0x44000000, 0)), " is 0x44000000 and not 0x44000001"));
  CHECK(contains(problem_with(ObjectKind::communicator, unreadable), "MPIR_Handle_common"));
  CHECK(problem_with(ObjectKind::group, header(0, 1)).empty());
  CHECK(problem_with(ObjectKind::group, unreadable).empty());
}

TEST_CASE("MPICH: in a damaged table any handle of its kind may be in use, and no other") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  FakePool &pool = mpich.pool(ObjectKind::group);
  pool.take();
  pool.set(mpich.layouts.object_table.avail, 8);
  Attached attached(mpich);
  for (const auto &[number, may_be] :
       {std::pair(0x88000000u, true), std::pair(0x48000005u, true), std::pair(0xc8000000u, true),
        std::pair(0x08000000u, false), std::pair(0x84000000u, false)}) {
    const std::uint32_t handle = number;
    CAPTURE(handle);
    const auto found = attached.pools.find(ObjectKind::group, handle);
    REQUIRE_FALSE(found);
    CHECK((found.error().code == ErrorCode::not_found) == !may_be);
  }
}

TEST_CASE("MPICH: a pool of requests between others is one, or is damaged") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  FakePool &first = mpich.pool(ObjectKind::request);
  const auto &layout = mpich.layouts.object_table;
  const auto make_pool = [&](std::uint64_t number) {
    const Address table = first.table() + number * layout.byte_size;
    mpich.set(table, layout.kind, static_cast<std::uint32_t>(ObjectKind::request));
    mpich.set(table, layout.size, first.get(layout.size));
  };
  first.take();
  make_pool(2);
  CHECK(contains(problem_of(mpich, ObjectKind::request), "is not a table of objects of the kind request"));
  make_pool(1);
  Attached attached(mpich);
  CHECK(handles_of(attached.pools, ObjectKind::request).size() == 1);
  CHECK_FALSE(attached.pools.problem(ObjectKind::request));
}

TEST_CASE("MPICH: being stopped while an object is taken does no harm") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  FakePool &pool = mpich.pool(ObjectKind::request);
  pool.take();
  pool.set(mpich.layouts.object_table.num_avail, pool.get(mpich.layouts.object_table.num_avail) + 1);
  Attached attached(mpich);
  CHECK(handles_of(attached.pools, ObjectKind::request).size() == 1);
  CHECK_FALSE(attached.pools.problem(ObjectKind::request));
}

TEST_CASE("MPICH: two tables that can be the one are as good as none") {
  FakeMpich mpich(8, ByteOrder::little, false);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  mpich.pool(ObjectKind::group).take();
  const std::uint64_t bytes = mpich.layouts.object_table.byte_size;
  for (std::uint64_t at = 0; at < bytes; at += 4) {
    mpich.memory.write_integer(mpich.static_data + 60 * 4096 + at,
                               mpich.memory.read_integer(mpich.pool(ObjectKind::group).table() + at, 4), 4);
  }
  CHECK(
      contains(problem_of(mpich, ObjectKind::group), "two tables in the library's static data can be MPIR_Group_mem"));
}

// In an unknown build a second table is what could be one in all it says.
TEST_CASE("MPICH: what looks like a second table, and what does not") {
  using Table = mpidbg::layout::mpich::ObjectTableLayout;
  const auto is_second = [](auto &&change) {
    FakeMpich mpich(8, ByteOrder::little, false);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    FakePool &pool = mpich.pool(ObjectKind::group);
    for (int i = 0; i < 5; ++i) pool.take();
    const Address copy = mpich.static_data + 60 * 4096;
    for (std::uint64_t at = 0; at < mpich.layouts.object_table.byte_size; at += 4)
      mpich.memory.write_integer(copy + at, mpich.memory.read_integer(pool.table() + at, 4), 4);
    change(mpich, pool,
           [&](auto slot, std::uint64_t value) { mpich.set(copy, mpich.layouts.object_table.*slot, value); });
    Attached attached(mpich);
    const auto &problem = attached.pools.problem(ObjectKind::group);
    CHECK(handles_of(attached.pools, ObjectKind::group).size() == (problem ? 0 : 5));
    if (problem) {
      CHECK(problem->message == "two tables in the library's static data can be MPIR_Group_mem: at " +
                                    mpidbg::hex(pool.table()) + " and at " + mpidbg::hex(copy));
    }
    return problem.has_value();
  };
  const auto first = [](FakeMpich &mpich, Address object, std::uint32_t handle) {
    mpich.memory.write_integer(object + mpich.layouts.object.handle.offset, handle, 4);
  };
  CHECK(is_second([](auto &, auto &, auto &&) {}));
  // Its objects are of another kind, are not the first ones, are somewhere else, or cannot be read.
  for (const auto &[number, fits] : {std::pair(0x88000000u, true), std::pair(0x84000000u, false),
                                     std::pair(0xc8000000u, false), std::pair(0x88000001u, false)}) {
    const std::uint32_t handle = number;
    CAPTURE(handle);
    CHECK(is_second([&](FakeMpich &mpich, FakePool &, auto &&set) {
            const Address objects = mpich.static_data + 61 * 4096;
            first(mpich, objects, handle);
            set(&Table::direct, objects.value());
          }) == fits);
  }
  CHECK_FALSE(is_second([&](FakeMpich &mpich, FakePool &, auto &&set) {
    const Address objects = mpich.memory.allocate(4096);
    first(mpich, objects, 0x88000000);
    set(&Table::direct, objects.value());
  }));
  // Nothing was ever in use, as long as the table says that alone.
  const auto unused = [](auto &&set, std::uint64_t initialized) {
    set(&Table::initialized, initialized);
    for (const auto slot : {&Table::num_allocated, &Table::num_avail, &Table::indirect_size}) set(slot, 0);
    set(&Table::avail, 0);
  };
  CHECK(is_second([&](FakeMpich &, FakePool &, auto &&set) { unused(set, 0); }));
  CHECK_FALSE(is_second([&](FakeMpich &, FakePool &pool, auto &&set) {
    unused(set, 0);
    set(&Table::avail, pool.all()[1].value());
  }));
  CHECK_FALSE(is_second([&](FakeMpich &, FakePool &, auto &&set) {
    unused(set, 0);
    set(&Table::indirect_size, 1);
  }));
  // Without objects beside the table it is known by its first block, and so only if it was in use.
  const auto no_direct = [](auto &&set) {
    set(&Table::direct, 0);
    set(&Table::direct_size, 0);
  };
  CHECK(is_second([&](FakeMpich &, FakePool &, auto &&set) { no_direct(set); }));
  CHECK_FALSE(is_second([&](FakeMpich &, FakePool &, auto &&set) {
    no_direct(set);
    set(&Table::indirect, 8);
  }));
  CHECK_FALSE(is_second([&](FakeMpich &mpich, FakePool &, auto &&set) {
    no_direct(set);
    const Address wild = mpich.memory.allocate(8);
    mpich.memory.write_pointer(wild, Address(8));
    set(&Table::indirect, wild.value());
  }));
  CHECK_FALSE(is_second([&](FakeMpich &, FakePool &, auto &&set) {
    no_direct(set);
    unused(set, 0);
  }));
}

TEST_CASE("MPICH: whatever random bytes are damaged, no more objects are shown than there are") {
  std::mt19937 random(11);
  for (unsigned image = 0; image < fakes::random_rounds(1000); ++image) {
    FakeMpich mpich(8, ByteOrder::little, random() % 2 == 0);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    FakePool &pool = mpich.pool(ObjectKind::request);
    const auto used = use(pool, random, 40);
    for (unsigned damage = 0; damage < 3; ++damage) {
      const bool in_table = random() % 2 == 0;
      const Address place = in_table ? pool.table() : pool.all()[random() % pool.all().size()];
      const std::uint64_t length = in_table ? mpich.layouts.object_table.byte_size : mpich.layouts.object.byte_size;
      mpich.memory.write_integer(place + random() % length, random(), 1);
    }
    Attached attached(mpich);
    const auto shown = handles_of(attached.pools, ObjectKind::request);
    CHECK(shown.size() <= pool.all().size());
    std::size_t wrong = 0;
    for (const std::uint32_t handle : shown) wrong += used.contains(handle) ? 0 : 1;
    // The list may be one object short, as that of a process that is being stopped.
    CHECK(wrong <= 1);
  }
}
