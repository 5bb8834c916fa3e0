#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "mqs_shim/job/job_stacks.h"
#include "mqs_shim/render/render.h"

using namespace mqs_shim;

namespace {

FrameRecord frame(const char *function, const char *file, std::uint32_t line) {
  FrameRecord result;
  result.function = function;
  result.file = file;
  result.line = line;
  return result;
}

// `call` made at the first frame; outside of MPI if it is empty. Innermost first.
ThreadRecord thread(const std::string &call, std::vector<FrameRecord> frames) {
  ThreadRecord result;
  result.call = call;
  result.frames = std::move(frames);
  result.site = 0;
  if (!call.empty()) {
    FrameRecord poll = frame("poll", "", 0), mpi = frame("PMPI", "", 0);
    poll.internal = true;
    poll.module = "/lib/libc.so.6";
    mpi.module = "/lib/libmpi.so.40";
    result.frames.insert(result.frames.begin(), {poll, mpi});
    result.call_frame = 1;
    result.site = 2;
  }
  FrameRecord start = frame("__libc_start_main@@GLIBC_2.34", "", 0);
  result.frames.push_back(start);
  return result;
}

ProcessReport rank(int number, std::vector<ThreadRecord> threads) {
  ProcessReport report;
  report.world_rank = number;
  report.target = "pid " + std::to_string(100 + number);
  report.threads = std::move(threads);
  return report;
}

const FrameRecord in_main = frame("main", "/src/solver.c", 17);

ThreadRecord in_barrier() {
  return thread("MPI_Barrier", {frame("step", "/src/solver.c", 40), in_main});
}

std::vector<ProcessReport> job() {
  std::vector<ProcessReport> reports;
  for (const int number : {0, 2, 3, 4}) reports.push_back(rank(number, {in_barrier()}));
  reports.push_back(rank(
      1, {thread("MPI_Recv", {frame("exchange", "/src/stencil.c", 88), frame("step", "/src/solver.c", 38), in_main})}));
  ThreadRecord helper;
  helper.name = "progress";
  helper.frames = {frame("epoll_wait", "", 0)};
  ThreadRecord cut = thread("", {frame("work", "/src/pool.c", 7)});
  cut.frames.pop_back();
  cut.problem = "no call frame information";
  reports.push_back(rank(5, {thread("", {frame("think", "/src/solver.c", 60), in_main}), helper, cut}));
  return reports;
}

std::string text(const std::vector<ProcessReport> &reports, bool all = false, Format format = Format::text) {
  RenderOptions options;
  options.all = all;
  return render(Noun::stacks, format, reports, options);
}

}  // namespace

TEST_CASE("runs of ranks are the same in whatever order they come") {
  RankRuns runs;
  CHECK(runs.empty());
  for (const int number : {5, 1, 3, 2, 9, 3, -1})
    runs.merge([&] {
      RankRuns one;
      one.add(number);
      return one;
    }());
  CHECK(runs.runs() == std::vector<RankRuns::Run>{{-1, -1}, {1, 3}, {5, 5}, {9, 9}});
  CHECK(runs.size() == 6);
  CHECK(runs.ranks() == std::vector<int>{-1, 1, 2, 3, 5, 9});
  runs.add(4);
  runs.add(INT32_MAX);
  runs.add(0);
  CHECK(runs.runs() == std::vector<RankRuns::Run>{{-1, 5}, {9, 9}, {INT32_MAX, INT32_MAX}});

  std::mt19937 random(7);
  std::vector<int> numbers(200);
  for (int &number : numbers) number = static_cast<int>(random() % 300);
  RankRuns any_order, sorted;
  for (const int number : numbers) any_order.add(number);
  std::sort(numbers.begin(), numbers.end());
  for (const int number : numbers) sorted.add(number);
  CHECK(any_order == sorted);
}

TEST_CASE("equal stacks are one line, those of the fewest ranks first") {
  CHECK(text(job()) ==
        "stack not complete: no call frame information  rank 5\n"
        "  work (pool.c:7)\n"
        "main (solver.c:17)  ranks 0-5\n"
        "  step (solver.c:38)  rank 1\n"
        "    exchange (stencil.c:88)\n"
        "    MPI_Recv\n"
        "  think (solver.c:60)  rank 5\n"
        "  step (solver.c:40)  ranks 0,2-4\n"
        "    MPI_Barrier\n"
        "thread of a library: progress  rank 5\n");
}

TEST_CASE("a stack that is shown and not complete is a limit of the answer") {
  RenderOptions folded, all;
  all.all = true;
  CHECK(stack_limit(job().back(), folded) == "no call frame information");
  CHECK(stack_limit(job().front(), folded).empty());
  ThreadRecord of_library;
  of_library.frames = {frame("epoll_wait", "", 0)};
  of_library.problem = "no call frame information";
  CHECK(stack_limit(rank(0, {in_barrier(), of_library}), folded).empty());  // it is shown by its name
  CHECK(stack_limit(rank(0, {in_barrier(), of_library}), all) == "no call frame information");
}

TEST_CASE("with all frames nothing is folded") {
  CHECK(text({rank(0, {in_barrier()}), rank(1, {in_barrier(), in_barrier()})}, true) ==
        "__libc_start_main@@GLIBC_2.34  ranks 0-1, 3 threads\n"
        "  main (solver.c:17)\n"
        "  step (solver.c:40)\n"
        "  PMPI (libmpi.so.40)\n"
        "  poll (libc.so.6)\n");
}

TEST_CASE("parts of a job merge to the same tree in any order") {
  const std::vector<ProcessReport> reports = job();
  JobStacks whole(StackDetail::folded);
  for (const ProcessReport &report : reports) whole.add(report);
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<JobStacks> parts(3, JobStacks(StackDetail::folded));
    for (const ProcessReport &report : reports) parts[random() % 3].add(report);
    std::shuffle(parts.begin(), parts.end(), random);
    JobStacks merged(StackDetail::folded);
    for (const JobStacks &part : parts) merged.merge(part);
    REQUIRE(merged.trees().size() == 1);
    CHECK(merged.trees().begin()->second.root() == whole.trees().begin()->second.root());
  }
}

TEST_CASE("processes that cannot be seen are named, and jobs are apart") {
  ProcessReport zombie = rank(1, {});
  zombie.error = "process 101 has ended (a zombie): it has no memory any more";
  ProcessReport other = rank(0, {in_barrier()});
  other.environment_job = "two";
  ProcessReport one = rank(0, {in_barrier()});
  one.environment_job = "one";
  const std::string shown = text({one, other, zombie});
  CHECK(shown.find("job one\n  main (solver.c:17)  rank 0\n") != std::string::npos);
  CHECK(shown.find("job two\n  main") != std::string::npos);
  CHECK(shown.find("rank 1: cannot see: process 101 has ended (a zombie)") != std::string::npos);
}

TEST_CASE("jobs of Open MPI 4.1, which numbers them, have the numbers that its other answers and messages have") {
  std::vector<ProcessReport> ranks = {rank(0, {in_barrier()}), rank(0, {in_barrier()}), rank(1, {})};
  ranks[0].environment_job = "1583415297";  // 24161 * 65536 + 1
  ranks[1].environment_job = "1583415298";
  CHECK(text(ranks).find("job 1\n") != std::string::npos);
  CHECK(text(ranks).find("job 2\n") != std::string::npos);
  CHECK(text(ranks, false, Format::dot).find("[label=\"job 2\"]") != std::string::npos);
  ranks[2].environment_job = "1504509953";  // 22957 * 65536 + 1
  ranks[2].threads = {in_barrier()};
  CHECK(text(ranks).find("job [24161,2]\n") != std::string::npos);
  CHECK(text(ranks).find("job [22957,1]\n") != std::string::npos);
  CHECK(text(ranks, false, Format::json).find("\"job_name\": \"1583415297\"") != std::string::npos);
  for (const char *name : {"", "4711", "prterun-host-4711@1", "4294967296"}) CHECK(readable_name(name) == name);
}

TEST_CASE("names out of the process are escaped in every output") {
  const std::vector<ProcessReport> reports = {
      rank(0, {thread("", {frame("evil\x1b[31m\"\n", "/src/\\a.c", 1), in_main})})};
  CHECK(text(reports).find("  evil\\x1b[31m\"\\x0a (\\\\a.c:1)\n") != std::string::npos);
  const std::string dot = text(reports, false, Format::dot);
  CHECK(dot.find('\x1b') == std::string::npos);
  CHECK(dot.find(R"x([label="evil\\x1b[31m\"\\x0a (\\\\a.c:1)"];)x") != std::string::npos);
}

TEST_CASE("the picture has the calls at its ends") {
  CHECK(text({rank(0, {in_barrier()}), rank(1, {in_barrier()})}, false, Format::dot) ==
        "digraph stacks {\n"
        "  rankdir=LR;\n"
        "  node [shape=box, fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\"];\n"
        "  n0 [label=\"job\"];\n"
        "  n1 [label=\"main (solver.c:17)\"];\n"
        "  n0 -> n1 [label=\"ranks 0-1\"];\n"
        "  n2 [label=\"step (solver.c:40)\"];\n"
        "  n1 -> n2 [label=\"ranks 0-1\"];\n"
        "  n3 [label=\"MPI_Barrier\", style=bold];\n"
        "  n2 -> n3 [label=\"ranks 0-1\"];\n"
        "}\n");
}

TEST_CASE("1,000 frames of a stack, and the call that they end in") {
  for (const std::size_t frames : {999u, 1000u, 1001u, 1002u}) {
    CAPTURE(frames);
    std::vector<FrameRecord> recursion(frames - 1, frame("step", "/src/solver.c", 40));
    recursion.push_back(in_main);
    const auto places = stack_places(thread("MPI_Barrier", recursion), StackDetail::folded);
    REQUIRE(places.size() == std::min<std::size_t>(frames, 1000) + 1);
    CHECK(places.front().function == "main");
    CHECK(places[999 - (frames == 999)].function == "step");
    if (frames <= 1000) {
      CHECK(places.back().kind == StackPlaceKind::call);
      CHECK(places.back().function == "MPI_Barrier");
    } else {
      CHECK(places.back().kind == StackPlaceKind::cut);
      CHECK(places.back().function == "it has more than 1000 frames of the program");
    }
  }
}
