// Which look comes next, and what it has to ask for.

#include "mqs_shim/job/why/verdict/inquiry.h"

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

void look(Inquiry &inquiry, const JobBuilder &job) {
  for (const Evidence &one : job.ranks()) inquiry.add(one);
  inquiry.judge();
}

// After each of so many looks whether another one is wanted: "yes no".
std::string wanted(const JobBuilder &job, int looks) {
  Inquiry inquiry;
  std::string text;
  for (int i = 0; i < looks; ++i) {
    look(inquiry, job);
    text += (i == 0 ? "" : " ") + std::string(inquiry.wants_another_look() ? "yes" : "no");
  }
  return text;
}

JobBuilder two_receives() {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  return job;
}

// Each rank waits for the next one to post.
JobBuilder ring_of_posts(int size) {
  JobBuilder job(size);
  const int window = job.window("halo", 4);
  for (int rank = 0; rank < size; ++rank) {
    job.rank(rank).target = "pid " + std::to_string(4000 + rank);
    job.start(rank, window, {(rank + 1) % size}, 0);
    job.wait_for_posts(rank, window);
  }
  return job;
}

}  // namespace

TEST_CASE("a second look shows whether a call returns, whatever is visible of its wait") {
  for (const Activity activity : {Activity::runs, Activity::waits, Activity::unknown}) {
    JobBuilder job(1);
    job.add_thread(0);
    job.thread(0, 1).activity = activity;
    CHECK(wanted(job, 1) == (activity == Activity::runs ? "no" : "yes"));
  }
}

TEST_CASE("a second look is wanted where it can prove more") {
  CHECK(wanted(two_receives(), 1) == "no");  // proved by counters
  JobBuilder job = two_receives();
  job.without_counters();
  CHECK(wanted(job, 2) == "yes no");
  SUBCASE("not if nothing would show that a process went on") {
    for (Evidence &one : job.ranks()) one.progress_counters.clear();
    CHECK(wanted(job, 2) == "yes no");
  }
  SUBCASE("not of cores alone") {
    job.rank(0).is_core = true;
    CHECK(wanted(job, 1) == "yes");
    job.rank(1).is_core = true;
    CHECK(wanted(job, 1) == "no");
  }
}

TEST_CASE("a second look is wanted where a wait cannot be seen, or is about to end, not where somebody runs") {
  JobBuilder job(2);
  CHECK(wanted(job, 1) == "no");
  job.rank(1).state = ProcessState::unreadable;
  CHECK(wanted(job, 1) == "no");
  job.rank(1).state = ProcessState::alive;
  job.thread(1).activity = Activity::unknown;
  CHECK(wanted(job, 2) == "yes no");
  job.thread(1).activity = Activity::runs;
  job.recv(0, 1, 7);
  CHECK(wanted(job, 1) == "no");
  job.wait(1, "MPI_Send", {});
  CHECK(wanted(job, 2) == "yes no");
}

TEST_CASE("a message that is under way is a contradiction until five looks have shown it") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.under_way(1, 0);
  CHECK(wanted(job, 6) == "yes yes yes yes no no");
}

TEST_CASE("of those that go on from look to look a third one is taken: they may have stopped") {
  JobBuilder job(3);
  SUBCASE("all of them go on with the one that did") {
    job = JobBuilder(2);
    job.recv(0, 1, 7);
    job.recv(1, 0, 7);
  }
  SUBCASE("two of them wait for each other as well, and one of these leaves no trace") {
    job.wait(0, "MPI_Waitall", {JobBuilder::on(job.receive(0, 1, 7)), JobBuilder::on(job.receive(0, 2, 7))});
    job.recv(1, 0, 7);
    job.recv(2, 0, 7);
  }
  job.without_counters();
  if (job.ranks().size() == 3) job.rank(2).progress_counters.clear();
  Inquiry inquiry;
  std::string text;
  for (std::uint64_t i = 1; i < 5; ++i) {
    job.thread(1).call_frame = Address(0x1000 * i);
    look(inquiry, job);
    text += inquiry.wants_another_look() ? "yes " : "no ";
  }
  CHECK(text == "yes yes no no ");
}

TEST_CASE("windows are asked for where a call is for one") {
  const auto wants_in = [](const char *call, bool waits, bool asked = false) {
    JobBuilder job(2);
    waits ? job.collective(0, call) : job.wait(0, call, {});
    if (waits) job.recv(1, 0, 7);
    for (Evidence &one : job.ranks()) one.windows_asked = asked;
    Inquiry inquiry;
    look(inquiry, job);
    return inquiry.wants_windows();
  };
  for (const char *call : {"MPI_Win_lock", "MPI_Win_start", "MPI_Win_flush"}) CHECK(wants_in(call, false));
  CHECK_FALSE(wants_in("MPI_Win_fence", false));  // it is about to return
  CHECK(wants_in("MPI_Win_fence", true));
  CHECK_FALSE(wants_in("MPI_Win_create", true));  // it has none yet
  CHECK_FALSE(wants_in("MPI_Barrier", true));
  CHECK_FALSE(wants_in("MPI_Win_fence", true, true));
  CHECK_FALSE(wants_in("MPI_Win_lock", false, true));
}

TEST_CASE("a look that asked for windows is not compared with one that did not") {
  JobBuilder job = two_receives();
  job.without_counters();
  Inquiry inquiry;
  look(inquiry, job);
  for (Evidence &one : job.ranks()) one.windows_asked = true;
  look(inquiry, job);
  CHECK(inquiry.verdict().findings.at(0).proof == Proof::suspected);
  CHECK(inquiry.wants_another_look());
  look(inquiry, job);
  CHECK(inquiry.verdict().findings.at(0).proof == Proof::looks);
  CHECK_FALSE(inquiry.wants_another_look());
  CHECK(inquiry.looks() == 3);
}

TEST_CASE("processes whose wait is in shared memory are to be held still together, if they are not too many") {
  const auto targets = [](const JobBuilder &job) {
    Inquiry inquiry;
    look(inquiry, job);
    return inquiry.wants_together();
  };
  JobBuilder job = ring_of_posts(3);
  CHECK(targets(job) == std::vector<std::string>{"pid 4000", "pid 4001", "pid 4002"});
  CHECK(wanted(job, 1) == "yes");
  job.rank(1).is_core = true;
  CHECK(targets(job) == std::vector<std::string>{"pid 4000", "pid 4002"});
  job.rank(1).is_core = false;
  job.at_one_instant();
  CHECK(targets(job).empty());
  CHECK(targets(two_receives()).empty());
  CHECK(targets(ring_of_posts(256)).size() == 256);
  CHECK(targets(ring_of_posts(257)).empty());
}

TEST_CASE("what others have compared counts as two looks, in whatever order it comes") {
  JobBuilder job = two_receives();
  job.without_counters();
  Inquiry inquiry;
  inquiry.add_compared(job.rank(1), true, {});
  inquiry.add_compared(job.rank(0), true, {});
  inquiry.judge();
  CHECK(inquiry.looks() == 2);
  CHECK(inquiry.verdict().findings.at(0).proof == Proof::looks);
  CHECK_FALSE(inquiry.wants_another_look());
  inquiry.add_compared(job.rank(1), false, Change::calls);
  inquiry.add_compared(job.rank(0), true, {});
  inquiry.judge();
  REQUIRE(inquiry.verdict().moved.size() == 1);
  CHECK(inquiry.verdict().moved[0].process == 1);
  CHECK(inquiry.verdict().moved[0].change == Change::calls);
  CHECK(inquiry.looks() == 4);
}

}  // namespace mqs_shim::why
