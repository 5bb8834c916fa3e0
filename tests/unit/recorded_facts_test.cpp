// What a debugger of the handle interface is given of MPICH's objects under the recorder: facts that memory lacks.

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"
#include "tests/fakes/fake_mpich_objects.h"
#include "tests/fakes/fake_record.h"
#include "tests/unit/handle_driver.h"

using fakes::FakeMpich;
using fakes::FakeMpichObjects;
using fakes::FakeRecord;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::model::mpich::ObjectKind;
using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;
using Window = Queried<mpidbg_win_info_t, MPIDBG_KIND_WIN>;
using File = Queried<mpidbg_file_info_t, MPIDBG_KIND_FILE>;
using Op = Queried<mpidbg_op_info_t, MPIDBG_KIND_OP>;
using Info = Queried<mpidbg_info_info_t, MPIDBG_KIND_INFO>;
using Datatype = Queried<mpidbg_datatype_info_t, MPIDBG_KIND_DATATYPE>;

namespace {

constexpr std::uint64_t world_comm = 0x44000000, int_type = 0x4c000405, sum_op = 0x58000003;
constexpr unsigned send_kind = 1, receive_kind = 2, generalized_kind = 9, collective_kind = 10;
constexpr char message_parameters[] =
    "buf:Address count:Count datatype:Datatype dest:Rank tag:Tag comm:Comm request:-NewRequest";
constexpr char receive_parameters[] =
    "buf:Address count:Count datatype:Datatype source:Rank tag:Tag comm:Comm request:-NewRequest";
constexpr char allreduce_parameters[] =
    "sendbuf:Pointer count:Count datatype:Datatype op:Op comm:Comm request:-NewRequest";
constexpr char file_parameters[] = "fh:File buf:Address count:Count datatype:Datatype request:-NewRequest";
constexpr char window_parameters[] = "base:Address size:Aint disp_unit:Int info:Info comm:Comm win:-NewWin";
constexpr char open_parameters[] = "comm:Comm filename:FileName amode:Int info:Info fh:-NewFile";

struct Process {
  Process() : mpich(8, ByteOrder::little), objects(mpich), record(mpich.memory, 4) {}

  // Writes the record; all is read afterwards.
  void publish() {
    const Address pointer = mpich.memory.allocate(8);
    mpich.memory.write_pointer(pointer, record.write());
    mpich.host.symbols["mpidbg_record"] = pointer;
  }
  void lend_memory() {
    std::vector<mpidbg_memory_range_t> ranges;
    for (const auto &[begin, end] : mpich.memory.block_ranges()) ranges.push_back({begin.value(), end.value()});
    mpidbg_set_memory_ranges(mpich.host.process(), static_cast<int>(ranges.size()), ranges.data());
  }
  Address handle(ObjectKind kind, Address object) { return Address(objects.handle(kind, object)); }
  // A pending request on MPI_COMM_WORLD, which the program has not freed; returns its handle.
  Address request(unsigned kind) {
    const Address object = mpich.add_request(kind);
    mpich.set(object, mpich.layouts.object.ref_count, 2);
    if (kind != generalized_kind)
      mpich.set(object, mpich.layouts.request.comm, mpich.predefined(ObjectKind::communicator, 0).value());
    const Address made = handle(ObjectKind::request, object);
    object_of[made.value()] = object;
    return made;
  }
  mpidbg_record_request &note(Address request, const char *call, const char *parameters) {
    mpidbg_record_request entry{};
    entry.request = request.value();
    entry.time = 4'000;
    entry.owner = world_comm;
    entry.datatype = int_type;
    entry.buffer_or_op = 0x5000;
    entry.count = 5;
    entry.peer = 2;
    entry.tag = 77;
    entry.created_by = record.call(call, parameters);
    entry.flags = MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE;
    record.requests.push_back(entry);
    return record.requests.back();
  }
  mpidbg_record_handle &note_object(mpidbg_record_kind kind, Address handle, const char *call, const char *parameters,
                                    const std::vector<std::uint64_t> &arguments) {
    mpidbg_record_handle entry{};
    entry.handle = handle.value();
    entry.kind = static_cast<std::uint8_t>(kind);
    entry.flags = MPIDBG_RECORD_LIVE;
    entry.created = 3'000;
    entry.created_by = record.call(call, parameters);
    std::copy(arguments.begin(), arguments.end(), entry.arguments);
    record.handles.push_back(entry);
    return record.handles.back();
  }

  FakeMpich mpich;
  FakeMpichObjects objects;
  FakeRecord record;
  std::map<std::uint64_t, Address> object_of;  // the object of each request, by handle
};

std::vector<mqs_taddr_t> handles_of(const mpidbg_handle_reference_t *references, int count) {
  std::vector<mqs_taddr_t> handles;
  for (int i = 0; i < count; ++i) handles.push_back(references[i].handle);
  return handles;
}

}  // namespace

TEST_CASE("HR2 HR6 HR11 under the recorder a request has the arguments of its call") {
  Process process;
  const Address receive = process.request(receive_kind), any = process.request(receive_kind),
                ready = process.request(send_kind), collective = process.request(collective_kind);
  process.note(receive, "Irecv", receive_parameters);
  mpidbg_record_request &of_any = process.note(any, "Irecv", receive_parameters);
  of_any.peer = -2;
  of_any.tag = -1;
  of_any.count = INT32_MAX;
  process.note(ready, "Irsend", message_parameters);
  process.note(collective, "Iallreduce", allreduce_parameters).buffer_or_op = sum_op;
  process.publish();
  const HandleSession session(process.mpich.host);

  const Request known(session, receive);
  CHECK(known->req_call == MPIDBG_CALL_IRECV);
  CHECK((known->req_bitflags & MPIDBG_REQUEST_INFO_CALL_INFERRED) == 0);
  CHECK(std::string(known->req_created_by) == "MPI_Irecv");
  CHECK((known->req_bitflags & MPIDBG_REQUEST_INFO_COUNT_KNOWN) != 0);
  CHECK(known->req_count == 5);
  CHECK(known->req_datatype == int_type);
  CHECK(std::string(known->req_datatype_name) == "MPI_INT");
  CHECK((known->req_bitflags & MPIDBG_REQUEST_INFO_DATATYPE_NAMED) != 0);
  CHECK((known->req_bitflags & MPIDBG_REQUEST_INFO_TAG_KNOWN) != 0);
  CHECK(known->req_tag == 77);
  CHECK((known->req_bitflags & MPIDBG_REQUEST_INFO_PEER_KNOWN) != 0);
  CHECK(known->req_peer_rank == 2);
  CHECK(known->req_peer_world_rank == 2);
  CHECK(known->req_buffer == 0x5000);

  const Request wild(session, any);
  CHECK((wild->req_bitflags & MPIDBG_REQUEST_INFO_ANY_SOURCE) != 0);
  CHECK((wild->req_bitflags & MPIDBG_REQUEST_INFO_ANY_TAG) != 0);
  CHECK((wild->req_bitflags & MPIDBG_REQUEST_INFO_PEER_KNOWN) == 0);
  CHECK((wild->req_bitflags & MPIDBG_REQUEST_INFO_COUNT_KNOWN) == 0);  // it may be larger

  CHECK(Request(session, ready)->req_call == MPIDBG_CALL_IRSEND);
  CHECK(Request(session, ready)->req_send_mode == MPIDBG_REQUEST_MODE_READY);

  const Request reduction(session, collective);
  CHECK(reduction->req_count == 5);
  CHECK(reduction->req_datatype == int_type);
  CHECK((reduction->req_bitflags & MPIDBG_REQUEST_INFO_PEER_KNOWN) == 0);
  CHECK((reduction->req_bitflags & MPIDBG_REQUEST_INFO_TAG_KNOWN) == 0);
  CHECK(reduction->req_buffer == 0);
}

TEST_CASE("a request takes nothing from a record that is of another request") {
  Process process;
  const Address ended = process.request(receive_kind), elsewhere = process.request(receive_kind),
                with_new_type = process.request(receive_kind);
  process.note(ended, "Irecv", receive_parameters).flags = MPIDBG_RECORD_COMPLETED;
  process.note(elsewhere, "Irecv", receive_parameters).owner = 0x44000001;
  const Address type = process.handle(ObjectKind::datatype, process.objects.datatype("", {8, 0, 8, 0, 8}, {}));
  process.note(with_new_type, "Irecv", receive_parameters).datatype = type.value();
  process.note_object(MPIDBG_RECORD_DATATYPE, type, "Type_dup", "oldtype:Datatype newtype:-NewDatatype", {int_type})
      .created = 5'000;
  process.publish();
  const HandleSession session(process.mpich.host);
  for (const Address other : {ended, elsewhere}) {
    const Request request(session, other);
    CHECK(request->req_created_by == nullptr);
    CHECK((request->req_bitflags & MPIDBG_REQUEST_INFO_COUNT_KNOWN) == 0);
    CHECK((request->req_bitflags & MPIDBG_REQUEST_INFO_PEER_KNOWN) == 0);
    CHECK((request->req_bitflags & MPIDBG_REQUEST_INFO_CALL_INFERRED) != 0);
  }
  const Request request(session, with_new_type);
  CHECK(request->req_count == 5);
  CHECK(request->req_datatype == 0);  // the handle is that of a younger datatype
}

TEST_CASE("HR5 HR13 HF6 HF10 under the recorder a file has its communicator and its pending requests") {
  Process process;
  FakeMpich &mpich = process.mpich;
  const Address file = process.objects.file("/tmp/data", 0x44000000, 0x1c000000, 0x4c000405);
  const Address request = process.request(generalized_kind);
  const Address object = process.object_of.at(request.value());
  const auto &layout = mpich.layouts.generalized_functions;
  const Address functions = mpich.memory.allocate(layout.byte_size);
  mpich.set(object, mpich.layouts.request.u, functions.value());
  mpich.set(functions, layout.query_fn, 0x110);
  mpich.set(functions, *layout.poll_fn.present, 0x120);
  process.note(request, "File_iwrite", file_parameters).owner = file.value();
  process.note_object(MPIDBG_RECORD_FILE, file, "File_open", open_parameters, {world_comm, 0, 9, 0x1c000000});
  process.publish();
  const HandleSession session(mpich.host);
  process.lend_memory();
  CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_FILE) & MPIDBG_FILE_CAP_REQUEST_LIST) != 0);
  const File info(session, file);
  CHECK(info->fi_comm == world_comm);
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_REQUESTS) != 0);
  REQUIRE(info->fi_num_pending_requests == 1);
  CHECK(info->fi_pending_requests[0] == request.value());
  const Request of_file(session, request);
  CHECK(of_file->req_type == MPIDBG_REQUEST_FILE);
  CHECK(of_file->req_call == MPIDBG_CALL_IWRITE);
  CHECK((of_file->req_bitflags & MPIDBG_REQUEST_INFO_CALL_INFERRED) == 0);
  CHECK((of_file->req_bitflags & MPIDBG_REQUEST_INFO_POLLED) != 0);
  CHECK(of_file->req_file == file.value());
  CHECK(of_file->req_query_function == 0);
  CHECK(of_file->req_count == 5);
}

TEST_CASE("HW1 HW5 under the recorder a window has its communicator, and its locks have types") {
  Process process;
  FakeMpichObjects &objects = process.objects;
  const Address communicator = process.mpich.add_communicator({.context = 0x1f0, .rank = 1, .members = {0, 1, 2}});
  const Address object = objects.window("", communicator, {.access = 1, .granted_type = 234, .granted = 1});
  objects.add_target(object, 2, true, true);
  const Address window = process.handle(ObjectKind::window, object);
  process.note_object(MPIDBG_RECORD_WIN, window, "Win_create", window_parameters,
                      {0x5000, 64, 4, 0x1c000000, world_comm});
  process.record.locks = {
      {.window = window.value(), .site = 0x888, .time = 5, .rank = 2, .type = 1, .flags = MPIDBG_RECORD_LIVE}};
  SUBCASE("which still exists") {
    process.publish();
    const HandleSession session(process.mpich.host);
    const Window info(session, window);
    CHECK(info->wi_origin_comm == world_comm);
    CHECK((info->wi_bitflags & MPIDBG_WIN_INFO_ORIGIN_COMM_INFERRED) == 0);
    REQUIRE(info->wi_num_locks == 1);
    CHECK(info->wi_locks[0].target == 2);
    CHECK(info->wi_locks[0].type == MPIDBG_WIN_LOCK_EXCLUSIVE);
  }
  const auto made_with = [&](std::int64_t created, unsigned flags) {
    const Address given = process.handle(ObjectKind::communicator, objects.communicator(0, 2));
    process.record.handles[0].arguments[4] = given.value();
    mpidbg_record_handle &entry =
        process.note_object(MPIDBG_RECORD_COMM, given, "Comm_dup", "comm:Comm newcomm:-NewComm", {world_comm});
    entry.created = created;
    entry.flags = static_cast<std::uint8_t>(flags);
    process.publish();
    const HandleSession session(process.mpich.host);
    return Window(session, window)->wi_origin_comm == given.value();
  };
  SUBCASE("a duplicate") {
    CHECK(made_with(1'000, MPIDBG_RECORD_LIVE));
  }
  SUBCASE("a duplicate that was freed since") {
    CHECK_FALSE(made_with(1'000, MPIDBG_RECORD_FREED));
  }
  SUBCASE("a duplicate whose handle is by now that of a younger one") {
    CHECK_FALSE(made_with(5'000, MPIDBG_RECORD_LIVE));
  }
}

TEST_CASE("HO10 HD7 HI5 under the recorder operations, datatypes and infos have the users that memory does not show") {
  Process process;
  FakeMpichObjects &objects = process.objects;
  const Address op = process.handle(ObjectKind::op, objects.op(33, 0, Address(0x700)));
  const Address info = process.handle(ObjectKind::info, objects.info({{"no_locks", "true"}}));
  const Address window = process.handle(ObjectKind::window, objects.window("", objects.communicator(2, 4), {}));
  const Address own = process.request(collective_kind), predefined = process.request(collective_kind);
  process.note(own, "Iallreduce", allreduce_parameters).buffer_or_op = op.value();
  process.note(predefined, "Iallreduce", allreduce_parameters).buffer_or_op = sum_op;
  process.note_object(MPIDBG_RECORD_OP, op, "Op_create", "user_fn:Address commute:Int op:-NewOp", {0x700, 1});
  mpidbg_record_handle &noted_info = process.note_object(MPIDBG_RECORD_INFO, info, "Info_create", "info:-NewInfo", {});
  const std::size_t at = static_cast<std::size_t>(&noted_info - process.record.handles.data());
  process.note_object(MPIDBG_RECORD_WIN, window, "Win_create", window_parameters,
                      {0x5000, 64, 4, info.value(), world_comm});
  SUBCASE("") {
    process.publish();
    const HandleSession session(process.mpich.host);
    CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_OP) & MPIDBG_OP_CAP_PENDING_LIST) != 0);
    const Op in_use(session, op), sum(session, Address(sum_op));
    CHECK(handles_of(in_use->op_pending, in_use->op_num_pending) == std::vector<mqs_taddr_t>{own.value()});
    CHECK(handles_of(sum->op_pending, sum->op_num_pending) == std::vector<mqs_taddr_t>{predefined.value()});
    const Info given(session, info);
    CHECK((given->in_bitflags & MPIDBG_INFO_INFO_USERS_INFERRED) != 0);
    REQUIRE(given->in_num_users == 1);
    CHECK(given->in_users[0].kind == MPIDBG_KIND_WIN);
    CHECK(given->in_users[0].handle == window.value());
    const Datatype type(session, Address(int_type));
    CHECK(handles_of(type->dt_users, type->dt_num_users) == std::vector<mqs_taddr_t>{own.value(), predefined.value()});
  }
  SUBCASE("an info object that is younger than what was made with its handle has no users") {
    process.record.handles[at].created = 9'000;
    process.publish();
    const HandleSession session(process.mpich.host);
    CHECK(Info(session, info)->in_num_users == 0);
  }
  SUBCASE("a request that is complete in memory uses nothing") {
    process.mpich.set(process.object_of.at(own.value()), process.mpich.layouts.request.cc, 0);
    process.publish();
    const HandleSession session(process.mpich.host);
    CHECK(Op(session, op)->op_num_pending == 0);
  }
}
