// What ranks did between two looks, as text and JSON.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "mqs_shim/render/progress/pending_lines.h"
#include "mqs_shim/render/progress/progress_line.h"
#include "mqs_shim/render/progress/render_progress.h"
#include "tests/verdict/job_builder.h"

namespace {

namespace why = mqs_shim::why;

why::Site site(const char *function, std::uint32_t line) {
  why::Site place;
  place.function = function;
  place.file = "ring.c";
  place.line = line;
  return place;
}

why::Inquiry judged(const why::TwoLooks &looks) {
  why::Inquiry inquiry;
  for (const auto *look : {&looks.first(), &looks.second()}) {
    for (const why::Evidence &one : *look) inquiry.add(one);
    inquiry.judge();
  }
  return inquiry;
}

std::string rendered(const why::JobBuilder &first, const why::JobBuilder &second, mqs_shim::Format format,
                     const mqs_shim::ProgressOptions &options = {}) {
  why::TwoLooks looks;
  for (const why::Evidence &one : first.ranks()) looks.add_to_first(one);
  for (const why::Evidence &one : second.ranks()) looks.add_to_second(one);
  looks.compare();
  const why::Inquiry inquiry = judged(looks);
  std::string text;
  {
    mqs_shim::Sink sink(mqs_shim::write_to_string(text));
    mqs_shim::render_progress(looks, inquiry, format, options, sink);
  }
  return text;
}

}  // namespace

TEST_CASE("the course of a job in words") {
  why::JobBuilder first(8);
  for (int rank = 0; rank < 4; ++rank) {
    first.recv(rank, 7, 5);
    first.thread(rank).site = site("step", rank == 3 ? 31 : 20);
  }
  first.recv(5, 7, 5);
  first.thread(5).site = site("step", 20);
  why::JobBuilder second = first;
  second.operation(2, 0).bytes_done = 4096;  // slow
  second.thread(5).site = site("step", 44);  // live
  second.thread(6).site = site("relax", 9);  // computes
  first.rank(6).computing = {{0, 100}};
  second.rank(6).computing = {{0, 5010}};
  second.rank(7).state = why::ProcessState::exited;
  second.ranks().erase(second.ranks().begin() + 4);
  mqs_shim::ProgressOptions options;
  options.seconds = 5.04;
  CHECK(rendered(first, second, mqs_shim::Format::text, options) ==
        "two looks at 8 ranks, 5.0 s apart\n"
        "SUSPECTED: ranks 0-1,3 wait for rank 7, which has exited  not proved\n"
        "MOVING: rank 2 made progress between the two looks\n"
        "MOVING: rank 5 made progress between the two looks\n"
        "STILL: ranks 0-1,3 are in the same calls, and nothing has moved\n"
        "  ranks 0-1  are in MPI_Recv at step (ring.c:20)\n"
        "  rank 3     is in MPI_Recv at step (ring.c:31)\n"
        "SLOW: rank 2 is in the same call, in which something has moved\n"
        "  rank 2  is in MPI_Recv at step (ring.c:20); moved: messages\n"
        "LIVE: rank 5 has gone on\n"
        "  rank 5  first in MPI_Recv at step (ring.c:20), then in MPI_Recv at step (ring.c:44)\n"
        "COMPUTING: rank 6 was outside of MPI at both looks, and has used processor time\n"
        "  rank 6  first runs, then runs in relax (ring.c:9); 4.9 s of processor time\n"
        "ENDED: rank 7 has left MPI or exited\n"
        "  rank 7  first runs, then has exited\n"
        "MISSING: rank 4 is not among the targets of the second look\n"
        "  rank 4  runs\n");
}

TEST_CASE("the course of a job as JSON") {
  why::JobBuilder job(2);
  job.recv(0, 1, 5);
  job.rank(0).job_name = "4711";
  job.rank(0).host = "n1";
  job.rank(0).pid = 300;
  why::JobBuilder later = job;
  later.ranks().pop_back();
  CHECK(
      rendered(job, later, mqs_shim::Format::json) ==
      R"({"schema": "mpidbg-diff-2", "milliseconds_between_looks": null, "verdict": {"outcome": "ranks missing", "titles": ["RANKS MISSING: rank 0 waits for rank 1, which is not among the targets"]}, "classes": [
{"pace": "still", "first": "is in MPI_Recv", "second": "is in MPI_Recv", "changed": [], "ranks": [{"job": "4711", "rank": 0, "host": "n1", "pid": 300, "processor_milliseconds": 0}]},
{"pace": "left", "first": "runs", "second": null, "changed": [], "ranks": [{"job": null, "rank": 1, "host": null, "pid": null, "processor_milliseconds": null}]}
]}
)");
}

TEST_CASE("many different places are shortened, unless each is asked for") {
  why::JobBuilder job(30);
  for (int rank = 0; rank < 30; ++rank) {
    job.recv(rank, (rank + 1) % 30, 5);
    job.thread(rank).site = site("step", static_cast<std::uint32_t>(rank + 1));
  }
  const std::string text = rendered(job, job, mqs_shim::Format::text);
  CHECK(std::count(text.begin(), text.end(), '\n') == 24);
  CHECK(text.find("\n  and 10 more lines: --each shows all\n") != std::string::npos);
  mqs_shim::ProgressOptions options;
  options.each = true;
  const std::string all = rendered(job, job, mqs_shim::Format::text, options);
  CHECK(std::count(all.begin(), all.end(), '\n') == 33);
  CHECK(all.find("more lines") == std::string::npos);
}

TEST_CASE("equal ranks are one line, and each a line where that is asked for") {
  why::JobBuilder job(3);
  for (int rank = 0; rank < 3; ++rank) job.recv(rank, why::any_source, 5);
  CHECK(rendered(job, job, mqs_shim::Format::text).find("  ranks 0-2  are in MPI_Recv\n") != std::string::npos);
  mqs_shim::ProgressOptions options;
  options.each = true;
  CHECK(rendered(job, job, mqs_shim::Format::text, options).find("  rank 1  is in MPI_Recv\n") != std::string::npos);
}

TEST_CASE("text of the target is printable") {
  why::JobBuilder job(1);
  job.recv(0, why::any_source, 5);
  job.thread(0).site = site("st\x1b[31mep", 3);
  CHECK(rendered(job, job, mqs_shim::Format::text).find('\x1b') == std::string::npos);
  CHECK(rendered(job, job, mqs_shim::Format::json).find('\x1b') == std::string::npos);
}

TEST_CASE("a look in a line") {
  why::JobBuilder first(4);
  for (int rank = 0; rank < 4; ++rank) first.recv(rank, (rank + 1) % 4, 5);
  why::JobBuilder second = first;
  const auto line = [&](double seconds) {
    why::TwoLooks looks;
    for (const why::Evidence &one : first.ranks()) looks.add_to_first(one);
    for (const why::Evidence &one : second.ranks()) looks.add_to_second(one);
    looks.compare();
    return mqs_shim::progress_line(looks, judged(looks), why::movements_of(looks),
                                   std::chrono::duration<double>(seconds));
  };
  CHECK(line(60) == "nothing has moved for 60 s (4 ranks)");
  CHECK(line(0.25) == "nothing has moved for 0.3 s (4 ranks)");
  second.operation(2, 0).bytes_done = 4096;
  CHECK(line(0) == "1 of 4 ranks has moved; ranks 0-1,3 have not");
  first.rank(3).state = second.rank(3).state = why::ProcessState::exited;
  second.operation(0, 0).bytes_done = 4096;
  CHECK(line(0) == "2 of 4 ranks have moved; rank 1 has not; rank 3 has ended");
  second.rank(1).state = why::ProcessState::unreadable;
  CHECK(line(0) == "2 of 4 ranks have moved; rank 3 has ended; rank 1 cannot be compared");
  for (why::Evidence &one : second.ranks()) one.state = why::ProcessState::unreadable;
  CHECK(line(0) == "no rank of 4 can be compared with the look before");
}

TEST_CASE("a look in a line: the verdict, where ranks compute and nothing else moves") {
  why::JobBuilder first(3);
  first.recv(0, 2, 5);
  first.recv(1, 2, 5);
  why::JobBuilder second = first;
  first.rank(2).computing = {{0, 500}};
  second.rank(2).computing = {{0, 15400}};
  why::TwoLooks looks;
  for (const why::Evidence &one : first.ranks()) looks.add_to_first(one);
  for (const why::Evidence &one : second.ranks()) looks.add_to_second(one);
  looks.compare();
  const auto line = [&] {
    return mqs_shim::progress_line(looks, judged(looks), why::movements_of(looks), std::chrono::seconds(0));
  };
  CHECK(line() == "WAITING: ranks 0-1 wait for rank 2, which runs; rank 2 has used 14.9 s of processor time");
}

TEST_CASE("what ranks that test have pending") {
  why::JobBuilder job(3);
  job.receive(0, why::any_source, 1);
  job.receive(1, why::any_source, 1);
  job.receive(1, 2, 7);
  job.synchronous(2, 0, 9);
  job.operation(1, job.receive(1, 0, 8)).internal = true;
  CHECK(mqs_shim::pending_lines(job.ranks()) ==
        std::vector<std::string>{"ranks 0-1 have pending: a receive from any source with tag 1 on MPI_COMM_WORLD",
                                 "rank 1 has pending: a receive from rank 2 with tag 7 on MPI_COMM_WORLD",
                                 "rank 2 has pending: a send to rank 0 with tag 9 on MPI_COMM_WORLD"});
  CHECK(mqs_shim::pending_lines(why::JobBuilder(2).ranks()).empty());
  for (int tag = 100; tag < 120; ++tag) job.receive(0, 1, tag);
  const auto lines = mqs_shim::pending_lines(job.ranks());
  REQUIRE(lines.size() == 9);
  CHECK(lines.back() == "and 15 more");
}
