// The picture of a hung job (samples/hung_recv.c), rank 0 of 2, out of fakes: plugin, debugger's half and rendering
// together give the lines of hung_recv.txt, in every kind of target. tests/real compares the same file with a live
// process and its core.

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "mqs_shim/look/job_looks.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/thread_stacks.h"
#include "tests/fakes/open_mpi_target.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;

namespace {

// Posts a receive and gives its request.
Address receive(FakeOpenMpi &mpi, const FakeOpenMpi::Request &request) {
  const Address posted = mpi.new_receive(request);
  mpi.post(posted, request);
  return posted;
}

// What differs between runs, as the golden file has it.
// A process with one TCP socket.
class ConnectedProcess : public mqs_shim::InspectedProcess {
 public:
  explicit ConnectedProcess(mqs_shim::Session &session) : session_(session) {}

  const std::string &target() const override { return target_; }
  void describe(mqs_shim::ProcessReport &report, bool) override { report.target = target_; }
  mqs_shim::Result<mqs_shim::Session *> session() override { return &session_; }
  mqs_shim::Status hold() override { return {}; }
  void resume() override {}
  mqs_shim::Result<std::vector<mqs_shim::MpiStack>> stacks() override { return std::vector<mqs_shim::MpiStack>(); }
  std::optional<std::vector<mqs_shim::SocketRecord>> sockets() override {
    return std::vector<mqs_shim::SocketRecord>(1);
  }

 private:
  mqs_shim::Session &session_;
  const std::string target_ = "pid 1";
};

std::string masked(std::string text) {
  text = std::regex_replace(text, std::regex("0x[0-9a-f]+"), "ADDRESS");
  text = std::regex_replace(text, std::regex("pid [0-9]+"), "pid PID");
  return std::regex_replace(text, std::regex("layouts: .*\\bchecked\\)"), "layouts: LAYOUTS");
}

}  // namespace

TEST_CASE("what each peer was sent, and what was taken from it, is read if it is asked for") {
  auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 3);
  mpi.set(mpi.ob1_proc(mpi.world, 1), mpi.layouts.ob1_comm_proc.send_sequence, 7);
  mpi.set(mpi.ob1_proc(mpi.world, 2), mpi.layouts.ob1_comm_proc.expected_sequence, 5);
  fakes::OpenMpiTarget target(mpi);
  auto session = mqs_shim::Session::open(**plugin, target);
  REQUIRE_MESSAGE(session.ok(), session.error().message);
  mqs_shim::ProcessReport report;
  REQUIRE((*session)->read({.queues = true, .channels = true}, report).ok());
  REQUIRE_FALSE(report.communicators.empty());
  const auto &channels = report.communicators.front().channels;
  REQUIRE(channels);
  REQUIRE(channels->size() == 2);
  CHECK((*channels)[0].comm_rank == 1);
  CHECK((*channels)[0].sent == 7);
  CHECK((*channels)[1].comm_rank == 2);
  CHECK((*channels)[1].received == 4);
}

TEST_CASE("sockets are read where nothing counts messages, or if those of all are asked for") {
  auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 3);
  fakes::OpenMpiTarget target(mpi);
  auto session = mqs_shim::Session::open(**plugin, target);
  REQUIRE_MESSAGE(session.ok(), session.error().message);
  ConnectedProcess process(**session);
  const mqs_shim::Questions why = mqs_shim::questions_of(mqs_shim::Noun::why);
  mqs_shim::LookRequest request{why};
  CHECK(mqs_shim::look_at_rank(process, request).evidence.sockets);
  request.all_sockets = false;
  const mqs_shim::RankLook counted = mqs_shim::look_at_rank(process, request);
  CHECK(counted.evidence.counts);
  CHECK_FALSE(counted.evidence.sockets);
  mqs_shim::Questions uncounted = why;
  uncounted.channels = false;
  CHECK(mqs_shim::look_at_rank(process, {uncounted, {}, false}).evidence.sockets);
}

TEST_CASE("a process that has finalised MPI is not asked about its objects") {
  auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  fakes::OpenMpiTarget target(mpi);
  auto session = mqs_shim::Session::open(**plugin, target);
  REQUIRE_MESSAGE(session.ok(), session.error().message);
  mpi.memory.write_integer(mpi.state_variable, 5, 4);  // MPI_Finalize has completed
  mqs_shim::ProcessReport report;
  const auto read = (*session)->read({.queues = true}, report);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().message == "MPI is finalised: the process is in or after MPI_Finalize");
}

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

      fakes::OpenMpiTarget target(mpi);
      auto session = mqs_shim::Session::open(**plugin, target);
      REQUIRE_MESSAGE(session.ok(), session.error().message);
      mqs_shim::ProcessReport report;
      report.pid = 4151;
      const auto read = (*session)->read({.details = true, .queues = true, .groups = false}, report);
      REQUIRE_MESSAGE(read.ok(), read.error().message);
      mqs_shim::ThreadRecord thread;
      thread.call = "MPI_Recv";
      thread.blocking = true;
      thread.library_words = {blocking};
      mqs_shim::attach_threads(report, {thread});
      CHECK(masked(mqs_shim::render(mqs_shim::Noun::queues, mqs_shim::Format::text, {&report, 1}, {})) == golden);
    }
  }
}
