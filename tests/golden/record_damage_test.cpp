// A recorder's record that cannot be read, or not all of it, from the memory of a process to the verdict of `why`.

#include <doctest/doctest.h>

#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "mqs_shim/session/session.h"
#include "tests/contains.h"
#include "tests/fakes/fake_record.h"
#include "tests/fakes/open_mpi_target.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;

namespace {

// A process that is in MPI_Barrier since its recorder's record says so.
struct Recorded {
  Recorded() : mpi(8, mpidbg::ByteOrder::little, 0, 2), record(mpi.memory, 8) {
    mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
    mpidbg_record_thread thread{};
    thread.tid = 4151;
    thread.state = MPIDBG_RECORD_THREAD_ALIVE;
    thread.call = thread.last_call = record.call("Barrier", "comm:Comm");
    thread.arguments[0] = mpi.world.value();
    record.threads = {thread};
    record.collectives = {{}};
    const Address pointer = mpi.memory.allocate(8);
    mpi.memory.write_pointer(pointer, record.write());
    mpi.host.symbols["mpidbg_record"] = pointer;
  }

  Address table(mpidbg_record_table_index index) const {
    return record.address() + offsetof(mpidbg_record_header, tables) + index * sizeof(mpidbg_record_table);
  }

  mqs_shim::ProcessReport report() {
    static const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
    REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
    fakes::OpenMpiTarget target(mpi);
    auto session = mqs_shim::Session::open(**plugin, target);
    REQUIRE_MESSAGE(session.ok(), session.error().message);
    mqs_shim::ProcessReport report;
    const auto read = (*session)->read(mqs_shim::questions_of(mqs_shim::Noun::why, std::nullopt, false, false), report);
    REQUIRE_MESSAGE(read.ok(), read.error().message);
    return report;
  }

  FakeOpenMpi mpi;
  fakes::FakeRecord record;
};

std::string why(const mqs_shim::ProcessReport &report) {
  mqs_shim::why::Inquiry inquiry;
  inquiry.add(report);
  inquiry.judge();
  std::string text;
  mqs_shim::Sink sink(mqs_shim::write_to_string(text));
  mqs_shim::render_why(inquiry, mqs_shim::Format::text, {}, sink);
  sink.flush();
  return text;
}

}  // namespace

TEST_CASE("why says whose record cannot be read") {
  Recorded process;
  CHECK(process.report().recorder->threads.size() == 1);
  CHECK_FALSE(contains(why(process.report()), "record"));
  std::string problem;
  SUBCASE("a table that is not within it") {
    process.mpi.memory.write_integer(process.table(MPIDBG_RECORD_THREADS) + offsetof(mpidbg_record_table, offset),
                                     std::uint64_t{1} << 62, 8);
    problem = "the record cannot be read: the recorder's record at ";
  }
  SUBCASE("a magic that is gone") {
    process.mpi.memory.write_integer(process.record.address(), 0, 8);
    problem = "the record cannot be read: mpidbg_record: no record of the recorder begins at ";
  }
  SUBCASE("counts of collectives that memory does not have") {
    const std::uint64_t offset = process.mpi.memory.read_integer(
        process.table(MPIDBG_RECORD_COLLECTIVES) + offsetof(mpidbg_record_table, offset), 8);
    process.mpi.memory.make_unreadable(process.record.address() + offset);
    problem = "not all that was recorded can be shown: ";
  }
  const mqs_shim::ProcessReport report = process.report();
  CHECK(contains(report.record_problem, problem));
  CHECK(report.incomplete);
  CHECK_MESSAGE(contains(why(report), "rank 0: " + problem), why(report));
}
