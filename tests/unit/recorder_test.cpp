// What the plugin reads of a recorder's record, and how it is joined with the library's memory.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "mpidbg/abi/recorded_interface.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/recorded/record.h"
#include "mpidbg/model/recorded/record_members.h"
#include "tests/fakes/fake_open_mpi.h"
#include "tests/fakes/fake_record.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeMemory;
using fakes::FakeOpenMpi;
using fakes::FakeRecord;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

constexpr char split_parameters[] = "comm:Comm color:Int key:Int newcomm:-NewComm";
constexpr char isend_parameters[] =
    "buf:Address count:Count datatype:Datatype dest:Rank tag:Tag comm:Comm request:-NewRequest";
constexpr char irecv_parameters[] =
    "buf:Address count:Count datatype:Datatype source:Rank tag:Tag comm:Comm request:-NewRequest";
constexpr char recv_parameters[] =
    "buf:Address count:Count datatype:Datatype source:Rank tag:Tag comm:Comm status:-Pointer";

constexpr std::uint64_t mpich_world = 0x44000000, mpich_int = 0x4c000405, made_comm = 0x84000002;

mpidbg_record_handle made_by_split(FakeRecord &record, std::uint64_t handle, std::uint64_t parent) {
  mpidbg_record_handle entry{};
  entry.handle = handle;
  entry.kind = MPIDBG_RECORD_COMM;
  entry.created_at = 0x4242;
  entry.created = 2'000'000'000;
  entry.parent = parent;
  entry.arguments[0] = parent;
  entry.arguments[1] = 7;
  entry.arguments[2] = static_cast<std::uint64_t>(-3);
  entry.created_by = record.call("Comm_split", split_parameters);
  entry.given = 1;
  entry.flags = MPIDBG_RECORD_LIVE;
  return entry;
}

void free_it(FakeRecord &record, mpidbg_record_handle &entry) {
  entry.flags = MPIDBG_RECORD_FREED;
  entry.freed_by = record.call("Comm_free", "comm:FreedComm");
  entry.freed_at = 0x4343;
  entry.freed = 3'000'000'000;
  entry.given = 0;
}

mpidbg_record_request made_by(std::uint16_t call, std::uint64_t request, std::uint64_t comm, int peer, int tag) {
  mpidbg_record_request entry{};
  entry.request = request;
  entry.site = 0x4444;
  entry.time = 4'000'000'000;
  entry.owner = comm;
  entry.datatype = mpich_int;
  entry.buffer_or_op = 0x5000;
  entry.count = 3;
  entry.peer = peer;
  entry.tag = tag;
  entry.created_by = call;
  entry.flags = MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE;
  return entry;
}

// What is recorded of a handle, freed at the end of the scope.
class Recorded {
 public:
  Recorded(FakeHost &host, mpidbg_handle_kind_t kind, std::uint64_t handle) {
    code = mpidbg_recorded_query(host.process(), kind, handle, &recorded_);
  }
  ~Recorded() { mpidbg_recorded_free(recorded_); }
  Recorded(const Recorded &) = delete;
  Recorded &operator=(const Recorded &) = delete;
  const mpidbg_recorded_t *operator->() const {
    REQUIRE(code == MPIDBG_SUCCESS);
    return recorded_;
  }
  int code = MPIDBG_SUCCESS;

 private:
  mpidbg_recorded_t *recorded_ = nullptr;
};

// A process of a library that is not known, and that has no symbols.
struct Unattached {
  explicit Unattached(const TargetKind &target = all_targets[2])
      : memory(target.pointer_size, target.order), host(memory), record(memory, 4) {}

  void lend_memory() {
    std::vector<mpidbg_memory_range_t> ranges;
    for (const auto &[begin, end] : memory.block_ranges()) ranges.push_back({begin.value(), end.value()});
    mpidbg_set_memory_ranges(host.process(), static_cast<int>(ranges.size()), ranges.data());
  }
  void export_record() {
    const Address pointer = memory.allocate(8);
    memory.write_pointer(pointer, record.write());
    host.symbols["mpidbg_record"] = pointer;
  }

  FakeMemory memory;
  FakeHost host;
  FakeRecord record;
};

struct Strange : Unattached {
  explicit Strange(const TargetKind &target = all_targets[2]) : Unattached(target), plugin(host) {}

  int state() {
    info.struct_size = sizeof info;
    return mpidbg_recorder_query(host.process(), &info);
  }
  std::string detail() { return mpidbg_error_detail(host.process()); }

  PluginDriver plugin;
  mpidbg_recorder_info_t info{};
};

struct AddUp {
  template <class Number>
  void number(Number &) {
    bytes_seen += sizeof(Number);
  }
  template <class Bytes>
  void bytes(Bytes &) {
    bytes_seen += sizeof(Bytes);
  }
  std::size_t bytes_seen = 0;
};

template <class Entry>
std::size_t visited() {
  Entry entry{};
  AddUp sum;
  mpidbg::model::recorded::visit(entry, sum);
  return sum.bytes_seen;
}

}  // namespace

TEST_CASE("recorder: every member of the record's structs is described") {
  CHECK(visited<mpidbg_record_header>() == offsetof(mpidbg_record_header, tables));
  CHECK(visited<mpidbg_record_table>() == sizeof(mpidbg_record_table));
  CHECK(visited<mpidbg_record_call>() == sizeof(mpidbg_record_call));
  CHECK(visited<mpidbg_record_thread>() == sizeof(mpidbg_record_thread));
  CHECK(visited<mpidbg_record_request>() == sizeof(mpidbg_record_request));
  CHECK(visited<mpidbg_record_handle>() == sizeof(mpidbg_record_handle));
  CHECK(visited<mpidbg_record_lock>() == sizeof(mpidbg_record_lock));
  CHECK(visited<mpidbg_record_predefined>() == sizeof(mpidbg_record_predefined));
  CHECK(visited<mpidbg_record_event>() == sizeof(mpidbg_record_event));
  CHECK(visited<mpidbg_record_name>() == sizeof(mpidbg_record_name));
  CHECK(visited<mpidbg_record_item>() == sizeof(mpidbg_record_item));
  CHECK(visited<mpidbg_record_snapshot>() == sizeof(mpidbg_record_snapshot));
  CHECK(visited<mpidbg_record_sample>() == sizeof(mpidbg_record_sample));
  CHECK(visited<mpidbg_record_mpit_event>() == sizeof(mpidbg_record_mpit_event));
}

TEST_CASE("recorder: a process without a record costs no read for memory that has no room for one") {
  Strange process;
  CHECK(process.state() == MPIDBG_ERR_NOT_FOUND);
  const std::uint64_t before = process.host.fetches;
  for (int i = 0; i < 100; ++i) process.memory.allocate(4096, 4096);
  process.lend_memory();
  CHECK(process.state() == MPIDBG_ERR_NOT_FOUND);
  CHECK(process.host.fetches <= 2 * before);
}

TEST_CASE("recorder: a record is found in every kind of target") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Strange process(target);
    CHECK(process.state() == MPIDBG_ERR_NOT_FOUND);
    process.record.handles.push_back(made_by_split(process.record, made_comm, mpich_world));
    unsigned page = 0;
    SUBCASE("at the start of a range") {}
    SUBCASE("by its symbol") {
      const Address pointer = process.memory.allocate(8);
      process.memory.write_pointer(pointer, process.record.write(5));
      process.host.symbols["mpidbg_record"] = pointer;
      page = 5;
    }
    SUBCASE("with larger entries than are known here") {
      process.record.extra_bytes = 24;
    }
    process.record.write(page);
    process.lend_memory();
    REQUIRE_MESSAGE(process.state() == MPIDBG_SUCCESS, process.detail());
    CHECK(process.info.address == process.record.address().value());
    CHECK(process.info.pid == 4711);
    CHECK(process.info.realtime_offset == 4'000'000'000);
    CHECK(std::string(process.info.library) == std::string("MPICH Version:\t4.0.2"));
    CHECK(std::string(process.info.problem) == std::string());
    const Recorded comm(process.host, MPIDBG_KIND_COMM, made_comm);
    CHECK(comm->call == std::string("MPI_Comm_split(comm=MPI_COMM_WORLD, color=7, key=-3)"));
    CHECK(comm->created_at == 0x4242);
    CHECK(comm->parent.kind == MPIDBG_KIND_COMM);
    CHECK(comm->parent.handle == mpich_world);
    CHECK(comm->flags == MPIDBG_RECORDED_LIVE);
    CHECK(Recorded(process.host, MPIDBG_KIND_COMM, 0x84000007).code == MPIDBG_ERR_NOT_FOUND);
    CHECK(Recorded(process.host, MPIDBG_KIND_WIN, made_comm).code == MPIDBG_ERR_NOT_FOUND);
  }
}

TEST_CASE("recorder: a symbol that is null") {
  Strange process;
  process.host.symbols["mpidbg_record"] = process.memory.allocate(8);
  CHECK(process.state() == MPIDBG_ERR_NOT_FOUND);
  CHECK(process.detail().find("no MPI call was made yet") != std::string::npos);
}

TEST_CASE("recorder: what is freed, and how an earlier object with the same handle ended") {
  Strange process;
  mpidbg_record_handle first = made_by_split(process.record, made_comm, mpich_world);
  free_it(process.record, first);
  process.record.handles = {first};
  process.record.write();
  process.lend_memory();
  {
    const Recorded comm(process.host, MPIDBG_KIND_COMM, made_comm);
    CHECK(comm->flags == MPIDBG_RECORDED_FREED);
    CHECK(comm->freed_by == std::string("MPI_Comm_free"));
    CHECK(comm->freed_at == 0x4343);
    CHECK(comm->ended == 3'000'000'000);
  }
  mpidbg_record_handle second = made_by_split(process.record, made_comm, mpich_world);
  second.created = 3'500'000'000;
  process.record.handles = {second, first};
  process.record.write();
  const Recorded comm(process.host, MPIDBG_KIND_COMM, made_comm);
  CHECK(comm->flags == MPIDBG_RECORDED_LIVE);
  CHECK(comm->earlier == 1);
  int count = 0;
  mpidbg_recorded_t **list = nullptr;
  REQUIRE(mpidbg_recorded_list(process.host.process(), MPIDBG_KIND_COMM, MPIDBG_RECORDED_FREED, &count, &list) ==
          MPIDBG_SUCCESS);
  REQUIRE(count == 1);
  CHECK(list[0]->created == 2'000'000'000);
  mpidbg_recorded_free_list(count, list);
}

TEST_CASE("recorder: queues of a library that is not known") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Strange process(target);
    FakeRecord &record = process.record;
    const auto isend = record.call("Isend", isend_parameters);
    const auto irecv = record.call("Irecv", irecv_parameters);
    record.requests = {made_by(isend, 0xac000001, mpich_world, 2, 5), made_by(irecv, 0xac000002, mpich_world, -2, -1),
                       made_by(irecv, 0xac000003, mpich_world, 1, 6)};
    record.requests[2].flags = MPIDBG_RECORD_COMPLETED;
    mpidbg_record_thread thread{};
    thread.tid = 99;
    thread.state = MPIDBG_RECORD_THREAD_ALIVE;
    thread.call = thread.last_call = record.call("Recv", recv_parameters);
    const std::uint64_t words[] = {0x6000, 4, mpich_int, 1, 99, mpich_world};
    std::copy(std::begin(words), std::end(words), thread.arguments);
    thread.since = 4'500'000'000;
    record.threads = {thread};
    record.write();
    process.lend_memory();

    REQUIRE(process.plugin.update() == mqs_ok);
    CHECK(process.plugin.process_info().recorder_alone == 1);
    CHECK(process.plugin.process_info().handle_width[MPIDBG_KIND_COMM] == 4);
    CHECK(std::string(process.plugin.process_info().library) == std::string("MPICH 4.0.2"));
    REQUIRE(process.plugin.select("MPI_COMM_WORLD"));
    const auto sends = process.plugin.details(MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 1);
    CHECK(sends[0].comm_rank == 2);
    CHECK(sends[0].tag == 5);
    CHECK(sends[0].count == 3);
    CHECK(sends[0].request == 0xac000001);
    CHECK(std::string(sends[0].datatype_name) == std::string("MPI_INT"));
    const auto receives = process.plugin.details(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 2);
    CHECK((receives[0].flags & (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG)) ==
          (MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG));
    CHECK(std::string(receives[1].blocking_call) == std::string("MPI_Recv"));
    CHECK(receives[1].tag == 99);
    CHECK(receives[1].world_rank == 1);
    CHECK(process.plugin.details(MPIDBG_QUEUE_UNEXPECTED).empty());
    CHECK(process.plugin.last_code() == mqs_no_information);

    int count = 0;
    mpidbg_recorded_thread_t *threads = nullptr;
    REQUIRE(mpidbg_recorded_threads(process.host.process(), &count, &threads) == MPIDBG_SUCCESS);
    REQUIRE(count == 1);
    CHECK(threads[0].call ==
          std::string("MPI_Recv(buf=0x6000, count=4, datatype=MPI_INT, source=1, tag=99, comm=MPI_COMM_WORLD)"));
    CHECK(threads[0].in_call == 1);
    mpidbg_recorded_free_threads(count, threads);
    // The datatype is in use by the live requests and by the call.
    record.handles = {};
    const Recorded request(process.host, MPIDBG_KIND_REQUEST, 0xac000001);
    CHECK(request->call ==
          std::string("MPI_Isend(buf=0x5000, count=3, datatype=MPI_INT, dest=2, tag=5, comm=MPI_COMM_WORLD)"));
  }
}

TEST_CASE("recorder: what a debugger without groups and layouts is given") {
  Strange process;
  FakeRecord &record = process.record;
  record.header.world_rank = 1;
  record.header.world_size = 3;
  mpidbg_record_handle made = made_by_split(record, made_comm, mpich_world);
  record.handles = {made};
  const auto irecv = record.call("Irecv", irecv_parameters);
  record.requests = {made_by(irecv, 0xac000001, mpich_world, 2, 5), made_by(irecv, 0xac000002, made_comm, 0, 5)};
  record.requests[1].datatype = 0x8c000007;
  record.write();
  process.lend_memory();
  REQUIRE(process.plugin.update() == mqs_ok);
  const auto communicators = process.plugin.communicators();
  REQUIRE(communicators.size() == 3);
  CHECK(communicators[0].unique_id == mpich_world);
  CHECK(communicators[1].unique_id == 0x44000001);
  CHECK(communicators[2].unique_id == made_comm);

  int ranks[3] = {-9, -9, -9};
  REQUIRE(process.plugin.select("MPI_COMM_WORLD"));
  CHECK(mqs_get_comm_group(process.host.process(), ranks) == mqs_ok);
  CHECK(std::vector<int>(ranks, ranks + 3) == std::vector<int>{0, 1, 2});
  const auto known = process.plugin.operations(mqs_pending_receives);
  REQUIRE(known.size() == 1);
  CHECK(known[0].desired_length == 12);
  REQUIRE(process.plugin.select("MPI_COMM_SELF"));
  CHECK(mqs_get_comm_group(process.host.process(), ranks) == mqs_ok);
  CHECK(ranks[0] == 1);
  REQUIRE(process.plugin.select(communicators[2].name));
  CHECK(mqs_get_comm_group(process.host.process(), ranks) == mqs_no_information);
  const auto unknown = process.plugin.operations(mqs_pending_receives);
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].desired_length == -1);
  CHECK(std::string(unknown[0].extra_text[1]) == std::string("Size: unknown"));
}

// The process uses a build of MPICH whose layouts are unknown.
TEST_CASE("Z11 Z15 recorder: handles are checked, values of the program answered, and the rest is said to be unknown") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Unattached process(target);
    FakeRecord &record = process.record;
    constexpr std::uint64_t freed_comm = 0x84000003, gone_comm = 0x84000004;
    mpidbg_record_handle freed = made_by_split(record, freed_comm, mpich_world);
    mpidbg_record_handle gone = made_by_split(record, gone_comm, mpich_world);
    free_it(record, freed);
    free_it(record, gone);
    record.handles = {made_by_split(record, made_comm, mpich_world), freed, gone};
    record.requests = {made_by(record.call("Irecv", irecv_parameters), 0xac000001, freed_comm, 0, 5)};
    process.export_record();
    const HandleSession session(process.host);
    process.lend_memory();
    using Communicator = Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>;

    mqs_taddr_t handle = 7;
    const auto code_of_fortran = [&](mpidbg_handle_kind_t kind, mqs_taddr_t value) {
      return mpidbg_f2c(session.process(), kind, value, &handle);
    };
    CHECK(code_of_fortran(MPIDBG_KIND_COMM, made_comm) == MPIDBG_SUCCESS);
    CHECK(handle == made_comm);
    CHECK(code_of_fortran(MPIDBG_KIND_REQUEST, 0xac000001) == MPIDBG_SUCCESS);
    for (const mpidbg_handle_kind_t kind : {MPIDBG_KIND_COMM, MPIDBG_KIND_GROUP, MPIDBG_KIND_REQUEST}) {
      CHECK(code_of_fortran(kind, 999999) == MPIDBG_ERR_NOT_FOUND);
    }
    CHECK(code_of_fortran(MPIDBG_KIND_COMM, gone_comm) == MPIDBG_ERR_NOT_FOUND);
    CHECK(code_of_fortran(MPIDBG_KIND_FILE, 0) == MPIDBG_ERR_NOT_SUPPORTED);

    constexpr unsigned free_bits = MPIDBG_COMM_INFO_FREED_HANDLE | MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED;
    const Communicator world(session, Address(mpich_world));
    CHECK((world->comm_bitflags & (MPIDBG_COMM_INFO_KIND_UNKNOWN | free_bits)) == 0);
    const Communicator live(session, Address(made_comm));
    CHECK((live->comm_bitflags & (MPIDBG_COMM_INFO_KIND_UNKNOWN | free_bits)) == MPIDBG_COMM_INFO_KIND_UNKNOWN);
    const Communicator in_use(session, Address(freed_comm));
    CHECK((in_use->comm_bitflags & free_bits) == MPIDBG_COMM_INFO_FREED_HANDLE);
    CHECK(session.query(MPIDBG_KIND_COMM, gone_comm) == MPIDBG_ERR_NOT_FOUND);
    CHECK(mpidbg_capabilities(session.process(), MPIDBG_KIND_COMM) ==
          (MPIDBG_COMM_CAP_BASIC | MPIDBG_COMM_CAP_STRING_NAMES | MPIDBG_COMM_CAP_FREED_HANDLE));
    CHECK(mpidbg_comm_capabilities == mpidbg_capabilities(session.process(), MPIDBG_KIND_COMM));
    CHECK(mpidbg_capabilities(session.process(), MPIDBG_KIND_GROUP) == 0);
    const auto names = session.names(MPIDBG_KIND_DATATYPE);
    CHECK(std::find(names.begin(), names.end(), std::pair<std::string, mqs_taddr_t>("MPI_INT", mpich_int)) !=
          names.end());

    const Address status = process.memory.allocate(20);
    for (unsigned i = 0; i < 5; ++i) process.memory.write_integer(status + i * 4, i == 0 ? 24 : i == 1 ? 0 : i, 4);
    const Queried<mpidbg_status_info_t, MPIDBG_KIND_STATUS> seen(session, status);
    CHECK(seen->status_bytes == 24);
    CHECK(seen->status_tag == 3);
    CHECK(mpidbg_capabilities(session.process(), MPIDBG_KIND_STATUS) == MPIDBG_STATUS_CAP_BASIC);
    CHECK(code_of_fortran(MPIDBG_KIND_STATUS, status.value()) == MPIDBG_SUCCESS);
    CHECK(handle == status.value());
    CHECK(code_of_fortran(MPIDBG_KIND_STATUS, 1) == MPIDBG_ERR_NOT_FOUND);
    std::int64_t number = 0;
    REQUIRE(mpidbg_status_count(session.process(), status.value(), mpich_int, &number) == MPIDBG_SUCCESS);
    CHECK(number == 6);
    REQUIRE(mpidbg_status_elements(session.process(), status.value(), mpich_int, &number) == MPIDBG_SUCCESS);
    CHECK(number == 6);
    constexpr std::uint64_t derived = 0x8c000007, pair = 0x8c000000;
    for (const std::uint64_t datatype : {derived, pair}) {
      CHECK(mpidbg_status_count(session.process(), status.value(), datatype, &number) == MPIDBG_ERR_NOT_SUPPORTED);
      CHECK(mpidbg_status_elements(session.process(), status.value(), datatype, &number) == MPIDBG_ERR_NOT_SUPPORTED);
    }
    int width = 0;
    process.memory.write_integer(status, static_cast<std::uint64_t>(-5), 8);
    REQUIRE(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_AINT, status.value(), &width, &number) ==
            MPIDBG_SUCCESS);
    CHECK(width == static_cast<int>(target.pointer_size));
    REQUIRE(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_COUNT, status.value(), &width, &number) ==
            MPIDBG_SUCCESS);
    CHECK(width == 8);
    CHECK(number == -5);
  }
}

// If calls may be missing, a handle that was freed may have been made again.
TEST_CASE("Z11 recorder: with an incomplete record, whether a communicator was freed is not among what can be told") {
  Unattached process;
  FakeRecord &record = process.record;
  mpidbg_record_handle freed = made_by_split(record, made_comm, mpich_world);
  free_it(record, freed);
  record.handles = {freed};
  record.requests = {made_by(record.call("Irecv", irecv_parameters), 0xac000001, made_comm, 0, 5)};
  record.header.handles_not_recorded = 1;
  process.export_record();
  const HandleSession session(process.host);
  process.lend_memory();
  CHECK(mpidbg_capabilities(session.process(), MPIDBG_KIND_COMM) ==
        (MPIDBG_COMM_CAP_BASIC | MPIDBG_COMM_CAP_STRING_NAMES));
  const Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> in_use(session, Address(made_comm));
  CHECK((in_use->comm_bitflags & MPIDBG_COMM_INFO_FREED_HANDLE) == 0);
}

TEST_CASE("recorder: a debugger of message queues is given the state of each collective operation") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Strange process(target);
    FakeRecord &record = process.record;
    mpidbg_record_collectives counted{
        .communicator = mpich_world, .begun = 9, .flags = MPIDBG_RECORD_LIVE, .operations = {}};
    counted.operations[0] = 3;   // barrier
    counted.operations[4] = 5;   // allreduce
    counted.operations[13] = 1;  // scatterv
    record.collectives = {counted};
    mpidbg_record_thread thread{};
    thread.tid = 99;
    thread.state = MPIDBG_RECORD_THREAD_ALIVE;
    thread.call = thread.last_call = record.call("Barrier", "comm:Comm");
    thread.arguments[0] = mpich_world;
    record.threads = {thread};
    const auto iallreduce = record.call("Iallreduce",
                                        "sendbuf:Address recvbuf:Address count:Count datatype:Datatype op:Op comm:Comm "
                                        "request:-NewRequest");
    record.requests = {made_by(iallreduce, 0xac000001, mpich_world, INT32_MIN, INT32_MIN)};
    record.write();
    process.lend_memory();
    struct State {
      int code, sequence, active;
      bool operator==(const State &) const = default;
    };
    const auto state_of = [&](int operation) {
      State state{0, -7, -7};
      state.code = mqs_get_comm_coll_state(process.host.process(), operation, &state.sequence, &state.active);
      return state;
    };
    const State none{mqs_no_information, -7, -7};
    REQUIRE(process.plugin.update() == mqs_ok);
    REQUIRE(process.plugin.select("MPI_COMM_WORLD"));
    CHECK(state_of(0) == State{mqs_ok, 3, 1});
    CHECK(state_of(1) == State{mqs_ok, 0, 0});
    CHECK(state_of(4) == State{mqs_ok, 5, 1});
    CHECK(state_of(13) == State{mqs_ok, 1, 0});
    for (const int operation : {-1, 14}) CHECK(state_of(operation).code >= mqs_first_user_code);
    REQUIRE(process.plugin.select("MPI_COMM_SELF"));
    CHECK(state_of(0) == none);

    record.threads[0].arguments[0] = made_comm;  // on another communicator
    record.requests[0].flags = MPIDBG_RECORD_LIVE;
    record.write();
    REQUIRE(process.plugin.update() == mqs_ok);
    REQUIRE(process.plugin.select("MPI_COMM_WORLD"));
    CHECK(state_of(0) == State{mqs_ok, 3, 0});
    CHECK(state_of(4) == State{mqs_ok, 5, 0});
    record.header.calls_paused = 1;
    record.write();
    REQUIRE(process.plugin.update() == mqs_ok);
    REQUIRE(process.plugin.select("MPI_COMM_WORLD"));
    CHECK(state_of(0) == none);
  }
}

// A debugger may pay for each 256 bytes.
TEST_CASE("recorder: of large tables only the parts that were used are read") {
  for (const bool notes_blocks : {true, false}) {
    CAPTURE(notes_blocks);
    Strange process;
    FakeRecord &record = process.record;
    record.notes_blocks = notes_blocks;
    record.requests_room = 131'072;
    const auto irecv = record.call("Irecv", irecv_parameters);
    record.requests = {made_by(irecv, 0xac000001, mpich_world, 2, 5), mpidbg_record_request{},
                       made_by(irecv, 0xac000002, mpich_world, 2, 6)};
    record.write();
    process.lend_memory();
    process.host.fetched_bytes = 0;
    REQUIRE(process.plugin.update() == mqs_ok);
    REQUIRE(process.plugin.select("MPI_COMM_WORLD"));
    CHECK(process.plugin.operations(mqs_pending_receives).size() == 2);
    // The map of the blocks of requests is 8 KiB of it.
    CHECK((process.host.fetched_bytes <= 12'000) == notes_blocks);
    CHECK((process.host.fetched_bytes > 131'072 * 64) == !notes_blocks);
  }
}

TEST_CASE("recorder: an entry that reaches into the next block is read once") {
  Strange process;
  FakeRecord &record = process.record;
  record.notes_blocks = true;
  for (std::uint64_t i = 0; i < 40; ++i) record.handles.push_back(made_by_split(record, made_comm + i, mpich_world));
  const Address address = record.write();
  const auto memory = mpidbg::debugger::Memory::open(process.host.process(), FakeHost::process_callbacks(),
                                                     process.memory.pointer_size());
  auto opened = mpidbg::model::recorded::Record::open(memory.value(), address);
  REQUIRE(opened);
  const auto handles = opened->handles();
  REQUIRE(handles);
  REQUIRE((*handles)->entries.size() == 40);
  for (std::uint64_t i = 0; i < 40; ++i) CHECK((*handles)->entries[i].handle == made_comm + i);
}

// As many as a recorder has room for, so that a queue or a list that looks at all requests for each of its own would
// not end: one pass over them for each communicator and queue makes 250 million requests.
TEST_CASE("recorder: 114,688 live requests on 448 communicators") {
  constexpr std::size_t count = 114'688, communicators = 448, each = count / communicators;
  Strange process;
  FakeRecord &record = process.record;
  const auto isend = record.call("Isend", isend_parameters);
  const auto irecv = record.call("Irecv", irecv_parameters);
  for (std::size_t i = 0; i < count; ++i) {
    const auto call = i / communicators % 2 == 0 ? isend : irecv;
    record.requests.push_back(
        made_by(call, 0xac000000 + i, made_comm + i % communicators, 1, static_cast<int>(i / communicators)));
    record.requests.back().time += static_cast<std::int64_t>(count - i);  // the last entry is the oldest
  }
  record.write();
  process.lend_memory();

  REQUIRE(process.plugin.update() == mqs_ok);
  int handle_count = 0;
  mqs_taddr_t *handles = nullptr;
  REQUIRE(mpidbg_list(process.host.process(), MPIDBG_KIND_REQUEST, &handle_count, &handles) == MPIDBG_SUCCESS);
  REQUIRE(handle_count == count);
  CHECK(handles[0] == 0xac000000 + count - 1);
  CHECK(handles[count - 1] == 0xac000000);
  FakeHost::basic_callbacks()->mqs_free_fp(handles);

  std::size_t found = 0;
  for (int code = mqs_setup_communicator_iterator(process.host.process()); code == mqs_ok;
       code = mqs_next_communicator(process.host.process())) {
    mqs_communicator communicator{};
    REQUIRE(mqs_get_communicator(process.host.process(), &communicator) == mqs_ok);
    const auto sends = process.plugin.details(MPIDBG_QUEUE_SENDS);
    const auto receives = process.plugin.details(MPIDBG_QUEUE_RECEIVES);
    found += sends.size() + receives.size();
    if (sends.empty()) continue;  // MPI_COMM_WORLD and its like
    CHECK(sends.size() + receives.size() == each);
    CHECK(sends.front().tag == static_cast<int>(each) - 2);
    CHECK(receives.back().tag == 1);
    CHECK(process.plugin.details(MPIDBG_QUEUE_INACTIVE).empty());
  }
  CHECK(found == count);
}

TEST_CASE("Z14 recorder: locks of a window, callers, kept objects, two datatypes") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Strange process(target);
    FakeRecord &record = process.record;
    mpidbg_record_handle window{};
    window.handle = 0xa0000000;
    window.kind = MPIDBG_RECORD_WIN;
    window.flags = MPIDBG_RECORD_LIVE;
    window.created_by = record.call("Win_create", "size:Aint comm:Comm win:-NewWin");
    window.callers[0] = 0x777;
    window.last_use = record.call("Win_lock", "lock_type:Int rank:SyncNumber assert:Int win:SyncWin");
    window.last_use_argument = 3;
    mpidbg_record_handle kept = made_by_split(record, made_comm, mpich_world);
    free_it(record, kept);
    kept.flags |= MPIDBG_RECORD_KEPT;
    record.handles = {window, kept};
    record.locks = {
        {.window = 0xa0000000, .site = 0x888, .time = 5, .rank = 3, .type = 1, .flags = MPIDBG_RECORD_LIVE},
        {.window = 0xa0000000, .site = 0x888, .time = 5, .rank = 1, .type = 1, .flags = 0},
        {.window = 0xa0000001, .site = 0x888, .time = 5, .rank = 2, .type = 1, .flags = MPIDBG_RECORD_LIVE}};
    record.requests = {made_by(record.call("Isend", isend_parameters), 0xac000001, mpich_world, 2, 5)};
    record.requests[0].flags |= MPIDBG_RECORD_SECOND_DATATYPE | MPIDBG_RECORD_MORE_DATATYPES;
    record.write();
    process.lend_memory();
    const Recorded shown(process.host, MPIDBG_KIND_WIN, 0xa0000000);
    REQUIRE(shown->num_locks == 1);
    CHECK(shown->locks[0].target == 3);
    CHECK(shown->locks[0].exclusive == 1);
    CHECK(shown->locks[0].site == 0x888);
    REQUIRE(shown->num_callers == 1);
    CHECK(shown->callers[0] == 0x777);
    CHECK(shown->last_call == std::string("MPI_Win_lock(rank=3)"));
    const Recorded comm(process.host, MPIDBG_KIND_COMM, made_comm);
    CHECK(comm->flags == MPIDBG_RECORDED_FREED);
    CHECK(comm->kept == 1);
    const Recorded request(process.host, MPIDBG_KIND_REQUEST, 0xac000001);
    CHECK(request->second_datatype == 0x5000);
    CHECK(request->more_datatypes == 1);
    CHECK(request->buffer == 0);
  }
}

TEST_CASE("recorder: events in their order, also when the ring has begun anew") {
  Strange process;
  FakeRecord &record = process.record;
  record.events.resize(16);
  const auto barrier = record.call("Barrier", "comm:Comm");
  // Events 5 to 20 of a ring of 16.
  for (std::uint64_t n = 5; n <= 20; ++n)
    record.events[n % 16] = {.site = n, .time = 0, .subject = mpich_world, .call = barrier, .thread = 0, .result = 0};
  record.header.next_event = 21;
  record.write();
  process.lend_memory();
  int count = 3;
  mpidbg_recorded_event_t *events = nullptr;
  REQUIRE(mpidbg_recorded_events(process.host.process(), &count, &events) == MPIDBG_SUCCESS);
  REQUIRE(count == 3);
  CHECK(events[0].site == 18);
  CHECK(events[2].site == 20);
  CHECK(std::string(events[2].name) == std::string("MPI_Barrier"));
  mpidbg_recorded_free_events(events);
  count = -1;
  REQUIRE(mpidbg_recorded_events(process.host.process(), &count, &events) == MPIDBG_SUCCESS);
  CHECK(count == 0);
  mpidbg_recorded_free_events(events);
}

// Of a library that is not known the record alone says whether MPI is running.
TEST_CASE("recorder: before MPI_Init and after MPI_Finalize, that is the answer") {
  for (const auto &[header_state, state] : {std::pair<int, int>(MPIDBG_RECORD_BEFORE_INIT, MPIDBG_MPI_NOT_INITIALIZED),
                                            std::pair<int, int>(MPIDBG_RECORD_FINALIZED, MPIDBG_MPI_FINALIZED)}) {
    const int recorded = header_state;
    CAPTURE(recorded);
    Strange process;
    process.record.header.state = static_cast<std::uint32_t>(recorded);
    process.export_record();
    process.lend_memory();
    mpidbg_process_info_t info{};
    info.struct_size = sizeof info;
    CHECK(mpidbg_process_query(process.host.process(), &info) == MPIDBG_SUCCESS);
    CHECK(info.mpi_state == state);
    CHECK(info.world_rank == -1);
  }
}

TEST_CASE("recorder: what is missing is said") {
  Strange process;
  process.record.header.calls_paused = 12;
  process.record.header.requests_not_recorded = 3;
  process.record.header.pcontrol_level = 0;
  process.record.header.mpit_interval = 500;
  process.record.write();
  process.lend_memory();
  REQUIRE(process.state() == MPIDBG_SUCCESS);
  CHECK(std::string(process.info.problem) == std::string("3 requests were not recorded because the record is full; "
                                                         "12 calls were not recorded because of MPI_Pcontrol(0)"));
  CHECK(process.info.pcontrol_level == 0);
  CHECK(process.info.snapshot_interval == 500);
  CHECK(std::string(mpidbg_kind_problem(process.host.process(), MPIDBG_KIND_REQUEST)).find("MPI_Pcontrol(0)") !=
        std::string::npos);
}

TEST_CASE("recorder: where calls have no names they are numbers, which is said") {
  Strange process;
  FakeRecord &record = process.record;
  record.handles.push_back(made_by_split(record, made_comm, mpich_world));
  const Address begin = record.write();
  const mpidbg_record_table &calls = record.header.tables[MPIDBG_RECORD_CALLS];
  std::string why;
  SUBCASE("one is zeroed") {
    process.memory.write_integer(begin + calls.offset + calls.entry_size, 0, 8);
    why = "no name of the kind of calls 1";
  }
  SUBCASE("they cannot be read") {
    process.memory.make_unreadable(begin + calls.offset);
    why = "cannot read the recorder's table of calls at ";
  }
  process.lend_memory();
  REQUIRE(process.state() == MPIDBG_SUCCESS);
  CHECK_MESSAGE(std::string(process.info.problem).find(why) != std::string::npos, process.info.problem);
  const Recorded comm(process.host, MPIDBG_KIND_COMM, made_comm);
  CHECK(std::string(comm->call).starts_with("MPI call "));
}

TEST_CASE("recorder: records that cannot be") {
  Strange process;
  FakeRecord &record = process.record;
  record.handles.push_back(made_by_split(record, made_comm, mpich_world));
  const auto error = [&](const char *what) {
    process.lend_memory();
    CHECK(process.state() == MPIDBG_ERR_UNAVAILABLE);
    CHECK_MESSAGE(process.detail().find(what) != std::string::npos, process.detail());
    CHECK(process.detail().find("0x") != std::string::npos);
  };
  const auto change_table = [&](mpidbg_record_table_index index, std::size_t member, std::uint64_t value,
                                unsigned width) {
    const Address table = record.write() + offsetof(mpidbg_record_header, tables) + index * sizeof(mpidbg_record_table);
    process.memory.write_integer(table + member, value, width);
  };
  SUBCASE("another version") {
    record.header.version = 9;
    record.write();
    process.lend_memory();
    CHECK(process.state() == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK_MESSAGE(process.detail().find("version 9") != std::string::npos, process.detail());
    CHECK(process.detail().find("only version 1 is known") != std::string::npos);
  }
  SUBCASE("a copy of a record") {
    const Address address = record.write();
    process.memory.write_integer(address + offsetof(mpidbg_record_header, self), address.value() + 4096, 8);
    process.lend_memory();
    CHECK(process.state() == MPIDBG_ERR_NOT_FOUND);
  }
  SUBCASE("a copy of a record, which the library says is its own") {
    process.export_record();
    process.memory.write_integer(record.address() + offsetof(mpidbg_record_header, self), 4096, 8);
    error("mpidbg_record: no record of the recorder begins at ");
    error(": it has another self");
  }
  SUBCASE("a magic that is gone, where the library says that its record begins") {
    process.export_record();
    process.memory.write_integer(record.address(), 0, 8);
    error("mpidbg_record: no record of the recorder begins at ");
    error(": it has another magic");
  }
  SUBCASE("words of 3 bytes") {
    record.header.word_size = 3;
    record.write();
    error("addresses of 3 bytes");
  }
  SUBCASE("handles of 3 bytes") {
    process.memory.write_integer(record.write() + offsetof(mpidbg_record_header, handle_size), 3,
                                 sizeof record.header.handle_size);
    error("MPI handles of 3 bytes");
  }
  SUBCASE("no tables") {
    record.header.table_count = 0;
    record.write();
    error("0 tables");
  }
  SUBCASE("a header that ends before its last table") {
    const std::size_t header =
        offsetof(mpidbg_record_header, tables) + record.header.table_count * sizeof(mpidbg_record_table);
    process.memory.write_integer(record.write() + offsetof(mpidbg_record_header, header_size), header - 1, 2);
    error("its header ends before its list of tables");
  }
  SUBCASE("a table outside") {
    change_table(MPIDBG_RECORD_HANDLES, offsetof(mpidbg_record_table, offset), std::uint64_t{1} << 62, 8);
    error("the table of handles is not within it");
  }
  SUBCASE("a count beyond") {
    change_table(MPIDBG_RECORD_REQUESTS, offsetof(mpidbg_record_table, count), UINT32_MAX, 4);
    error("the table of requests is not within it");
  }
  SUBCASE("entries that are too small") {
    change_table(MPIDBG_RECORD_THREADS, offsetof(mpidbg_record_table, entry_size), 8, 4);
    error("entries of 8 bytes");
  }
  SUBCASE("entries without a size") {
    change_table(MPIDBG_RECORD_EVENTS, offsetof(mpidbg_record_table, entry_size), 0, 4);
    error("entries of 0 bytes");
  }
  SUBCASE("limits") {
    namespace limits = mpidbg::limits;
    const auto refused = [&](const std::string &what) {
      process.lend_memory();
      return process.state() == MPIDBG_ERR_UNAVAILABLE && process.detail().find(what) != std::string::npos;
    };
    for (const int beyond : {-1, 0, 1}) {
      CAPTURE(beyond);
      const auto at = [&](std::uint64_t limit) { return limit + static_cast<std::uint64_t>(beyond); };
      const auto entry_size = static_cast<std::uint32_t>(at(limits::record_entry_bytes));
      change_table(MPIDBG_RECORD_HANDLES, offsetof(mpidbg_record_table, entry_size), entry_size, 4);
      process.memory.write_integer(record.address() + offsetof(mpidbg_record_header, size), limits::record_bytes, 8);
      CHECK(refused("entries of " + std::to_string(entry_size) + " bytes") == (beyond > 0));
      const auto calls = at(limits::record_calls);
      process.memory.write_integer(record.write() + offsetof(mpidbg_record_header, size), limits::record_bytes, 8);
      process.memory.write_integer(record.address() + offsetof(mpidbg_record_header, tables) +
                                       MPIDBG_RECORD_CALLS * sizeof(mpidbg_record_table) +
                                       offsetof(mpidbg_record_table, count),
                                   calls, 4);
      CHECK(refused(std::to_string(calls) + " kinds of calls") == (beyond > 0));
      const auto bytes = at(limits::record_bytes);
      process.memory.write_integer(record.write() + offsetof(mpidbg_record_header, size), bytes, 8);
      CHECK(refused("a size of " + std::to_string(bytes) + " bytes") == (beyond > 0));
      const auto tables = at(limits::record_tables);
      process.memory.write_integer(record.write() + offsetof(mpidbg_record_header, table_count), tables, 4);
      CHECK(refused(std::to_string(tables) + " tables") == (beyond > 0));
    }
  }
  SUBCASE("numbers of calls and kinds that are none") {
    record.handles[0].created_by = 60000;
    record.handles.push_back(record.handles[0]);
    record.handles[1].kind = 200;
    record.write();
    process.lend_memory();
    const Recorded comm(process.host, MPIDBG_KIND_COMM, made_comm);
    CHECK(comm->call == std::string("MPI call 60000"));
  }
}

TEST_CASE("recorder: random damage does no harm") {
  std::mt19937 random(20261121);
  for (int round = 0; round < 300; ++round) {
    Strange process(all_targets[static_cast<std::size_t>(round) % 4]);
    FakeRecord &record = process.record;
    const auto isend = record.call("Isend", isend_parameters);
    for (unsigned i = 0; i < 4; ++i) {
      record.handles.push_back(made_by_split(record, made_comm + i, mpich_world));
      record.requests.push_back(made_by(isend, 0xac000000 + i, made_comm + i, 1, 5));
    }
    record.threads.resize(2);
    record.threads[0].state = MPIDBG_RECORD_THREAD_ALIVE;
    record.threads[0].call = record.call("Recv", recv_parameters);
    record.names.resize(2);
    record.events.resize(8);
    const Address address = record.write();
    const std::uint64_t size = record.header.size;
    for (int i = 0; i < 40; ++i) {
      // Most of it in the header, behind the magic and what must be right for the rest to be looked at.
      const std::uint64_t at = i % 2 == 0 ? 40 + random() % 400 : random() % size;
      if (at < 40) continue;
      process.memory.write_integer(address + at, random() % 3 == 0 ? 0xff : random(), 1);
    }
    process.lend_memory();
    process.state();
    process.plugin.update();
    for (const auto &communicator : process.plugin.communicators()) (void)communicator;
    if (process.plugin.select("MPI_COMM_WORLD")) process.plugin.details(MPIDBG_QUEUE_SENDS);
    for (int kind = 0; kind < MPIDBG_KIND_MAX; ++kind) {
      int count = 0;
      mpidbg_recorded_t **list = nullptr;
      if (mpidbg_recorded_list(process.host.process(), static_cast<mpidbg_handle_kind_t>(kind), 0xff, &count, &list) ==
          MPIDBG_SUCCESS)
        mpidbg_recorded_free_list(count, list);
    }
    { const Recorded comm(process.host, MPIDBG_KIND_COMM, made_comm); }
    int count = 0;
    mpidbg_recorded_thread_t *threads = nullptr;
    if (mpidbg_recorded_threads(process.host.process(), &count, &threads) == MPIDBG_SUCCESS)
      mpidbg_recorded_free_threads(count, threads);
    count = 100;
    mpidbg_recorded_event_t *events = nullptr;
    if (mpidbg_recorded_events(process.host.process(), &count, &events) == MPIDBG_SUCCESS)
      mpidbg_recorded_free_events(events);
  }
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("recorder: memory and record together") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeRecord record(mpi.memory, 8);
  const auto symbol = [&] {
    const Address pointer = mpi.memory.allocate(8);
    mpi.memory.write_pointer(pointer, record.write());
    mpi.host.symbols["mpidbg_record"] = pointer;
  };
  mpidbg_record_handle world = made_by_split(record, mpi.world.value(), 0);
  SUBCASE("a freed handle of a live object is no conclusion any more") {
    free_it(record, world);
    record.handles = {world};
    symbol();
    const HandleSession session(mpi.host);
    const Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> comm(session, mpi.world);
    CHECK((comm->comm_bitflags & MPIDBG_COMM_INFO_FREED_HANDLE) != 0);
    CHECK((comm->comm_bitflags & MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED) == 0);
  }
  SUBCASE("unless the recorder was paused") {
    free_it(record, world);
    record.handles = {world};
    record.header.calls_paused = 1;
    symbol();
    const HandleSession session(mpi.host);
    const Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> comm(session, mpi.world);
    CHECK((comm->comm_bitflags & MPIDBG_COMM_INFO_FREED_HANDLE) == 0);
  }
  SUBCASE("an object that is recorded as live and that memory does not have") {
    const Address nowhere = mpi.memory.allocate(4096);
    record.handles = {made_by_split(record, nowhere.value(), mpi.world.value())};
    symbol();
    const HandleSession session(mpi.host);
    const Recorded comm(mpi.host, MPIDBG_KIND_COMM, nowhere.value());
    CHECK(comm->doubt == std::string("memory shows no live object there: how it ended was not recorded"));
    CHECK(comm->call == std::string("MPI_Comm_split(comm=MPI_COMM_WORLD, color=7, key=-3)"));
  }
  SUBCASE("a request is called by what made it, unless its handle is in use again") {
    const Address receive = mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = 2});
    const Address again = mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = 3});
    const std::uint16_t irecv = record.call("Irecv", irecv_parameters);
    record.requests = {made_by(irecv, receive.value(), mpi.world.value(), 1, 2),
                       made_by(irecv, again.value(), mpi.world.value(), 1, 3)};
    record.requests[1].flags = MPIDBG_RECORD_FREED;
    symbol();
    const HandleSession session(mpi.host);
    const Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST> known(session, receive), other(session, again);
    REQUIRE(known->req_created_by != nullptr);
    CHECK(std::string(known->req_created_by) == "MPI_Irecv");
    CHECK(other->req_created_by == nullptr);
  }
  SUBCASE("a request whose handle is used again is not called by what made the one before") {
    const Address again = mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = 2});
    const Address freed = mpi.new_send({.communicator = mpi.world, .peer = 1, .tag = 2});
    mpi.set(freed, mpi.layouts.pml_request.req_free_called, 1);
    const auto created_by = [&](Address request, int flags) -> std::string {
      record.requests = {made_by(record.call("Irecv", irecv_parameters), request.value(), mpi.world.value(), 1, 2)};
      record.requests[0].flags = static_cast<std::uint8_t>(flags);
      symbol();
      const HandleSession session(mpi.host);
      const Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST> info(session, request);
      return info->req_created_by == nullptr ? "" : info->req_created_by;
    };
    CHECK(created_by(again, MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE) == "MPI_Irecv");
    CHECK(created_by(again, MPIDBG_RECORD_FREED).empty());
    CHECK(created_by(again, MPIDBG_RECORD_COMPLETED).empty());
    CHECK(created_by(freed, MPIDBG_RECORD_FREED) == "MPI_Irecv");
    CHECK(created_by(freed, MPIDBG_RECORD_LIVE).empty());
    CHECK(created_by(freed, MPIDBG_RECORD_COMPLETED).empty());
  }
  SUBCASE("they agree") {
    record.handles = {world};
    symbol();
    const HandleSession session(mpi.host);
    const Recorded comm(mpi.host, MPIDBG_KIND_COMM, mpi.world.value());
    CHECK(comm->doubt == std::string());
    CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_REQUEST) & MPIDBG_REQUEST_CAP_COLLECTIVE_NAME) != 0);
  }
  SUBCASE("without a recorder nothing changes") {
    const HandleSession session(mpi.host);
    CHECK(Recorded(mpi.host, MPIDBG_KIND_COMM, mpi.world.value()).code == MPIDBG_ERR_NOT_FOUND);
    CHECK(session.detail().find("without mpidbg's recorder") != std::string::npos);
    CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_REQUEST) & MPIDBG_REQUEST_CAP_COLLECTIVE_NAME) == 0);
  }
}
