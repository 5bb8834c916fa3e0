// What answers cost, in numbers that do not depend on the machine: reads of memory that the plugin asks for, round
// trips to the target, symbols and types that are looked up, and memory that the plugin allocates for results. Whoever
// makes an answer cheaper lowers the number here; whoever has to raise one says why.

#include <doctest/doctest.h>

#include <map>

#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/session/session.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/fakes/fake_ucx_device.h"
#include "tests/fakes/open_mpi_target.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;

namespace {

class CountingTarget final : public mqs_shim::Target {
 public:
  explicit CountingTarget(FakeOpenMpi &mpi) : target_(mpi) {}
  unsigned pointer_size() const override { return target_.pointer_size(); }
  mpidbg::ByteOrder byte_order() const override { return target_.byte_order(); }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override {
    return target_.read_up_to(address, buffer, size);
  }
  std::optional<Address> find_symbol(const std::string &name, mqs_shim::SymbolKind kind) override {
    ++symbols;
    return target_.find_symbol(name, kind);
  }
  const mqs_shim::TargetType *find_type(const std::string &name) override {
    ++types;
    return target_.find_type(name);
  }
  std::optional<int> world_rank() override { return target_.world_rank(); }
  std::string build_id_of(const std::string &symbol) override { return target_.build_id_of(symbol); }

  std::uint64_t symbols = 0, types = 0;

 private:
  fakes::OpenMpiTarget target_;
};

struct Cost {
  std::uint64_t symbols, types;      // to set the session up
  std::uint64_t reads, allocations;  // for it and one answer
};

// Of a process with some communicators beyond the predefined ones, each with a receive posted on it, and open files.
Cost cost_of(const mqs_shim::Questions &questions, int communicators, int open_files = 0) {
  static const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  for (int i = 0; i < communicators; ++i) {
    const Address made = mpi.new_communicator("number " + std::to_string(i), 3 + i, group, 0);
    const FakeOpenMpi::Request request{.communicator = made, .peer = 1, .tag = 5, .count = 4};
    mpi.post(mpi.new_receive(request), request);
  }
  std::optional<fakes::FakeFiles> files;
  if (open_files != 0) files.emplace(mpi);
  for (int i = 0; i < open_files; ++i) {
    files->open_with_ompio("data." + std::to_string(i), mpi.world, 2, {});
  }
  CountingTarget target(mpi);
  auto session = mqs_shim::Session::open(**plugin, target);
  REQUIRE_MESSAGE(session.ok(), session.error().message);
  const std::uint64_t allocated_before = (*session)->statistics().allocations;
  mqs_shim::ProcessReport report;
  const auto read = (*session)->read(questions, report);
  REQUIRE_MESSAGE(read.ok(), read.error().message);
  const auto after = (*session)->statistics();
  return {target.symbols, target.types, after.memory.reads, after.allocations - allocated_before};
}

}  // namespace

TEST_CASE("what it costs to set up a session, and queues of few communicators") {
  const Cost cost = cost_of({.details = true, .queues = true, .groups = false}, 1);
  // Among them: whether there is a second MPI library, for each kind of handle; whether it has sessions, what serves
  // partitioned requests, and one for each profile of a build.
  CHECK(cost.symbols <= 120);
  CHECK(cost.types <= 156);
  CHECK(cost.reads <= 164);
  CHECK(cost.allocations <= 16);
}

TEST_CASE("what each further communicator costs in queues") {
  const mqs_shim::Questions questions{.details = true, .queues = true, .groups = false};
  const Cost few = cost_of(questions, 2), many = cost_of(questions, 6);
  CHECK(many.symbols == few.symbols);
  CHECK(many.types == few.types);
  CHECK(many.reads - few.reads <= 31 * 4);
  CHECK(many.allocations - few.allocations <= 5 * 4);
}

TEST_CASE("what each open file costs in queues: to know the communicator that its layer made for itself") {
  const mqs_shim::Questions questions{.details = true, .queues = true, .groups = false};
  const Cost few = cost_of(questions, 2, 2), many = cost_of(questions, 2, 6);
  CHECK(many.reads - few.reads <= 12 * 4);
  CHECK(many.allocations == few.allocations);
}

TEST_CASE("what each further communicator costs where only one object is asked for") {
  mqs_shim::Questions questions;
  questions.object = {MPIDBG_KIND_COMM, "MPI_COMM_WORLD"};
  const Cost few = cost_of(questions, 2), many = cost_of(questions, 6);
  CHECK(many.reads - few.reads <= 12 * 4);
  CHECK(many.allocations - few.allocations <= 5 * 4);
}

// Tables are found in static data, which is read once: no other memory is searched, and for no kind of objects that
// queues do not show.
TEST_CASE("what queues cost where the build of MPICH is not known, more than where it is") {
  static const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  const auto cost_of = [](bool named) {
    fakes::FakeMpich mpich(8, mpidbg::ByteOrder::little, named);
    fakes::FakeUcxDevice device(mpich, named);
    device.post({.tag = fakes::FakeUcxDevice::tag(0, 1, 5), .mask = fakes::FakeUcxDevice::exact, .bytes = 4});
    fakes::HostTarget target(mpich.host);
    auto session = mqs_shim::Session::open(**plugin, target);
    REQUIRE_MESSAGE(session.ok(), session.error().message);
    mqs_shim::ProcessReport report;
    const auto read = (*session)->read({.details = true, .queues = true, .groups = false}, report);
    REQUIRE_MESSAGE(read.ok(), read.error().message);
    CHECK(report.communicators.size() == 2);
    return (*session)->statistics().memory;
  };
  const auto known = cost_of(true), unknown = cost_of(false);
  CHECK(unknown.reads <= known.reads);
  CHECK(unknown.bytes - known.bytes <= 64 * 4096);  // of static data, those of the fake
}

// What MPI_Waitany has at hand may be the addresses of arrays.
TEST_CASE("arrays at hand are read for requests where these are pointers, and cost nothing where they are numbers") {
  static const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  struct Answered {
    std::uint64_t reads = 0;
    std::vector<Address> requests;
  };
  const auto ask = [&](fakes::FakeHost &host, const std::vector<Address> &arrays) {
    fakes::HostTarget target(host);
    auto session = mqs_shim::Session::open(**plugin, target);
    REQUIRE_MESSAGE(session.ok(), session.error().message);
    mqs_shim::Questions questions;
    questions.requests_at_hand.emplace();
    questions.request_arrays_at_hand = arrays;
    mqs_shim::ProcessReport report;
    const auto read = (*session)->read(questions, report);
    REQUIRE_MESSAGE(read.ok(), read.error().message);
    Answered answered{(*session)->statistics().memory.reads, {}};
    for (const auto &request : report.handles.requests.objects) answered.requests.push_back(request.handle);
    return answered;
  };
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  const Address request = mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = 5, .count = 4});
  const Address pointers = mpi.memory.allocate(8192, 4096);
  mpi.memory.write_pointer(pointers + 8, request);
  CHECK(ask(mpi.host, {}).requests.empty());
  CHECK(ask(mpi.host, {pointers}).requests == std::vector{request});

  fakes::FakeMpich mpich(8, mpidbg::ByteOrder::little);
  const Address numbers = mpich.memory.allocate(8192, 4096);
  mpich.memory.write_integer(numbers, 0xac000000, 4);
  CHECK(ask(mpich.host, {numbers}).reads == ask(mpich.host, {}).reads);
}

// MPI_Waitall of MPICH keeps an array of its records on the heap where there are many requests. In the standard ABI the
// records are the handles as well.
TEST_CASE("arrays at hand are read for the records of MPICH's requests, unless one of these is at hand") {
  static const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  fakes::FakeMpich mpich(8, mpidbg::ByteOrder::little);
  bool is_standard = false;
  SUBCASE("requests are numbers") {}
  SUBCASE("the standard ABI") {
    is_standard = true;
  }
  if (is_standard) mpich.host.symbols["MPI_Abi_get_version"] = mpich.memory.allocate(16);
  fakes::FakeUcxDevice device(mpich);
  using Device = fakes::FakeUcxDevice;
  const Address first = device.post({.tag = Device::tag(0, 1, 5), .mask = Device::exact, .bytes = 4});
  const Address second = device.post({.tag = Device::tag(0, 1, 6), .mask = Device::exact, .bytes = 4});
  const Address array = mpich.memory.allocate(8192, 4096) + 16;
  mpich.memory.write_pointer(array, first);
  mpich.memory.write_pointer(array + 8 * 600, second);  // on another page
  using Arrays = std::map<Address, std::vector<Address>>;
  const auto arrays = [&](const std::vector<Address> &at_hand) {
    fakes::HostTarget target(mpich.host);
    auto session = mqs_shim::Session::open(**plugin, target);
    REQUIRE_MESSAGE(session.ok(), session.error().message);
    mqs_shim::Questions questions;
    questions.queues = true;
    questions.requests_at_hand = at_hand;
    questions.record_arrays_at_hand = at_hand;
    mqs_shim::ProcessReport report;
    const auto read = (*session)->read(questions, report);
    REQUIRE_MESSAGE(read.ok(), read.error().message);
    return report.request_arrays;
  };
  CHECK(arrays({array}) == Arrays{{array, {first, second}}});
  CHECK(arrays({array + 4, Address(0x10), Address()}).empty());
  CHECK(arrays({array, second}).empty());
}
