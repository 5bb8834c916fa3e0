// The picture of a hung job (samples/hung_recv.c), rank 0 of 2, out of fakes: plugin, debugger's half and rendering
// together give the lines of hung_recv.txt, in every kind of target. tests/real compares the same file with a live
// process and its core.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>

#include "mqs_shim/plugin.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session.h"
#include "mqs_shim/targets/thread_stacks.h"
#include "tests/fakes/fake_open_mpi.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;

namespace {

struct FakeTargetType final : mqs_shim::TargetType {
  explicit FakeTargetType(const fakes::FakeType &type) : type(type) {}
  std::uint64_t size() const override { return type.size; }
  std::optional<std::uint64_t> field_offset(const std::string &field) const override {
    const auto found = type.fields.find(field);
    return found == type.fields.end() ? std::nullopt : std::optional<std::uint64_t>(found->second);
  }
  const fakes::FakeType &type;
};

class FakeTarget final : public mqs_shim::Target {
 public:
  explicit FakeTarget(FakeOpenMpi &mpi) : mpi_(mpi) {
    for (const auto &[name, type] : mpi.host.types) types_.emplace(name, FakeTargetType(type));
  }
  unsigned pointer_size() const override { return mpi_.memory.pointer_size(); }
  mpidbg::ByteOrder byte_order() const override { return mpi_.memory.byte_order(); }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override {
    while (size != 0 && !mpi_.memory.read(address, buffer, size)) --size;
    return size;
  }
  std::optional<Address> find_symbol(const std::string &name, mqs_shim::SymbolKind) override {
    const auto found = mpi_.host.symbols.find(name);
    return found == mpi_.host.symbols.end() ? std::nullopt : std::optional(found->second);
  }
  const mqs_shim::TargetType *find_type(const std::string &name) override {
    const auto found = types_.find(name);
    return found == types_.end() ? nullptr : &found->second;
  }
  std::optional<int> world_rank() override { return 0; }
  std::string build_id_of(const std::string &) override { return {}; }

 private:
  FakeOpenMpi &mpi_;
  std::map<std::string, FakeTargetType> types_;
};

// Posts a receive and gives its request.
Address receive(FakeOpenMpi &mpi, const FakeOpenMpi::Request &request) {
  const Address posted = mpi.new_receive(request);
  mpi.post(posted, request);
  return posted;
}

// What differs between runs, as the golden file has it.
std::string masked(std::string text) {
  text = std::regex_replace(text, std::regex("0x[0-9a-f]+"), "ADDRESS");
  text = std::regex_replace(text, std::regex("pid [0-9]+"), "pid PID");
  return std::regex_replace(text, std::regex("layouts: .*\\bchecked\\)"), "layouts: LAYOUTS");
}

}  // namespace

TEST_CASE("the golden lines out of fakes") {
  std::ifstream file(GOLDEN_FILE);
  const std::string golden{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  REQUIRE_FALSE(golden.empty());
  auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);

  for (const unsigned pointer_size : {4u, 8u}) {
    for (const auto order : {mpidbg::ByteOrder::little, mpidbg::ByteOrder::big}) {
      CAPTURE(pointer_size);
      FakeOpenMpi mpi(pointer_size, order, 0, 2);
      mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
      const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
      const Address dup = mpi.new_communicator("my dup", 3, group, 0);
      receive(mpi, {.communicator = dup, .peer = 1, .tag = 5, .count = 4});
      receive(mpi, {.communicator = dup, .peer = -1, .tag = 6, .count = 4});
      mpi.set(dup, mpi.layouts.object.obj_reference_count, 3);
      mpi.arrive({.communicator = dup, .source = 1, .tag = 77, .bytes = 4});
      const Address blocking = receive(mpi, {.communicator = mpi.world, .peer = 1, .tag = 99});

      FakeTarget target(mpi);
      auto session = mqs_shim::Session::open(**plugin, target);
      REQUIRE_MESSAGE(session.ok(), session.error().message);
      mqs_shim::ProcessReport report;
      report.pid = 4151;
      const auto read = (*session)->read({.details = true, .queues = true, .groups = false}, report);
      REQUIRE_MESSAGE(read.ok(), read.error().message);
      corefile::ThreadStack thread;
      thread.mpi_call = "MPI_Recv";
      thread.library_words = {blocking};
      mqs_shim::attach_stacks(report, {thread});
      CHECK(masked(mqs_shim::render(mqs_shim::Noun::queues, mqs_shim::Format::text, {&report, 1}, {})) == golden);
    }
  }
}
