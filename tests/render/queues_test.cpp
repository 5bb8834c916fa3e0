#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/render/render.h"
#include "tests/render/sample_reports.h"

using namespace mqs_shim;

namespace {

std::string text(Noun noun, const ProcessReport &report, const RenderOptions &options = {}) {
  return render(noun, Format::text, std::span(&report, 1), options);
}

}  // namespace

TEST_CASE("a hung rank: pending operations by communicator") {
  CHECK(text(Noun::queues, sample::hung_rank()) ==
        R"(rank 0 of 2  pid 4151  Open MPI 4.1.4  ob1
    layouts: profile openmpi-4.1.4 (build-id, checked)   queues: complete
  MPI_COMM_WORLD  context 0  rank 0 of 2
    posted      from 1       tag 99    4 bytes  MPI_INT x 1   blocking MPI_Recv
  my dup  context 3  rank 0 of 2
    posted      from any     tag 6    16 bytes  MPI_INT x 4
    posted      from 1       tag 5    16 bytes  MPI_INT x 4
    unexpected  from 1       tag 77    4 bytes  eager
)");
}

TEST_CASE("the name of a call is a text of the target, of which nothing passes to the terminal") {
  ProcessReport report = sample::hung_rank();
  for (CommunicatorRecord &communicator : report.communicators) {
    for (Operation &operation : communicator.queues[MPIDBG_QUEUE_RECEIVES].operations) {
      operation.flags |= MPIDBG_OP_WAITED_ON;
      operation.waiting_call = report.intern("a\x1b[1m\xe2\x80\xa8");
    }
  }
  const std::string shown = text(Noun::queues, report);
  CHECK(shown.find("waited on in a\\x1b[1m\\xe2\\x80\\xa8") != std::string::npos);
  CHECK(shown.find_first_of("\x1b\xe2") == std::string::npos);
}

TEST_CASE("what is said of all processes is not said of those that could not be inspected") {
  std::vector<ProcessReport> reports{sample::hung_rank(), {}};
  reports[1].target = "core.7";
  reports[1].error = "core.7 is an empty file";
  const std::string shown = render(Noun::queues, Format::text, reports, {});
  CHECK(shown.starts_with("2 processes\nrank ?  core.7"));
  CHECK(shown.find("\nrank 0  pid 4151  Open MPI 4.1.4  ob1\n") != std::string::npos);
  CHECK(shown.find("\n    layouts: profile openmpi-4.1.4 (build-id, checked)   queues: complete\n  MPI_COMM_WORLD") !=
        std::string::npos);
}

TEST_CASE("addresses are for -v") {
  RenderOptions options;
  options.verbose = true;
  const std::string shown = text(Noun::queues, sample::hung_rank(), options);
  CHECK(shown.find("MPI_INT x 4  -> 0x7ffe52060140   request 0x5602a3c0\n") != std::string::npos);
  CHECK(shown.find("\n    layouts") == std::string::npos);
  CHECK(text(Noun::queues, sample::hung_rank()).find("0x") == std::string::npos);
}

TEST_CASE("a synchronous send that nobody has matched is not done") {
  ProcessReport report = sample::hung_rank();
  Operation send;
  send.is_send = true;
  send.send_mode = MPIDBG_SEND_SYNCHRONOUS;
  send.world_rank = send.comm_rank = 1;
  send.tag = 4;
  send.bytes = send.bytes_done = 4;
  report.communicators.front().queues[MPIDBG_QUEUE_SENDS].operations = {send};
  const auto shown = [&] { return text(Noun::queues, report); };
  CHECK(shown().find("send        to 1         tag 4     4 bytes  synchronous  not matched yet\n") !=
        std::string::npos);
  CHECK(shown().find("4 of 4") == std::string::npos);

  Operation &shown_send = report.communicators.front().queues[MPIDBG_QUEUE_SENDS].operations.front();
  const auto waits = [&](std::int64_t bytes, std::int64_t bytes_done, int mode, std::uint32_t flags) {
    shown_send.bytes = bytes;
    shown_send.bytes_done = bytes_done;
    shown_send.send_mode = mode;
    shown_send.flags = flags;
    return shown().find("not matched yet") != std::string::npos;
  };
  CHECK(waits(0, 0, MPIDBG_SEND_SYNCHRONOUS, 0));
  CHECK_FALSE(waits(-1, -1, MPIDBG_SEND_SYNCHRONOUS, 0));
  CHECK_FALSE(waits(4, 3, MPIDBG_SEND_SYNCHRONOUS, 0));
  CHECK_FALSE(waits(4, 4, MPIDBG_SEND_SYNCHRONOUS, MPIDBG_OP_MATCHED));
  CHECK_FALSE(waits(4, 4, MPIDBG_SEND_SYNCHRONOUS, MPIDBG_OP_COMPLETE));
  CHECK_FALSE(waits(4, 4, MPIDBG_SEND_STANDARD, 0));
}

TEST_CASE("sends of which the library keeps no peer are said of the whole") {
  ProcessReport report = sample::hung_rank();
  Operation send;
  send.is_send = true;
  send.world_rank = send.comm_rank = -1;
  auto &sends = report.communicators.front().queues[MPIDBG_QUEUE_SENDS].operations;
  sends = {send};
  CHECK(text(Noun::queues, report).find("queues: complete, but the peer of 1 send is not visible\n") !=
        std::string::npos);
  sends = {send, send};
  CHECK(text(Noun::queues, report).find("but the peer of 2 sends is not visible\n") != std::string::npos);
}

TEST_CASE("colour marks the receive and the message of one sender that do not match") {
  RenderOptions options;
  options.color = true;
  const std::string shown = text(Noun::queues, sample::hung_rank(), options);
  CHECK(shown.find("\x1b[1mposted      from any     tag 6") != std::string::npos);
  CHECK(shown.find("\x1b[1mposted      from 1       tag 5") != std::string::npos);
  CHECK(shown.find("\x1b[1munexpected  from 1") != std::string::npos);
  CHECK(shown.find("    posted      from 1       tag 99") != std::string::npos);
}

TEST_CASE("a probe is not a receive, and has no bytes") {
  ProcessReport report;
  report.world_rank = 0;
  CommunicatorRecord &world = report.communicators.emplace_back();
  world.name = "MPI_COMM_WORLD";
  world.context_id = 0;
  Operation &probe = world.queues[MPIDBG_QUEUE_RECEIVES].operations.emplace_back();
  probe.flags = MPIDBG_OP_PROBE | MPIDBG_OP_WAITED_ON;
  probe.world_rank = probe.comm_rank = 3;
  probe.tag = 7;
  report.texts.push_back("MPI_Probe");
  probe.waiting_call = static_cast<TextIndex>(report.texts.size() - 1);
  const std::string text = render(Noun::queues, Format::text, {&report, 1}, {});
  CHECK(text.find("probe       from 3       tag 7") != std::string::npos);
  CHECK(text.find("blocking MPI_Probe") != std::string::npos);
  CHECK(text.find("bytes") == std::string::npos);
}

TEST_CASE("partitioned communication tells how many partitions are ready, as far as that is known") {
  ProcessReport report;
  report.world_rank = 1;
  CommunicatorRecord &world = report.communicators.emplace_back();
  world.name = "MPI_COMM_WORLD";
  world.context_id = 0;
  Operation &send = world.queues[MPIDBG_QUEUE_SENDS].operations.emplace_back();
  send.flags = MPIDBG_OP_PERSISTENT | MPIDBG_OP_TAG_UNKNOWN;
  send.is_send = true;
  send.world_rank = send.comm_rank = 0;
  send.partitions = 4;
  send.partitions_ready = 2;
  const auto queues = [&](Format format) { return render(Noun::queues, format, {&report, 1}, {}); };
  CHECK(queues(Format::text).find("send        to 0         tag ?") != std::string::npos);
  CHECK(queues(Format::text).find("4 partitions, 2 ready") != std::string::npos);
  CHECK(queues(Format::text).find("persistent") == std::string::npos);
  CHECK(queues(Format::json).find("\"tag\": null") != std::string::npos);
  CHECK(queues(Format::json).find("\"partitions_ready\": 2") != std::string::npos);
  send.flags |= MPIDBG_OP_MAYBE_READY;
  CHECK(queues(Format::text).find("4 partitions, 2 or 3 ready") != std::string::npos);
  send.partitions_ready = -1;
  send.flags = MPIDBG_OP_PERSISTENT | MPIDBG_OP_TAG_UNKNOWN;
  CHECK(queues(Format::text).find("4 partitions\n") != std::string::npos);
}

TEST_CASE("nothing pending is said, per process and with -v per communicator") {
  ProcessReport report = sample::hung_rank();
  for (CommunicatorRecord &communicator : report.communicators)
    for (Queue &queue : communicator.queues) queue.operations.clear();
  CHECK(text(Noun::queues, report).ends_with("queues: complete\n  nothing pending; in MPI_Recv\n"));
  RenderOptions options;
  options.verbose = true;
  CHECK(text(Noun::queues, report, options)
            .find("  MPI_COMM_SELF  context 1  rank 0 of 1  handle 0x5602a100\n"
                  "    nothing pending\n") != std::string::npos);
}

TEST_CASE("a queue that cannot be seen is never an empty one") {
  const std::string unseen = text(Noun::queues, sample::unseen_rank());
  CHECK(unseen.find("cannot see: pml cm: the queues live in the network provider") != std::string::npos);
  CHECK(unseen.find("queues: incomplete (see below)") != std::string::npos);
  CHECK(unseen.find("nothing pending") == std::string::npos);
}

TEST_CASE("outside of MPI_Init and MPI_Finalize there is nothing to see, and that is said") {
  ProcessReport report = sample::hung_rank();
  report.mpi_state = MPIDBG_MPI_NOT_INITIALIZED;
  report.communicators.clear();
  CHECK(text(Noun::queues, report).ends_with("  cannot see: the process is before or in MPI_Init\n"));
  CHECK(first_limit(report, Noun::queues) == "before or in MPI_Init");
  CHECK(first_limit(report, Noun::ranks).empty());
}

TEST_CASE("an answer with calls is not complete where that of the main thread is lost") {
  ProcessReport report = sample::hung_rank();
  mqs_shim::ThreadRecord &main = report.threads.emplace_back();
  main.problem = "why";
  CHECK(first_limit(report, Noun::queues).empty());
  main.lost = true;
  for (const Noun noun : {Noun::queues, Noun::comms, Noun::ranks, Noun::stacks}) {
    CHECK(first_limit(report, noun) == "cannot see the MPI call of the main thread: its stack cannot be walked: why");
  }
  CHECK(first_limit(report, Noun::cvars).empty());
}

TEST_CASE("filters") {
  RenderOptions options;
  SUBCASE("by name of a communicator") {
    options.communicator = "my dup";
    const std::string shown = text(Noun::queues, sample::hung_rank(), options);
    CHECK(shown.find("my dup") != std::string::npos);
    CHECK(shown.find("MPI_COMM_WORLD") == std::string::npos);
  }
  SUBCASE("by handle") {
    options.communicator = "0x5602a000";
    const std::string shown = text(Noun::queues, sample::hung_rank(), options);
    CHECK(shown.find("my dup") == std::string::npos);
    CHECK(shown.find("MPI_COMM_WORLD") != std::string::npos);
  }
  SUBCASE("by a communicator that is not there") {
    options.communicator = "other";
    CHECK(text(Noun::queues, sample::hung_rank(), options).ends_with("\n  nothing pending that matches\n"));
    CHECK_FALSE(has_communicator(sample::hung_rank(), "other"));
  }
  SUBCASE("groups by their communicators") {
    mqs_shim::ProcessReport report = sample::rich_rank();
    const Address local(0x7001), remote(0x7002), other(0x7003);
    report.groups.clear();
    for (const Address handle : {local, remote, other}) report.groups.emplace_back().handle = handle;
    auto &communicator = report.communicators.front();
    communicator.name = "between";
    communicator.local_group = local;
    communicator.remote_group = remote;
    options.communicator = "between";
    const std::string shown = text(Noun::groups, report, options);
    CHECK(shown.find("0x7001") != std::string::npos);
    CHECK(shown.find("0x7002") != std::string::npos);
    CHECK(shown.find("0x7003") == std::string::npos);
  }
  SUBCASE("by tag, which receives of any tag match") {
    options.tag = 77;
    const std::string shown = text(Noun::queues, sample::rich_rank(), options);
    CHECK(shown.find("tag any") != std::string::npos);
    CHECK(shown.find("tag 6") == std::string::npos);
    CHECK(shown.find("tag 9") == std::string::npos);  // of any tag, and matched with a message of another
    options.tag = 9;
    CHECK(text(Noun::queues, sample::rich_rank(), options).find("tag 9") != std::string::npos);
  }
  SUBCASE("messages by tag") {
    mqs_shim::ProcessReport report = sample::rank_with_objects();
    options.tag = 77;
    const std::string shown = text(Noun::messages, report, options);
    CHECK(shown.find("tag 77") != std::string::npos);
    CHECK(shown.find("1048576 bytes") == std::string::npos);
    options.tag = 5;
    CHECK(text(Noun::messages, report, options).find("\n  no messages that match\n") != std::string::npos);
  }
  SUBCASE("messages that are predefined are counted beside others only") {
    mqs_shim::ProcessReport report = sample::rank_with_objects();
    options.verbose = true;
    CHECK(text(Noun::messages, report, options).find("\n  and 1 predefined or of the library itself") !=
          std::string::npos);
    auto &messages = report.handles.messages.objects;
    std::erase_if(messages, [](const MessageRecord &message) { return !is_predefined(message); });
    REQUIRE(messages.size() == 1);
    CHECK(text(Noun::messages, report, options).find("\n  no messages\n") != std::string::npos);
  }
  SUBCASE("by rank") {
    options.ranks = *RankSet::parse("1-3");
    CHECK(text(Noun::queues, sample::hung_rank(), options).empty());
    CHECK_FALSE(text(Noun::queues, sample::rich_rank(), options).empty());
    CHECK_FALSE(text(Noun::queues, sample::failed_rank(), options).empty());
  }
}

TEST_CASE("colours do not move columns") {
  RenderOptions options;
  options.color = true;
  std::string colored = text(Noun::ranks, sample::rich_rank(), options);
  for (std::size_t at; (at = colored.find('\x1b')) != std::string::npos;)
    colored.erase(at, colored.find('m', at) - at + 1);
  CHECK(colored == text(Noun::ranks, sample::rich_rank()));
}

TEST_CASE("communicators are in the order of their contexts, however the plugin gave them") {
  ProcessReport report = sample::hung_rank();
  const std::string expected = text(Noun::comms, report);
  std::swap(report.communicators.front(), report.communicators.back());
  CHECK(text(Noun::comms, report) == expected);
}

TEST_CASE("text is handed on in pieces, and not after the first failure") {
  ProcessReport report = sample::hung_rank();
  std::vector<Operation> &operations = report.communicators[0].queues[MPIDBG_QUEUE_UNEXPECTED].operations;
  operations.assign(20000, operations.front());
  for (const Format format : {Format::text, Format::json}) {
    std::size_t pieces = 0;
    std::size_t longest = 0;
    {
      Sink sink([&](std::string_view piece) {
        longest = std::max(longest, piece.size());
        return ++pieces < 3;
      });
      RenderOptions options;
      options.each = true;
      const auto renderer = make_renderer(Noun::queues, format, options, sink);
      renderer->add(report);
      renderer->finish();
      CHECK(sink.failed());
    }
    CHECK(pieces == 3);
    CHECK(longest < 100000);
  }
}
