// Lists of a verdict that are cut: complete at the limit, and above it with how much is missing.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "mqs_shim/render/progress/pending_lines.h"
#include "mqs_shim/render/progress/render_progress.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/verdict/page/wait_graph.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "mqs_shim/render/verdict/words/activity_words.h"
#include "mqs_shim/render/verdict/words/job_names.h"
#include "mqs_shim/render/verdict/words/wait_words.h"
#include "tests/verdict/job_builder.h"

namespace {

namespace why = mqs_shim::why;

why::Site line_of_source(int line) {
  why::Site site;
  site.function = "step";
  site.file = "ring.c";
  site.line = static_cast<std::uint32_t>(line);
  return site;
}

std::vector<std::string> lines_of(const why::JobBuilder &job, const mqs_shim::ListOptions &lists = {}) {
  why::Inquiry inquiry;
  for (const why::Evidence &one : job.ranks()) inquiry.add(one);
  inquiry.judge();
  const mqs_shim::WhyOptions options{lists, false, 0, {}};
  std::string text;
  {
    mqs_shim::Sink sink(mqs_shim::write_to_string(text));
    mqs_shim::render_why(inquiry, mqs_shim::Format::text, options, sink);
  }
  std::vector<std::string> lines;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    lines.push_back(text.substr(begin, end - begin));
  return lines;
}

std::string wait_of(const why::JobBuilder &job) {
  const why::Waits waits(job.ranks(), {});
  return mqs_shim::WaitWords(waits).wait(why::judge(waits, nullptr), 0, false);
}

std::string activity_of_first(const why::JobBuilder &job) {
  return mqs_shim::process_activity(why::Waits(job.ranks(), {}), 0);
}

}  // namespace

TEST_CASE("hints name the options as the front end writes them") {
  std::vector<mqs_shim::ProcessReport> job(100);
  for (std::size_t rank = 0; rank < job.size(); ++rank) {
    job[rank].world_rank = static_cast<int>(rank);
    job[rank].program = "program" + std::to_string(rank);
    job[rank].warnings.push_back("file " + std::to_string(rank) + " is truncated");
  }
  for (const mqs_shim::Noun noun : {mqs_shim::Noun::why, mqs_shim::Noun::ranks, mqs_shim::Noun::queues}) {
    CAPTURE(mqs_shim::noun_name(noun));
    mqs_shim::RenderOptions options;
    const std::string of_command = render(noun, mqs_shim::Format::text, job, options);
    CHECK(of_command.find("--each") != std::string::npos);
    options.one_dash = true;
    const std::string in_gdb = render(noun, mqs_shim::Format::text, job, options);
    CHECK(in_gdb.find(" -each") != std::string::npos);
    CHECK(in_gdb.find(" --") == std::string::npos);
    CHECK(in_gdb.find("(--") == std::string::npos);
  }
}

TEST_CASE("40 lines of ranks that wait, each in its way") {
  for (const int size : {39, 40, 41, 42}) {
    CAPTURE(size);
    why::JobBuilder job(size);
    for (int rank = 0; rank < size; ++rank) {
      job.recv(rank, (rank + 1) % size, 5);
      job.thread(rank).site = line_of_source(rank + 1);
    }
    const auto lines = lines_of(job);
    REQUIRE(lines.size() == (size <= 40 ? 1 + static_cast<std::size_t>(size) : 42));
    const int last = std::min(size, 40), next = last % size;
    CHECK(lines[static_cast<std::size_t>(last)] ==
          "  rank " + std::to_string(last - 1) + "  MPI_Recv at step (ring.c:" + std::to_string(last) +
              ")  waits for rank " + std::to_string(next) + " to send tag 5 on MPI_COMM_WORLD");
    if (size == 41) CHECK(lines.back() == "  and 1 more line: --each shows all");
    if (size == 42) {
      CHECK(lines.back() == "  and 2 more lines: --each shows all");
      CHECK(lines_of(job, {.one_dash = true}).back() == "  and 2 more lines: -each shows all");
    }
    CHECK(lines_of(job, {.each = true}).size() == 1 + static_cast<std::size_t>(size));
  }
}

TEST_CASE("40 lines of what ranks do that wait for nothing") {
  for (const int size : {39, 40, 41}) {
    CAPTURE(size);
    why::JobBuilder job(size);
    for (int rank = 0; rank < size; ++rank) job.thread(rank).site = line_of_source(rank + 1);
    const auto lines = lines_of(job);
    REQUIRE(lines.size() == (size <= 40 ? 1 + static_cast<std::size_t>(size) : 42));
    CHECK(lines[39] == "  rank 38  runs in step (ring.c:39)");
    if (size == 41) CHECK(lines.back() == "  and 1 more line: --each shows all");
    CHECK(lines_of(job, {.each = true}).size() == 1 + static_cast<std::size_t>(size));
  }
}

TEST_CASE("65,536 ranks that are not among the targets") {
  const auto last_line = [](std::int32_t missing) {
    why::JobBuilder job(1);
    job.rank(0).world_size = 1 + missing;
    return lines_of(job).back();
  };
  CHECK(last_line(65535) == "not among the targets: ranks 1-65535");
  CHECK(last_line(65536) == "not among the targets: ranks 1-65536");
  CHECK(last_line(65537) == "not among the targets: ranks 1-65536 and 1 more");
}

TEST_CASE("8 places of ranks behind those that wait for each other") {
  for (const int behind : {7, 8, 9, 10}) {
    CAPTURE(behind);
    why::JobBuilder job(2 + behind);
    job.recv(0, 1, 5);
    job.recv(1, 0, 5);
    for (int rank = 2; rank < 2 + behind; ++rank) {
      job.recv(rank, 0, 5);
      job.thread(rank).site = line_of_source(rank);
    }
    const auto lines = lines_of(job);
    REQUIRE(lines.size() == 3 + static_cast<std::size_t>(std::min(behind, 9)));
    CHECK(lines[9] == "  behind them: rank 8  MPI_Recv at step (ring.c:8)");
    if (behind == 8) CHECK(lines.back() == "  behind them: rank 9  MPI_Recv at step (ring.c:9)");
    if (behind == 9) CHECK(lines.back() == "  behind them: rank 10");
    if (behind == 10) CHECK(lines.back() == "  behind them: ranks 10-11");
    CHECK(lines_of(job, {.each = true}).size() == 3 + static_cast<std::size_t>(behind));
  }
}

TEST_CASE("8 recorded calls, and 3 last calls of a thread") {
  for (const int size : {7, 8, 9, 10}) {
    CAPTURE(size);
    why::JobBuilder job(size);
    for (int rank = 0; rank < size; ++rank) {
      job.recv(rank, (rank + 1) % size, 5);
      job.thread(rank).recorded.emplace();
      job.thread(rank).recorded->call = "MPI_Recv(count " + std::string(1, static_cast<char>('a' + rank)) + ")";
    }
    for (int calls = 0; calls < 4; ++calls) {
      why::LastCall last;
      last.name = "MPI_Send";
      last.times = static_cast<std::uint32_t>(calls + 1);
      job.thread(0).recorded->last_calls.push_back(last);
    }
    const auto lines = lines_of(job);
    const auto title = std::find(lines.begin(), lines.end(), "Calls (recorder)");
    const auto last = std::find(title, lines.end(), "Last calls (recorder)");
    REQUIRE(last != lines.end());
    CHECK(last - title == 1 + std::min(size, 9));
    if (size >= 8) CHECK(*(title + 8) == "  rank 7  MPI_Recv(count h)");
    if (size == 9) CHECK(*(last - 1) == "  and 1 more: --each shows all");
    if (size == 10) {
      CHECK(*(last - 1) == "  and 2 more: --each shows all");
      const auto in_gdb = lines_of(job, {.one_dash = true});
      CHECK(std::count(in_gdb.begin(), in_gdb.end(), "  and 2 more: -each shows all") == 1);
    }
    CHECK(*(last + 1) == "  rank 0  MPI_Send, before it 2 x MPI_Send, 3 x MPI_Send");
  }
}

TEST_CASE("3 conditions that differ, and how often each is there") {
  for (const int tags : {1, 2, 3, 4, 5}) {
    CAPTURE(tags);
    why::JobBuilder job(2);
    std::vector<why::Condition> conditions;
    for (int tag = 1; tag <= tags; ++tag) conditions.push_back(why::JobBuilder::on(job.receive(0, 1, tag)));
    job.wait(0, "MPI_Waitall", conditions);
    const std::string of[] = {"", "rank 1 to send tag 1 on MPI_COMM_WORLD", "rank 1 to send tag 2 on MPI_COMM_WORLD",
                              "rank 1 to send tag 3 on MPI_COMM_WORLD"};
    const std::string expected[] = {"",
                                    of[1],
                                    of[1] + " and " + of[2],
                                    of[1] + ", " + of[2] + " and " + of[3],
                                    of[1] + ", " + of[2] + " and " + of[3] + ", and 1 more",
                                    of[1] + ", " + of[2] + " and " + of[3] + ", and 2 more"};
    CHECK(wait_of(job) == expected[tags]);
  }
  for (const int times : {1, 1023, 1024, 1025}) {
    CAPTURE(times);
    why::JobBuilder job(2);
    std::vector<why::Condition> conditions;
    conditions.reserve(static_cast<std::size_t>(times));
    for (int i = 0; i < times; ++i) conditions.push_back(why::JobBuilder::on(job.receive(0, 1, 7)));
    job.wait(0, "MPI_Waitall", conditions);
    CHECK(wait_of(job) ==
          "rank 1 to send tag 7 on MPI_COMM_WORLD" +
              (times == 1 ? "" : " (" + std::to_string(std::min(times, 1024)) + " of these, all needed)") +
              (times == 1025 ? ", and 1 more" : ""));
  }
}

TEST_CASE("3 reasons at an edge of the graph") {
  for (const int tags : {2, 3, 4}) {
    CAPTURE(tags);
    why::JobBuilder job(2);
    std::vector<why::Condition> conditions;
    for (int tag = 1; tag <= tags; ++tag) conditions.push_back(why::JobBuilder::on(job.receive(0, 1, tag)));
    job.wait(0, "MPI_Waitall", conditions);
    const why::Waits waits(job.ranks(), {});
    const mqs_shim::WaitGraph graph = mqs_shim::wait_graph(waits, why::judge(waits, nullptr));
    REQUIRE(graph.edges.size() == 1);
    CHECK(graph.edges[0].reasons.size() == static_cast<std::size_t>(std::min(tags, 3)));
    CHECK(graph.edges[0].reasons.back() == "to send tag " + std::to_string(std::min(tags, 3)) + " on MPI_COMM_WORLD");
    CHECK(graph.edges[0].more_reasons == (tags > 3));
  }
}

TEST_CASE("24 nodes of the graph that wait in different ways") {
  for (const int size : {23, 24, 25, 26}) {
    CAPTURE(size);
    why::JobBuilder job(size);
    for (int rank = 0; rank < size; ++rank) {
      job.recv(rank, (rank + 1) % size, 5);
      job.thread(rank).site = line_of_source(rank + 1);
    }
    const why::Waits waits(job.ranks(), {});
    const mqs_shim::WaitGraph graph = mqs_shim::wait_graph(waits, why::judge(waits, nullptr));
    REQUIRE(graph.nodes.size() == static_cast<std::size_t>(std::min(size, 24)));
    CHECK(graph.nodes[22].call == "MPI_Recv");
    CHECK(graph.nodes.back().call == (size <= 24   ? "MPI_Recv"
                                      : size == 25 ? "2 other kinds of waits"
                                                   : "3 other kinds of waits"));
    CHECK(graph.nodes.back().agents.size() == (size <= 24 ? 1 : static_cast<std::size_t>(size) - 23));
  }
}

TEST_CASE("8 lines of what is pending") {
  for (const int tags : {7, 8, 9, 10}) {
    CAPTURE(tags);
    why::JobBuilder job(2);
    for (int tag = 1; tag <= tags; ++tag) job.receive(0, 1, tag + 10);
    const auto lines = mqs_shim::pending_lines(job.ranks());
    REQUIRE(lines.size() == static_cast<std::size_t>(std::min(tags, 9)));
    CHECK(lines.back() == (tags == 9    ? "and 1 more"
                           : tags == 10 ? "and 2 more"
                                        : "rank 0 has pending: a receive from rank 1 with tag " +
                                              std::to_string(tags + 10) + " on MPI_COMM_WORLD"));
  }
}

TEST_CASE("20 places of ranks of one pace") {
  for (const int size : {19, 20, 21, 22}) {
    CAPTURE(size);
    why::JobBuilder job(size);
    for (int rank = 0; rank < size; ++rank) {
      job.recv(rank, (rank + 1) % size, 5);
      job.thread(rank).site = line_of_source(rank + 1);
    }
    why::TwoLooks looks;
    for (const why::Evidence &one : job.ranks()) {
      looks.add_to_first(one);
      looks.add_to_second(one);
    }
    looks.compare();
    why::Inquiry inquiry;
    for (const why::Evidence &one : job.ranks()) inquiry.add(one);
    inquiry.judge();
    std::string text;
    {
      mqs_shim::Sink sink(mqs_shim::write_to_string(text));
      mqs_shim::render_progress(looks, inquiry, mqs_shim::Format::text, {}, sink);
    }
    const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
    CHECK(last == (size <= 20 ? "  rank " + std::to_string(size - 1) +
                                    "  is in MPI_Recv at step (ring.c:" + std::to_string(size) + ")\n"
                   : size == 21 ? "  and 1 more line: --each shows all\n"
                                : "  and 2 more lines: --each shows all\n"));
  }
}

TEST_CASE("4 targets of a job") {
  for (const int others : {2, 3, 4, 5}) {
    CAPTURE(others);
    why::JobBuilder job(1 + others);
    job.rank(0).id = {1, 0};
    for (int rank = 0; rank <= others; ++rank) job.rank(rank).target = "core." + std::to_string(rank);
    const auto jobs = mqs_shim::JobNames(why::Waits(job.ranks(), {})).targets_of_jobs();
    REQUIRE(jobs.size() == 2);
    const std::string first = "core.1, core.2";
    CHECK(jobs[0].second == (others == 2   ? "core.1 and core.2"
                             : others == 3 ? first + " and core.3"
                             : others == 4 ? first + ", core.3 and core.4"
                                           : first + ", core.3, core.4 and 1 more"));
  }
}

TEST_CASE("3 kinds of threads that wait beside one that runs, and 3 collectives that are not complete") {
  const char *const calls[] = {"MPI_Barrier", "MPI_Bcast", "MPI_Reduce", "MPI_Scan"};
  const std::string barrier = "MPI_Ibarrier on MPI_COMM_WORLD", bcast = "MPI_Ibcast on MPI_COMM_WORLD";
  const std::string reduce = "MPI_Ireduce on MPI_COMM_WORLD";
  const std::string begun[] = {"", barrier + " is not complete", barrier + " and " + bcast + " are not complete",
                               barrier + ", " + bcast + " and " + reduce + " are not complete",
                               barrier + ", " + bcast + ", " + reduce + " and 1 more are not complete"};
  for (const int count : {1, 2, 3, 4}) {
    CAPTURE(count);
    why::JobBuilder threads(2), schedules(2);
    std::string expected = "runs";
    for (int i = 0; i < count; ++i) {
      threads.add_thread(0);
      threads.wait(0, calls[i], {why::JobBuilder::outside()}, true, 1 + i);
      expected += i < 3 ? std::string("; another thread waits in ") + calls[i] : "; others wait, too";
      schedules.schedule(0, std::string("MPI_I") + static_cast<char>(calls[i][4] | 0x20) + (calls[i] + 5), {});
    }
    CHECK(activity_of_first(threads) == expected);
    schedules.thread(0).activity = why::Activity::polls;
    schedules.thread(0).call = "MPI_Test";
    const std::string activity = activity_of_first(schedules);
    CHECK(activity.substr(activity.find("; ") + 2) == begun[count]);
  }
}

TEST_CASE("4 targets that are the same rank") {
  for (const int twins : {2, 3, 4, 5, 6}) {
    CAPTURE(twins);
    why::JobBuilder job(twins);
    for (int rank = 0; rank < twins; ++rank) {
      job.rank(rank).id.rank = 0;
      job.rank(rank).target = "core." + std::to_string(rank);
    }
    CHECK(activity_of_first(job) == "cannot be judged: core.0" + std::string(twins > 2 ? ", core.1" : " and core.1") +
                                        (twins == 3   ? " and core.2"
                                         : twins == 4 ? ", core.2 and core.3"
                                         : twins > 4  ? ", core.2, core.3 and others"
                                                      : "") +
                                        " are the same rank; name only one of them");
  }
}

TEST_CASE("4 communicators with one context id") {
  for (const int count : {2, 3, 4, 5}) {
    CAPTURE(count);
    std::string text, expected;
    {
      mqs_shim::Sink sink(mqs_shim::write_to_string(text));
      const auto renderer = mqs_shim::make_renderer(mqs_shim::Noun::queues, mqs_shim::Format::text, {}, sink);
      for (int rank = 0; rank < count; ++rank) {
        mqs_shim::ProcessReport report;
        report.world_rank = rank;
        mqs_shim::CommunicatorRecord &communicator = report.communicators.emplace_back();
        communicator.name = std::string(1, static_cast<char>('a' + rank));
        communicator.context_id = 5;
        communicator.rank = 0;
        communicator.size = 2;
        for (const int member : {rank, 100})
          communicator.local_members.push_back({0, static_cast<std::uint32_t>(member), member});
        renderer->add(report);
        if (rank < 4) expected += (rank == 0 ? "" : ", ") + communicator.name + " (rank " + std::to_string(rank) + ")";
      }
      renderer->finish({});
    }
    CHECK(text.ends_with("\ncontext 5 is that of different communicators: " + expected +
                         (count > 4 ? " and others\n" : "\n")));
  }
}
