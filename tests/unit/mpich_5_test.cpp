// What MPICH 5.0 has otherwise, in every kind of target.

#include <doctest/doctest.h>

#include "mpidbg/abi/handles/request.h"
#include "mpidbg/model/mpich/datatypes/datatype_records.h"
#include "mpidbg/model/mpich/datatypes/program_datatype.h"
#include "mpidbg/model/mpich/mpich.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "tests/contains.h"
#include "tests/fakes/fake_matching_lists.h"
#include "tests/fakes/fake_ucx_device.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/mpich_target.h"

using fakes::FakeMatchingLists;
using fakes::FakeMpich;
using fakes::FakeUcx;
using fakes::FakeUcxDevice;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::Handle;
using mpidbg::model::HandleKind;
using mpidbg::model::MpiLibrary;
using namespace mpidbg::model::mpich;
using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;

namespace {

constexpr std::uint32_t halo = 0x1f0;  // its context
constexpr std::uint32_t mpi_int = 0x4c000405, own_mpi_int = 0x4c810405;

class Attached : public MpichTarget {
 public:
  explicit Attached(FakeMpich &mpich) : MpichTarget(mpich), process_(attach(image, memory).value()), pools(process_) {}

 private:
  const Attachment process_;

 public:
  Pools pools;
  DatatypeRecords datatypes{process_, pools};
};

// Objects in a row with the handles, as of a predefined array.
Address new_objects(FakeMpich &mpich, ObjectKind kind, const std::vector<std::uint32_t> &handles) {
  const std::uint64_t bytes = object_layout(mpich.layouts, kind)->byte_size;
  const Address first = mpich.memory.allocate(bytes * (handles.size() + 1));
  for (std::size_t i = 0; i < handles.size(); ++i)
    mpich.set(first + bytes * i, mpich.layouts.object.handle, handles[i]);
  return first;
}

}  // namespace

TEST_CASE("a handle of MPICH 5's own is that of the program's datatype") {
  static_assert(program_datatype(own_mpi_int) == mpi_int);
  static_assert(program_datatype(0x4c83080b) == 0x4c00080b);  // MPI_DOUBLE
  static_assert(program_datatype(0x4cc10816) == 0x4c000816);  // MPI_2INT
  static_assert(program_datatype(mpi_int) == mpi_int);
  static_assert(program_datatype(0x8c800001) == 0x8c800001);
  static_assert(program_datatype(0xcc810405) == 0xcc810405);
  static_assert(program_datatype(0x0c000000) == 0x0c000000);
}

TEST_CASE("persistent requests and those to the own process have the program's datatype with MPICH 5") {
  for (const TargetKind &kind : all_targets) {
    CAPTURE(kind.name);
    FakeMpich mpich(kind.pointer_size, kind.order);
    FakeUcxDevice device(mpich, true, FakeUcx::Shape::fields);
    const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
    const Address request = device.persistent({.communicator = object, .peer = 1, .tag = 5, .count = 7});
    const Address own = device.own({.communicator = mpich.predefined(ObjectKind::communicator, 1), .tag = 6});
    const std::uint32_t union_at = mpich.layouts.request.dev.offset + mpich.layouts.device_request.ch4.offset;
    mpich.set(request + union_at, mpich.layouts.persistent_request.datatype, own_mpi_int);
    mpich.set(own + union_at, mpich.layouts.self_request.datatype, own_mpi_int);
    HandleSession session(mpich.host);
    for (const Address each : {request, own}) {
      const Request read(session, Address(device.handle(each)));
      CHECK(read->req_datatype == mpi_int);
      CHECK(read->req_bytes == read->req_count * 4);
    }
  }
}

TEST_CASE("MPICH 5 notes source and tag of partitioned receives in the status of the request") {
  for (const TargetKind &kind : all_targets) {
    CAPTURE(kind.name);
    FakeMpich mpich(kind.pointer_size, kind.order);
    mpich.lack(mpich.layouts.partitioned_request, "u.recv.tag", mpich.layouts.partitioned_request.tag);
    FakeUcxDevice device(mpich, true, FakeUcx::Shape::fields);
    const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
    const Address receive = device.partitioned({.communicator = object, .peer = 1, .tag = 5});
    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == device.handle(receive));
    CHECK(receives[0].comm_rank == 1);
    CHECK(receives[0].tag == 5);
    mpich.note_in_status(receive, 3, 5);
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("halo"));
    CHECK(plugin.details(MPIDBG_QUEUE_RECEIVES).empty());
    CHECK(contains(plugin.detail(), "is with rank 3 of 3"));
  }
}

TEST_CASE("MPICH 5 notes source and tag of what it matches itself in the status of the request") {
  for (const TargetKind &kind : all_targets) {
    CAPTURE(kind.name);
    FakeMpich mpich(kind.pointer_size, kind.order, true, FakeMpich::WithinNode::shared_memory);
    mpich.lack(mpich.layouts.active_message, "u.recv.source", mpich.layouts.active_message.source);
    mpich.lack(mpich.layouts.active_message, "u.recv.tag", mpich.layouts.active_message.tag);
    FakeMatchingLists lists(mpich);
    const Address object = mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
    lists.post({.context = halo, .source = 1, .tag = 5, .count = 4, .datatype = own_mpi_int, .communicator = object});
    lists.arrive({.context = halo, .source = 0, .tag = 7, .count = 12});
    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].comm_rank == 1);
    CHECK(receives[0].tag == 5);
    CHECK(receives[0].datatype == mpi_int);
    const auto messages = queue_of(mpich, "halo", MPIDBG_QUEUE_UNEXPECTED);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].comm_rank == 0);
    CHECK(messages[0].tag == 7);
  }
}

TEST_CASE("the pair types of MPICH 5 are in no table, with those of Fortran 90 behind them") {
  FakeMpich mpich(8, ByteOrder::little);
  fakes::FakePool &table = mpich.pool(ObjectKind::datatype);
  mpich.host.symbols["MPIR_Datatype_direct"] = new_objects(
      mpich, ObjectKind::datatype, {0x8c000000, 0x8c000001, 0x8c000002, 0x8c000003, 0x8c000004, 0x8c000005});
  const Address first = mpich.host.symbols["MPIR_Datatype_direct"];
  const std::uint64_t bytes = mpich.layouts.datatype.byte_size;
  {
    Attached attached(mpich);
    CHECK_FALSE(attached.pools.find(ObjectKind::datatype, 0x8c000001));  // the table has such handles itself
  }
  table.set(mpich.layouts.object_table.direct, 0);
  table.set(mpich.layouts.object_table.direct_size, 0);
  Attached attached(mpich);
  for (std::uint32_t i = 0; i < 6; ++i) {
    CHECK(attached.pools.find(ObjectKind::datatype, 0x8c000000 + i).value() == first + bytes * i);
  }
  CHECK_FALSE(attached.pools.find(ObjectKind::datatype, 0x8c000006));
  CHECK(attached.pools.handle_of(ObjectKind::datatype, first + bytes * 3) == 0x8c000003);
  CHECK_FALSE(attached.pools.problem(ObjectKind::datatype));
}

TEST_CASE("the pair types of MPICH 5 are found in the static data, although they have their handle twice") {
  FakeMpich mpich(8, ByteOrder::little);
  const std::uint64_t bytes = mpich.layouts.datatype.byte_size;
  const Address first = mpich.static_data + 40 * 4096;
  for (std::uint32_t i = 0; i < 5; ++i) {
    mpich.set(first + bytes * i, mpich.layouts.object.handle, 0x8c000000 + i);
    mpich.memory.write_integer(first + bytes * i + mpich.layouts.object.handle.offset + 4, 0x8c000000 + i, 4);
  }
  mpich.host.symbols["MPI_F_STATUS_IGNORE"] = mpich.static_data + 32;
  fakes::FakePool &table = mpich.pool(ObjectKind::datatype);
  table.set(mpich.layouts.object_table.direct, 0);
  table.set(mpich.layouts.object_table.direct_size, 0);
  REQUIRE(bytes % 8 == 0);
  Attached attached(mpich);
  CHECK(attached.pools.find(ObjectKind::datatype, 0x8c000004).value() == first + bytes * 4);
}

TEST_CASE("a predefined datatype that only some versions of MPICH have is known by its object") {
  FakeMpich mpich(8, ByteOrder::little);
  const std::uint64_t bytes = mpich.layouts.datatype.byte_size;
  const Address first = mpich.memory.allocate(bytes * 0x4e);
  const Address logical = first + bytes * 0x47;
  mpich.host.symbols["MPIR_Datatype_builtin"] = first;
  mpich.set(logical, mpich.layouts.object.handle, 0x4c000147);
  mpich.memory.write_string(logical + mpich.layouts.datatype.name.offset, "MPI_LOGICAL1");
  Attached attached(mpich);
  const auto record = attached.datatypes.read(Handle(0x4c000147, 4));
  REQUIRE(record);
  CHECK((*record)->predefined);
  CHECK((*record)->size == 1);
  CHECK(attached.datatypes.name(**record).value() == "MPI_LOGICAL1");
  CHECK_FALSE(attached.datatypes.read(Handle(0x4c000248, 4)));
}

TEST_CASE("the groups of MPI_COMM_WORLD and MPI_COMM_SELF are predefined ones of MPICH 5, without a name") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.host.symbols["MPIR_Group_builtin"] =
      new_objects(mpich, ObjectKind::group, {0x48000000, 0x48000001, 0x48000002});
  Attached attached(mpich);
  const Address first = mpich.host.symbols["MPIR_Group_builtin"];
  const std::uint64_t bytes = mpich.layouts.group.byte_size;
  for (std::uint32_t i = 0; i < 3; ++i) {
    CHECK(attached.pools.find(ObjectKind::group, 0x48000000 + i).value() == first + bytes * i);
  }
  CHECK_FALSE(attached.pools.find(ObjectKind::group, 0x48000003));
  CHECK(attached.pools.live(ObjectKind::group).handles().size() == 3);
}

TEST_CASE("what leaders tell each other in MPI_Intercomm_create is on no communicator, and no request of MPICH 5") {
  for (const TargetKind &kind : all_targets) {
    CAPTURE(kind.name);
    FakeMpich mpich(kind.pointer_size, kind.order);
    FakeUcxDevice device(mpich, true, FakeUcx::Shape::fields);
    mpich.add_communicator({.name = "halo", .context = halo, .rank = 2, .members = {2, 0, 1}});
    const Address behind = device.post({.tag = device.tag(halo, 1, 5), .mask = ~std::uint64_t{0}, .bytes = 28});
    const Address of_leaders = device.ucx.post({.tag = device.tag(halo, 0, 0x80000003)});
    device.ucx.set(of_leaders, device.ucx.layouts.request.user_data, mpich.memory.allocate(8).value());  // on the stack
    device.ucx.arrive({.tag = device.tag(halo, 0, 0x80000003)});
    PluginDriver plugin(mpich.host);
    REQUIRE(plugin.update() == mqs_ok);
    CHECK(std::string(plugin.process_info().queue_problem[MPIDBG_QUEUE_RECEIVES]).empty());
    const auto receives = queue_of(mpich, "halo", MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == device.handle(behind));
    CHECK(queue_of(mpich, "halo", MPIDBG_QUEUE_UNEXPECTED).empty());
    CHECK(queue_of(mpich, "halo", MPIDBG_QUEUE_UNCLAIMED).empty());
    HandleSession session(mpich.host);
    CHECK(Request(session, Address(device.handle(behind)))->req_tag == 5);
  }
}

TEST_CASE("a program of the standard ABI is asked and answered with its own handles and numbers") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.host.symbols["MPI_Abi_get_version"] = mpich.memory.allocate(16);
  const Address halo = mpich.add_communicator({.name = "halo", .context = 16, .rank = 0, .members = {0, 1}});
  constexpr std::uint32_t number = 0x84000000;  // the first of the table
  MpichTarget target(mpich);
  const auto opened = open(target.image, target.memory);
  REQUIRE(opened);
  MpiLibrary &library = **opened;
  CHECK(library.identity().handle_width(HandleKind::communicator) == 8);

  const auto live = library.handles()->live(HandleKind::communicator);
  REQUIRE(live);
  const std::vector<Handle> expected{Handle(0x101), Handle(0x102), Handle(halo)};
  CHECK(*live == expected);
  CHECK(library.communicators()->communicator(Handle(0x101))->name == "MPI_COMM_WORLD");
  CHECK(library.communicators()->communicator(Handle(0x101))->fortran_index == 0x101);
  const auto shown = library.communicators()->communicator(Handle(halo));
  REQUIRE(shown);
  CHECK(shown->handle == Handle(halo));
  CHECK(static_cast<std::uint32_t>(shown->fortran_index) == number);
  CHECK(*library.handles()->from_fortran(HandleKind::communicator, 0x102) == Handle(0x102));
  CHECK(*library.handles()->from_fortran(HandleKind::communicator, shown->fortran_index) == Handle(halo));
  CHECK(library.objects()->datatype(Handle(0x209))->name == "MPI_INT");
  CHECK(library.objects()->file(Handle(0x118))->fortran_index == 0x118);  // MPI_FILE_NULL
  for (const std::int64_t null : {0, 0x118})
    CHECK(*library.handles()->from_fortran(HandleKind::file, null) == Handle(0x118));
  // Not the library's own handles, numbers that are no constants, nor addresses of nothing.
  for (const std::uint64_t none :
       {std::uint64_t{number}, std::uint64_t{0x44000000}, std::uint64_t{0x105}, halo.value() + 8}) {
    CHECK_FALSE(library.communicators()->communicator(Handle(none)));
  }
  mpich.host.symbols["MPI_UNWEIGHTED"] = mpich.memory.allocate(16);
  const auto own = open(target.image, target.memory);
  REQUIRE(own);
  CHECK((*own)->identity().handle_width(HandleKind::communicator) == 4);
}

TEST_CASE("an MPI_Status of the standard ABI has the source first") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.host.symbols["MPI_Abi_get_version"] = mpich.memory.allocate(16);
  MpichTarget target(mpich);
  const auto opened = open(target.image, target.memory);
  REQUIRE(opened);
  const Address place = mpich.memory.allocate(32);
  const std::int32_t words[] = {-1, -2, 0, 24, 3};
  for (std::size_t i = 0; i < std::size(words); ++i)
    mpich.memory.write_integer(place + 4 * i, static_cast<std::uint32_t>(words[i]), 4);
  const auto status = (*opened)->program_values()->status(place);
  REQUIRE(status);
  CHECK(status->any_source);
  CHECK(status->any_tag);
  CHECK_FALSE(status->proc_null);
  CHECK(status->cancelled);
  CHECK(status->bytes == (std::uint64_t{1} << 32 | 24));
  CHECK(*(*opened)->program_values()->status_count(place, Handle(0x209)) == ((std::int64_t{1} << 32) + 24) / 4);
}
