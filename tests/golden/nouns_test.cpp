// Every noun over fake processes, through plugin, debugger's half and rendering, compared with the files of nouns/. The
// processes have objects of every kind; layouts are made up, so addresses are numbered in the order of appearance.

#include <map>
#include <regex>

#include "mpidbg/base/address_range.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "tests/fakes/fake_datatypes.h"
#include "tests/fakes/fake_errhandlers.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/fake_infos.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/fakes/fake_mpich_objects.h"
#include "tests/fakes/fake_record.h"
#include "tests/fakes/fake_recording.h"
#include "tests/fakes/fake_requests.h"
#include "tests/fakes/fake_ucx_device.h"
#include "tests/fakes/fake_variables.h"
#include "tests/fakes/fake_windows.h"
#include "tests/fakes/open_mpi_target.h"
#include "tests/golden/compare.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::model::mpich::ObjectKind;
using mqs_shim::Format;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;
using mqs_shim::Questions;

namespace {

// ---- processes ----

// Rank 0 of 2 with Open MPI, MPI_Init completed, without any recorder.
struct OpenMpiProcess {
  OpenMpiProcess()
      : mpi(8, ByteOrder::little, 0, 2),
        types(mpi),
        errhandlers(mpi),
        ops(mpi),
        infos(mpi, {{"command", "./a.out"}}),
        requests(mpi),
        messages(mpi),
        files(mpi),
        windows(mpi),
        variables(mpi) {
    mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
    group = Address(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
    make_communicators();
    make_queues();
    make_requests();
    make_objects();
    make_windows();
    make_variables();
  }

  Address dup{}, freed{}, group{}, particle{}, message{};
  FakeOpenMpi mpi;
  fakes::FakeDatatypes types;
  fakes::FakeErrhandlers errhandlers;
  fakes::FakeOps ops;
  fakes::FakeInfos infos;
  fakes::FakeRequests requests;
  fakes::FakeMessages messages;
  fakes::FakeFiles files;
  fakes::FakeWindows windows;
  fakes::FakeVariables variables;

 private:
  using T = fakes::FakeDatatypes;
  using V = fakes::FakeVariables;

  void make_communicators() {
    const Address handler = errhandlers.add(1, 0, Address(0x1234));
    errhandlers.add(2, 1, Address(0x2345));
    errhandlers.add(3, 2, Address(0x3456));
    dup = mpi.new_communicator("my dup", 3, group, 0);
    mpi.set(dup, mpi.layouts.communicator.error_handler, handler);
    mpi.set(handler, mpi.layouts.object.obj_reference_count, 2);
    infos.set_hints(dup, {{"mpi_assert_no_any_tag", "true"}, {"_OMPI_IN_colour", "red"}});
    // Of another job.
    const Address remote = mpi.new_group({mpi.new_proc(0x7fff0002, 0), mpi.new_proc(0x7fff0002, 1)}, -32766);
    mpi.new_communicator("spawned", 4, group, 0, 0x1, remote);
    // Freed with an operation pending: only that refers to it.
    freed = mpi.new_communicator("freed", 5, group, 0);
    mpi.set(dup, mpi.layouts.object.obj_reference_count, 10);
  }

  Address receive(const FakeOpenMpi::Request &request) {
    const Address posted = mpi.new_receive(request);
    mpi.post(posted, request);
    return posted;
  }

  void make_queues() {
    receive({.communicator = dup, .peer = 1, .tag = 5, .count = 4});
    receive({.communicator = dup, .peer = -1, .tag = -1, .count = 2});
    receive({.communicator = mpi.world, .peer = 1, .tag = 99});
    receive({.communicator = freed, .peer = 1, .tag = 4});
    mpi.new_receive({.communicator = dup, .peer = 1, .tag = 8, .persistent = true, .state = 1});
    mpi.new_send({.communicator = dup, .peer = 1, .tag = 6, .count = 1000}, 0);
    mpi.new_send({.communicator = dup, .peer = 1, .tag = 7, .state = 2, .complete = 1}, 2);
    mpi.arrive({.communicator = dup, .source = 1, .tag = 77, .bytes = 4});
    mpi.arrive({.communicator = dup, .source = 1, .tag = 78, .bytes = 1 << 20, .rendezvous = true, .sequence = 1});
  }

  void make_requests() {
    requests.new_generalized(Address(0x110), Address(0x120), Address(0x130), Address(0x140));
    fakes::FakeSchedule schedule(mpi);
    const Address transfer = receive({.communicator = dup, .peer = 1, .tag = -27, .count = 16});
    schedule.send(1, 16, Address(0x7000)).next_round();
    const std::uint64_t second = schedule.round_offset();
    schedule.receive(1, 16, Address(0x7100))
        .next_round()
        .reduce(ops.predefined[3], 16, Address(0x7100), Address(0x7200));
    requests.new_collective({.communicator = dup, .row_offset = second, .parts = {transfer}}, schedule.end());
    message = messages.add({.communicator = dup, .source = 1, .tag = 9, .bytes = 12});
  }

  void make_objects() {
    particle = types.make(T::structure, {2, 1, 2}, {0, 4}, {types[T::character], types[T::int_]}, {9, 0, 12, 0, 12, 3});
    types.set_name(particle, "particle");
    mpi.set(particle, mpi.layouts.datatype.d_f_to_c_index, types.table.add(particle));
    types.make(T::vector, {3, 2, 5}, {}, {types[T::double_]}, {48, 0, 96, 0, 96, 6});
    ops.add(0x40, Address(0x4567));
    ops.add(0x2, Address(0x4577));
    infos.new_info({{"key", "value"}, {"evil\x1b[31m", "a\nb"}});
    const Address file = files.open_with_ompio(
        "out.dat", mpi.world, 9, {.displacement = 64, .filetype = particle, .blocks = {{0, 8}, {20, 8}}, .extent = 48});
    infos.set_hints(file, {{"cb_nodes", "1"}});
    files.open_with_romio("in.dat", mpi.self, 2, {.displacement = 10});
    files.open_with("fast_io", "other.dat", mpi.world, 9);
  }

  void make_windows() {
    const Address rdma = windows.add("halo", "rdma");
    const Address module = windows.module_of(rdma);
    windows.new_lock("rdma", module, 1, 2, 1);
    infos.set_hints(rdma, {{"no_locks", "false"}});
    windows.add("", "pt2pt");
    windows.add("shared", "sm");
    windows.add("far", "ucx");
    windows.add("strange", "monitoring");
  }

  void make_variables() {
    const Address levels = variables.new_enumerator("levels", {{0, "none"}, {2, "debug"}});
    variables.add(
        {.name = "level", .description = "how much", .value = 2, .source = 2, .scope = 2, .enumerator = levels});
    variables.add({.name = "evil\x1b[31m", .type = V::string, .value = mpi.memory.new_string("a\nb").value()});
    variables.add({.name = "enabled", .type = V::boolean, .value = 1, .level = 3});
    variables.add({.name = "ratio", .type = V::real, .value = 0x3fb999999999999a});
    variables.add_performance({.name = "bytes", .value = 7});
    variables.add_performance({.name = "computed", .in_memory = false});
    variables.add_category("outer", {0, 1}, {0}, {1});
    variables.add_category("inner", {3});
    variables.set_update_number(12);
  }
};

// The same with a record: snapshots, and events.
void add_recording(fakes::FakeRecording &recording) {
  recording.add({.kind = MPIDBG_RECORD_ITEM_CVAR, .index = 0, .name = "level", .datatype = MPIDBG_T_INT});
  recording.add({.kind = MPIDBG_RECORD_ITEM_PVAR, .index = 0, .name = "bytes", .datatype = MPIDBG_T_UNSIGNED_LONG});
  recording.add(
      {.kind = MPIDBG_RECORD_ITEM_ENUMERATION, .index = 0, .name = "fields", .numbers = {0}, .texts = {"size"}});
  recording.add({.kind = MPIDBG_RECORD_ITEM_EVENT,
                 .index = 0,
                 .name = "arrived",
                 .description = "a message came",
                 .verbosity = 4,
                 .enumeration = 0,
                 .numbers = {MPIDBG_T_UINT64_T, 0, MPIDBG_T_INT, 8}});
  recording.add({.kind = MPIDBG_RECORD_ITEM_SOURCE, .index = 0, .name = "network", .numbers = {1000000, 4095}});
  for (const std::uint64_t value : {1u, 5u}) {
    recording.snapshot({.cvars = 1, .pvars = 1, .events = 1, .sources = 1},
                       {{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .index = 0, .numbers = {2}},
                        {.kind = MPIDBG_RECORD_SAMPLE_PVAR, .index = 0, .numbers = {value}},
                        {.kind = MPIDBG_RECORD_SAMPLE_SOURCE, .index = 0, .numbers = {70 + value}}});
  }
  recording.event({.timestamp = 12, .words = {5, 6}});
  recording.event({.timestamp = 13, .words = {7, 8}, .dropped = 2});
  recording.write();
}

// Rank 1 of 3 with MPICH and UCX, without any recorder. One predefined datatype, MPI_LONG_DOUBLE_INT, is missing.
struct MpichObjectsProcess {
  MpichObjectsProcess() : mpich(8, ByteOrder::little), objects(mpich), device(mpich) {
    mpich.add({.name = "MPIR_CVAR_ANY", .description = "whatever", .values = {7}});
    mpich.add_category("outer", {0});
    mpich.set_update_number(3);
    make_communicators();
    make_queues();
    make_objects();
    make_windows();
  }

  std::string handle(ObjectKind kind, Address object) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%x", objects.handle(kind, object));
    return text;
  }

  fakes::FakeMpich mpich;
  fakes::FakeMpichObjects objects;
  fakes::FakeUcxDevice device;
  Address halo{}, particle{}, sum{}, handler{}, session{}, info{}, locked{}, file{}, message{}, receive{}, send{};

 private:
  using Device = fakes::FakeUcxDevice;
  static constexpr std::uint32_t mpi_int = 0x4c000405, mpi_double = 0x4c00080b;

  void make_communicators() {
    halo = mpich.add_communicator({.name = "halo", .context = 0x1f0, .rank = 2, .members = {2, 0, 1}});
    mpich.add_attribute(halo, mpich.add_key(), 42);
    handler = objects.errhandler(1, 0, Address(0x4321));
    mpich.set(halo, mpich.layouts.communicator.errhandler, handler.value());
  }

  void make_queues() {
    receive =
        device.post({.tag = Device::tag(0x1f0, 1, 5), .mask = Device::exact, .bytes = 16, .buffer = Address(0x7100)});
    device.post({.tag = Device::tag(0x1f0, 0, 0), .mask = Device::any_source_any_tag, .bytes = 8});
    device.post({.tag = Device::tag(0, 0, 99), .mask = Device::exact, .bytes = 4});
    const Address behind = device.post({.tag = Device::tag(0x1f0, 0, 6), .mask = Device::exact, .bytes = 28});
    device.persistent({.communicator = halo, .peer = 0, .tag = 6, .count = 7, .started = behind});
    device.persistent({.communicator = halo, .is_send = true, .type = 3, .peer = 0, .tag = 7});
    device.match({.tag = Device::tag(0x1f0, 0, 8), .mask = Device::exact, .bytes = 5000}, Device::tag(0x1f0, 0, 8),
                 4000);
    send = device.send({.tag = Device::tag(0x1f0, 2, 9), .bytes = 4000, .endpoint = device.endpoint(0)});
    device.send({.tag = Device::tag(0x1f0, 2, 10), .endpoint = device.endpoint(2), .synchronous = true});
    device.ucx.arrive({.tag = Device::tag(0x1f0, 0, 11), .bytes = 12});
    device.ucx.arrive(
        {.tag = Device::tag(0x1f0, 1, 12), .bytes = 1 << 20, .kind = fakes::FakeUcx::Message::rendezvous});
    device.ucx.arrive({.tag = Device::tag(0x180, 1, 13), .bytes = 4});
    message = device.matched_message({.tag = Device::tag(0x1f0, 1, 14), .bytes = 24});
    const Address self = mpich.predefined(ObjectKind::communicator, 1);
    device.own({.communicator = self, .tag = 3, .count = 2});
    device.own({.communicator = self, .is_send = true, .tag = 4, .count = 2});
  }

  void make_objects() {
    particle = objects.datatype("particle", {16, 0, 28, 0, 28}, {4, {mpi_int}, {2, 2, 5}});
    objects.datatype("", {12, 4, 24, 4, 24}, {9, {mpi_int}, {2, 1, 2}, {4, 16}});
    sum = objects.op(33, 0, Address(0x1234));
    objects.op(32, 1, Address(0x5678));
    session = objects.session(3, objects.errhandler(0xe, 2, Address(0x8765)));
    info = objects.info({{"striping", "4"}, {"path", "/tmp"}});
    const Address of_file = mpich.add_communicator({.context = 0x200, .rank = 1, .members = {0, 1, 2}});
    file = objects.file("/tmp/data", objects.handle(ObjectKind::communicator, of_file),
                        objects.handle(ObjectKind::info, info), mpi_double);
    mpich.add_request(9);   // generalized
    mpich.add_request(10);  // of a collective operation
  }

  void make_windows() {
    const Address communicator = mpich.add_communicator({.context = 0x210, .rank = 1, .members = {0, 1, 2}});
    objects.window("idle", communicator, {});
    objects.window("", communicator, {.access = 5, .exposure = 5, .no_locks = true});
    locked = objects.window("locked", communicator, {.access = 1, .granted_type = 234, .granted = 1});
    objects.add_target(locked, 2, true, true);
    objects.add_target(locked, 0, false, true);
    objects.add_waiter(locked, 0, 235);
  }
};

// Rank 1 of 3 with an MPICH whose objects have no known layouts: variables and categories from its memory, all else
// from its record.
struct MpichProcess {
  MpichProcess() : mpich(8, ByteOrder::little), record(mpich.memory, 4) {
    mpich.host.types.erase("MPIR_Object_alloc_t");
    mpich.add({.name = "MPIR_CVAR_ANY", .description = "whatever", .values = {7}});
    mpich.add({.name = "MPIR_CVAR_PATH", .datatype = 0x4c000101, .text = "/tmp"});
    mpich.add_category("outer", {0, 1});
    mpich.set_update_number(3);

    mpidbg_record_handle comm{};
    comm.handle = 0x84000002;
    comm.kind = MPIDBG_RECORD_COMM;
    comm.created_at = 0x4242;
    comm.created = 2'000'000'000;
    comm.parent = comm.arguments[0] = 0x44000000;
    comm.arguments[1] = 7;
    comm.created_by = record.call("Comm_split", "comm:Comm color:Int key:Int newcomm:-NewComm");
    comm.given = 1;
    comm.flags = MPIDBG_RECORD_LIVE;
    comm.rank = 1;
    comm.size = 2;
    mpidbg_record_handle freed = comm;
    freed.handle = 0x84000003;
    freed.flags = MPIDBG_RECORD_FREED;
    freed.freed_by = record.call("Comm_free", "comm:FreedComm");
    freed.freed_at = 0x4343;
    freed.freed = 3'000'000'000;
    record.handles = {comm, freed};
    mpidbg_record_request request{};
    request.request = 0x98000001;
    request.site = 0x4444;
    request.time = 4'000'000'000;
    request.owner = comm.handle;
    request.datatype = 0x4c000405;
    request.buffer_or_op = 0x5000;
    request.count = 3;
    request.peer = 0;
    request.tag = 5;
    request.created_by = record.call(
        "Irecv", "buf:Address count:Count datatype:Datatype source:Rank tag:Tag comm:Comm request:-NewRequest");
    request.flags = MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE;
    record.requests = {request};
    mpidbg_record_thread thread{};
    thread.tid = 4151;
    thread.state = MPIDBG_RECORD_THREAD_ALIVE;
    thread.call = thread.last_call = record.call("Barrier", "comm:Comm");
    thread.arguments[0] = 0x44000000;
    thread.since = 5'000'000'000;
    thread.calls = 9;
    record.threads = {thread};
    record.header.world_rank = 1;
    record.header.world_size = 3;
    record.write();
  }

  fakes::FakeMpich mpich;
  fakes::FakeRecord record;
};

// ---- answers ----

class MemoryTarget final : public fakes::HostTarget {
 public:
  explicit MemoryTarget(fakes::FakeHost &host) : HostTarget(host), host_(host) {}
  std::vector<mpidbg::AddressRange> private_memory() override {
    std::vector<mpidbg::AddressRange> ranges;
    for (const auto &[begin, end] : host_.memory.block_ranges()) ranges.push_back({begin, end});
    return ranges;
  }

 private:
  fakes::FakeHost &host_;
};

// Addresses above the fakes' small numbers, by their order of appearance.
class Masks {
 public:
  std::string operator()(const std::string &text) {
    static const std::regex address("0x[0-9a-f]{5,}");
    std::string result;
    auto at = text.begin();
    for (std::sregex_iterator match(text.begin(), text.end(), address), end; match != end; ++match) {
      result.append(at, (*match)[0].first);
      result += '@' + std::to_string(numbers_.emplace(match->str(), numbers_.size() + 1).first->second);
      at = (*match)[0].second;
    }
    return result.append(at, text.end());
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

Questions question_of(Noun noun) {
  Questions questions;
  const bool everything = noun == Noun::handles;
  questions.queues = noun == Noun::queues;
  questions.groups = noun == Noun::groups || everything;
  mqs_shim::HandleLists().for_each([&](const auto &list) {
    const auto kind = kind_of(list);
    if (everything || kind.nouns == noun_name(noun)) questions.kinds.insert(kind.kind);
  });
  questions.control_variables = noun == Noun::cvars;
  questions.performance_variables = noun == Noun::pvars;
  questions.categories = noun == Noun::categories;
  questions.events = noun == Noun::events;
  questions.sources = noun == Noun::sources;
  questions.history = questions.tool_information();
  questions.details = !questions.tool_information();
  if (noun == Noun::comms || everything) questions.freed.insert(MPIDBG_KIND_COMM);
  return questions;
}

class Process {
 public:
  explicit Process(fakes::FakeHost &host) : target_(host) {
    auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
    REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
    plugin_ = std::move(*plugin);
    auto session = mqs_shim::Session::open(*plugin_, target_);
    REQUIRE_MESSAGE(session.ok(), session.error().message);
    session_ = std::move(*session);
  }

  // Text and JSON of every noun that lists something.
  void compare_lists(const std::string &name, Noun first = Noun::queues) {
    Masks mask;
    std::string text, all, json;
    for (int i = static_cast<int>(first); i <= static_cast<int>(mqs_shim::last_noun); ++i) {
      const Noun noun = static_cast<Noun>(i);
      if (noun == Noun::show) continue;
      const ProcessReport report = read(question_of(noun));
      const std::string heading = "== " + std::string(noun_name(noun)) + '\n';
      mqs_shim::RenderOptions options;
      text += heading + body(render(noun, Format::text, {&report, 1}, options));
      // What comes twice is enough in one of them.
      if (noun != Noun::handles) json += body(render(noun, Format::json, {&report, 1}, options));
      options.all = options.verbose = true;
      all += heading + body(render(noun, Format::text, {&report, 1}, options));
    }
    golden::compare(NOUNS_DIRECTORY, name + ".txt", mask(text));
    golden::compare(NOUNS_DIRECTORY, name + "_all_verbose.txt", mask(all));
    golden::compare(NOUNS_DIRECTORY, name + ".json", mask(json));
  }

  struct Shown {
    mpidbg_handle_kind_t kind;
    std::string expression;
  };
  // Each object in full, and in one line.
  void compare_objects(const std::string &name, const std::vector<Shown> &objects) {
    Masks mask;
    std::string text;
    for (const Shown &object : objects) {
      Questions questions;
      questions.groups = true;
      questions.object = Questions::Object{object.kind, object.expression};
      const ProcessReport report = read(questions);
      mqs_shim::RenderOptions options;
      options.show_kind = object.kind;
      text += "== show " + object.expression + '\n' + body(render(Noun::show, Format::text, {&report, 1}, options));
      if (!report.shown) continue;
      ProcessReport looked_at;
      const auto seen = session_->look_at(object.kind, report.shown->handle, looked_at);
      text += "summary: " + (seen ? summary(looked_at) : seen.error().message) + '\n';
    }
    golden::compare(NOUNS_DIRECTORY, name + ".txt", mask(text));
  }

  ProcessReport read(const Questions &questions) {
    ProcessReport report;
    report.target = "pid 4151";
    report.pid = 4151;
    static_cast<void>(session_->read(questions, report));  // an error is in the report
    return report;
  }

 private:
  // Without the plugin's version.
  static std::string body(const std::string &text) {
    static const std::regex version("(  plugin: |\"plugin\": \")mpidbg[^\n\"]*");
    return std::regex_replace(text, version, "$1mpidbg");
  }

  MemoryTarget target_;
  std::unique_ptr<mqs_shim::Plugin> plugin_;
  std::unique_ptr<mqs_shim::Session> session_;
};

std::string expression(Address address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address.value()));
  return text;
}

}  // namespace

TEST_CASE("every noun over a process with Open MPI") {
  OpenMpiProcess fake;
  Process process(fake.mpi.host);
  process.compare_lists("open_mpi");
}

TEST_CASE("every noun of MPI_T over a process with Open MPI whose recorder took snapshots") {
  OpenMpiProcess fake;
  fakes::FakeRecording recording(fake.mpi.host);
  add_recording(recording);
  Process process(fake.mpi.host);
  process.compare_lists("open_mpi_recorded", Noun::cvars);
}

TEST_CASE("every noun over a process with MPICH") {
  MpichObjectsProcess fake;
  Process process(fake.mpich.host);
  process.compare_lists("mpich");
}

TEST_CASE("a table of MPICH that is damaged: what is left of it is said not to be all") {
  MpichObjectsProcess fake;
  for (const ObjectKind kind : {ObjectKind::communicator, ObjectKind::group})
    fake.mpich.pool(kind).set(fake.mpich.layouts.object_table.num_avail, 3);
  Process process(fake.mpich.host);
  for (const Noun noun : {Noun::comms, Noun::queues, Noun::groups}) {
    CAPTURE(noun_name(noun));
    const ProcessReport report = process.read(question_of(noun));
    CHECK(report.error.empty());
    CHECK(report.incomplete);
    CHECK(report.communicators.size() >= 2);  // predefined ones are in no table
    const std::string text = render(noun, Format::text, {&report, 1}, {});
    const std::string said = noun == Noun::groups ? "the groups are not all shown: MPIR_Object_alloc_t"
                                                  : "MPIR_Object_alloc_t.num_avail of the communicators is 3";
    CHECK_MESSAGE(text.find(said) != std::string::npos, text);
  }
}

TEST_CASE("one object of every kind over a process with MPICH") {
  MpichObjectsProcess fake;
  Process process(fake.mpich.host);
  process.compare_objects("mpich_objects", {{MPIDBG_KIND_COMM, "MPI_COMM_WORLD"},
                                            {MPIDBG_KIND_COMM, "halo"},
                                            {MPIDBG_KIND_COMM, "MPI_COMM_NULL"},
                                            {MPIDBG_KIND_GROUP, fake.handle(ObjectKind::communicator, fake.halo)},
                                            {MPIDBG_KIND_REQUEST, fake.handle(ObjectKind::request, fake.receive)},
                                            {MPIDBG_KIND_REQUEST, fake.handle(ObjectKind::request, fake.send)},
                                            {MPIDBG_KIND_REQUEST, "MPI_REQUEST_NULL"},
                                            {MPIDBG_KIND_MESSAGE, fake.handle(ObjectKind::request, fake.message)},
                                            {MPIDBG_KIND_ERRHANDLER, fake.handle(ObjectKind::errhandler, fake.handler)},
                                            {MPIDBG_KIND_ERRHANDLER, "MPI_ERRORS_RETURN"},
                                            {MPIDBG_KIND_DATATYPE, fake.handle(ObjectKind::datatype, fake.particle)},
                                            {MPIDBG_KIND_DATATYPE, "MPI_DOUBLE"},
                                            {MPIDBG_KIND_DATATYPE, "fortran:1275069445"},
                                            {MPIDBG_KIND_DATATYPE, "fortran:999999"},
                                            {MPIDBG_KIND_FILE, expression(fake.file)},
                                            {MPIDBG_KIND_INFO, fake.handle(ObjectKind::info, fake.info)},
                                            {MPIDBG_KIND_OP, "MPI_SUM"},
                                            {MPIDBG_KIND_OP, fake.handle(ObjectKind::op, fake.sum)},
                                            {MPIDBG_KIND_WIN, fake.handle(ObjectKind::window, fake.locked)},
                                            {MPIDBG_KIND_COMM, "0x84000077"}});
}

TEST_CASE("every noun over a process with MPICH and a record") {
  MpichProcess fake;
  Process process(fake.mpich.host);
  process.compare_lists("mpich_recorded");
  process.compare_objects("mpich_recorded_objects", {{MPIDBG_KIND_COMM, "0x84000002"},
                                                     {MPIDBG_KIND_COMM, "0x84000003"},
                                                     {MPIDBG_KIND_REQUEST, "0x98000001"},
                                                     {MPIDBG_KIND_REQUEST, "0x98000009"}});
}

TEST_CASE("one object of every kind over a process with Open MPI") {
  OpenMpiProcess fake;
  Process process(fake.mpi.host);
  std::vector<Process::Shown> objects = {{MPIDBG_KIND_COMM, "MPI_COMM_WORLD"},
                                         {MPIDBG_KIND_COMM, "my dup"},
                                         {MPIDBG_KIND_COMM, "spawned"},
                                         {MPIDBG_KIND_COMM, "MPI_COMM_NULL"},
                                         {MPIDBG_KIND_GROUP, expression(fake.group)},
                                         {MPIDBG_KIND_GROUP, "MPI_GROUP_EMPTY"},
                                         {MPIDBG_KIND_REQUEST, "MPI_REQUEST_NULL"},
                                         {MPIDBG_KIND_ERRHANDLER, "fortran:4"},
                                         {MPIDBG_KIND_ERRHANDLER, "MPI_ERRORS_RETURN"},
                                         {MPIDBG_KIND_DATATYPE, expression(fake.particle)},
                                         {MPIDBG_KIND_DATATYPE, "MPI_DOUBLE"},
                                         {MPIDBG_KIND_FILE, "fortran:1"},
                                         {MPIDBG_KIND_INFO, "fortran:2"},
                                         {MPIDBG_KIND_OP, "MPI_SUM"},
                                         {MPIDBG_KIND_OP, "fortran:15"},
                                         {MPIDBG_KIND_WIN, "fortran:1"},

                                         {MPIDBG_KIND_MESSAGE, expression(fake.message)},
                                         {MPIDBG_KIND_DATATYPE, "0x1"},
                                         {MPIDBG_KIND_FILE, "no such file"}};
  process.compare_objects("open_mpi_objects", objects);
}
