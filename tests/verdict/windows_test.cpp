// Waits for locks and epochs of windows.

#include "mqs_shim/job/why/graph/windows.h"

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

// Rank 0 has locked the first window and wants the second one, rank 1 the other way round.
JobBuilder crosswise() {
  JobBuilder job(3);
  const int first = job.window("first", 4), second = job.window("second", 5);
  job.lock(0, first, 0, true);
  job.lock(1, second, 1, true);
  job.want_lock(0, second, 1, true);
  job.want_lock(1, first, 0, false);
  return job;
}

std::string reasons_of(const JobBuilder &job, std::uint32_t agent) {
  const Waits waits(job.ranks(), {});
  const WindowHelpers helpers = waits.windows().helpers(waits.agents()[agent].process, waits.condition(agent, 0));
  std::string text = helpers.nobody ? "nobody" : helpers.impossible ? "excluded" : "all";
  for (const std::uint32_t process : helpers.all) text += ' ' + std::to_string(process);
  if (!helpers.some.empty()) text += "; one of";
  for (const std::uint32_t process : helpers.some) text += ' ' + std::to_string(process);
  if (!helpers.unseen.empty()) text += "; unseen";
  for (const ProcessId &process : helpers.unseen) text += ' ' + std::to_string(process.rank);
  return text;
}

}  // namespace

TEST_CASE("locks of two windows in a different order are a deadlock, proved at one instant only") {
  JobBuilder job = crosswise();
  CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  CHECK(verdict_of(job, job) == "deadlock/suspected 0 1; exit 6");
  job.at_one_instant();
  CHECK(verdict_of(job) == "deadlock/instant 0 1; exit 3");
  SUBCASE("not of different machines") {
    job.rank(1).host = "other";
    CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  }
  SUBCASE("not of different instants") {
    job.rank(1).instant = 3;
    CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  }
  SUBCASE("which lock it waits for was concluded") {
    job.thread(0).inferred = true;
    CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  }
}

TEST_CASE("what windows do by messages is counted: two equal looks") {
  JobBuilder job = crosswise();
  for (Evidence &one : job.ranks()) {
    for (Window &window : one.windows) window.in_shared_memory = false;
  }
  CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
  JobBuilder later = job;
  later.window(1, 1).locks[0].exclusive = false;
  CHECK(verdict_of(job, later) == "waits_for_returning 0 1; exit 5");
}

TEST_CASE("who has a lock is in the way of those that want it") {
  JobBuilder job(4);
  const int window = job.window("window", 4);
  job.want_lock(0, window, 2, true);
  SUBCASE("of the same target") {
    job.lock(1, window, 2, false);
    job.lock(3, window, 2, false);
    CHECK(reasons_of(job, 0) == "all 1 3");
    CHECK(verdict_of(job) == "waits_for_running 0 for 1 3; exit 5");
  }
  SUBCASE("not of another target") {
    job.lock(1, window, 3, true);
    CHECK(reasons_of(job, 0) == "all");
    CHECK(verdict_of(job) == "waits_for_unknown 0; exit 6");
  }
  SUBCASE("of all targets") {
    job.lock(1, window, -1, false);
    CHECK(reasons_of(job, 0) == "all 1");
  }
  SUBCASE("nobody waits for one with MPI_MODE_NOCHECK") {
    job.lock(1, window, 2, true);
    job.window(1, window).locks[0].checked = false;
    CHECK(reasons_of(job, 0) == "all");
  }
  SUBCASE("nor for one that is being released") {
    job.lock(1, window, 2, true);
    job.window(1, window).locks[0].state = WindowLock::State::releasing;
    CHECK(reasons_of(job, 0) == "all");
  }
  SUBCASE("two that want the same one may have it already") {
    job.want_lock(1, window, 2, true);
    job.at_one_instant();
    CHECK(reasons_of(job, 0) == "all");
    CHECK(verdict_of(job) == "waits_for_unknown 0 1; exit 6");
  }
  SUBCASE("shared locks are in nobody's way who wants another one") {
    job.lock(1, window, 2, false);
    job.window(0, window).locks[0].exclusive = false;
    CHECK(reasons_of(job, 0) == "all");
  }
  SUBCASE("which is held or wanted: wanted by one that waits for it") {
    job.want_lock(1, window, 2, true);
    job.window(1, window).locks[0].state = WindowLock::State::either;
    CHECK(reasons_of(job, 0) == "all");
    SUBCASE("held by one that waits for another one") {
      job.want_lock(1, window, 3, true);
      CHECK(reasons_of(job, 0) == "all 1");
    }
    SUBCASE("held by one that is elsewhere") {
      job.recv(1, 0, 7);
      CHECK(reasons_of(job, 0) == "all 1");
    }
  }
  SUBCASE("the same rank twice") {
    job.lock(0, window, 2, true);
    job.thread(0).conditions[0].lock = 0;
    job.at_one_instant();
    CHECK(verdict_of(job) == "self_deadlock/instant 0; exit 3");
  }
}

namespace {

// A rank in MPI_Win_lock that has some of these locks of target 0 and waits for another one.
void lock_some(JobBuilder &job, int rank, const std::vector<int> &windows) {
  std::vector<Condition> conditions;
  for (const int window : windows) {
    WindowLock lock;
    lock.target = 0;
    lock.exclusive = true;
    lock.state = WindowLock::State::either;
    std::vector<WindowLock> &locks = job.window(rank, window).locks;
    locks.push_back(lock);
    conditions.push_back({ConditionKind::lock, window, {}, static_cast<std::int32_t>(locks.size()) - 1});
  }
  job.wait(rank, "MPI_Win_lock", conditions, windows.size() == 1);
}

}  // namespace

TEST_CASE("which of its locks a rank has, and which it waits for, is not known") {
  JobBuilder job(4);
  const int x = job.window("x", 4), y = job.window("y", 5), z = job.window("z", 6);
  for (const int rank : {2, 3}) job.recv(rank, 0, 7);
  job.at_one_instant();
  SUBCASE("whichever it is, each waits for the other") {
    for (const int rank : {0, 1}) lock_some(job, rank, {x, y});
    CHECK(verdict_of(job) == "deadlock/instant 0 1 behind 2 3; exit 3");
    SUBCASE("unless it was seen at different times") {
      for (Evidence &one : job.ranks()) one.instant.reset();
      CHECK(verdict_of(job).starts_with("deadlock/suspected 0 1"));
    }
    SUBCASE("unless several may share one") {
      job.window(0, x).locks[0].exclusive = job.window(1, x).locks[0].exclusive = false;
      CHECK_FALSE(verdict_of(job).starts_with("deadlock"));
    }
    SUBCASE("unless another thread of one can release it") {
      job.add_thread(1);
      CHECK_FALSE(verdict_of(job).starts_with("deadlock"));
      job.thread(1, 1).site.function = "work";
      CHECK(verdict_of(job).starts_with("waits_for_running 0 for 1"));
    }
    SUBCASE("whatever a third one has, whose windows are not known") {
      job.rank(3).windows_known = false;
      CHECK(verdict_of(job).starts_with("deadlock/instant 0 1"));
    }
  }
  SUBCASE("one of them certainly waits for the first, so that it has the second, and the other one waits for that") {
    lock_some(job, 0, {x, y});
    lock_some(job, 1, {x, y});
    job.window(1, x).locks[0].state = WindowLock::State::wanted;
    job.thread(1).conditions.resize(1);
    job.thread(1).all = true;
    CHECK(verdict_of(job) == "deadlock/instant 0 1 behind 2 3; exit 3");
    CHECK(reasons_of(job, 0) == "excluded");
    SUBCASE("unless one was seen at another time") {
      job.rank(1).instant = 3;
      CHECK_FALSE(verdict_of(job).starts_with("deadlock/instant"));
    }
  }
  SUBCASE("three, each of which may have either of two locks") {
    lock_some(job, 0, {x, y});
    lock_some(job, 1, {y, z});
    lock_some(job, 2, {z, x});
    CHECK(verdict_of(job) == "deadlock/instant 0 1 2 behind 3; exit 3");
  }
  SUBCASE("of a lock that is not granted yet nobody can be the owner") {
    lock_some(job, 0, {x, y});
    lock_some(job, 1, {x, y});
    for (const int rank : {0, 1})
      for (const int window : {x, y}) job.window(rank, window).locks[0].state = WindowLock::State::wanted;
    CHECK_FALSE(verdict_of(job).starts_with("deadlock"));
  }
  SUBCASE("two want one lock, and one of them has just been granted it") {
    for (const int rank : {0, 1}) lock_some(job, rank, {x});
    CHECK_FALSE(verdict_of(job).starts_with("deadlock"));
  }
  SUBCASE("the same, and others want what each of them has") {
    lock_some(job, 0, {x, y});
    lock_some(job, 1, {x, z});
    lock_some(job, 2, {y});
    lock_some(job, 3, {z});
    CHECK_FALSE(verdict_of(job).starts_with("deadlock"));
  }
}

TEST_CASE("a start waits for those who have not posted") {
  JobBuilder job(4);
  const int window = job.window("window", 4);
  job.start(0, window, {1, 2}, 1);
  job.wait_for_posts(0, window);
  job.post(1, window, {0}, 0);
  job.recv(2, 0, 7);
  job.at_one_instant();
  CHECK(reasons_of(job, 0) == "all 2");
  CHECK(verdict_of(job) == "deadlock/instant 0 2; exit 3");
  SUBCASE("to this rank") {
    job.post(2, window, {1}, 0);
    CHECK(reasons_of(job, 0) == "all 2");
  }
  SUBCASE("all have") {
    job.post(2, window, {0}, 0);
    CHECK(reasons_of(job, 0) == "nobody");
    CHECK(verdict_of(job) == "waits_for_returning 2; exit 5");
  }
  SUBCASE("its post is here, whatever its picture says") {
    job.window(0, window).posters = job.members({2});
    CHECK(reasons_of(job, 0) == "nobody");
  }
  SUBCASE("one whose windows are not known may be the one that has posted") {
    job.rank(1).windows_known = false;
    CHECK(reasons_of(job, 0) == "all 2");
    job.rank(2).windows_known = false;
    CHECK(reasons_of(job, 0) == "all; one of 1 2");
    job.window(0, window).posts_arrived = 0;
    CHECK(reasons_of(job, 0) == "all 1 2");
    job.window(0, window).posts_arrived.reset();
    CHECK(reasons_of(job, 0) == "all");
    CHECK(verdict_of(job) == "waits_for_unknown 0 behind 2; exit 6");
  }
  SUBCASE("one that is not among the targets") {
    job.ranks().erase(job.ranks().begin() + 1);
    CHECK(reasons_of(job, 0) == "all 1; unseen 1");
    CHECK(verdict_of(job) == "deadlock/instant 0 2; exit 3");
  }
  SUBCASE("one that is gone will not post, if it has not") {
    job.rank(2).state = ProcessState::exited;
    job.rank(2).windows_known = false;
    job.start(0, window, {2}, 0);
    CHECK(reasons_of(job, 0) == "all 2");
    CHECK(verdict_of(job, job) == "waits_for_dead/looks 0 for 2; exit 3");
  }
}

TEST_CASE("a wait for the end of an exposure needs those who have not completed") {
  JobBuilder job(4);
  const int window = job.window("window", 4);
  job.post(0, window, {1, 2}, 1);
  job.wait_for_completes(0, window);
  job.start(2, window, {0}, 1);
  job.recv(2, 0, 7);
  job.at_one_instant();
  CHECK(reasons_of(job, 0) == "all 2");
  CHECK(verdict_of(job) == "deadlock/instant 0 2; exit 3");
  SUBCASE("nobody has, some have not begun") {
    job.post(0, window, {1, 2}, 0);
    CHECK(reasons_of(job, 0) == "all 1 2");
  }
  SUBCASE("one has, and nobody shows an epoch: the other has not begun") {
    job.window(2, window).started = {};
    CHECK(reasons_of(job, 0) == "all; one of 1 2");
    CHECK(verdict_of(job) == "waits_for_running 0 for 1 behind 2; exit 5");
  }
  SUBCASE("all have") {
    job.post(0, window, {1, 2}, 2);
    CHECK(verdict_of(job) == "waits_for_returning 2; exit 5");
  }
}

TEST_CASE("windows of the same number on another communicator are other windows") {
  JobBuilder job(2);
  const int window = job.window("window", 4), other = job.window("other", 5);
  job.start(0, window, {1}, 0);
  job.wait_for_posts(0, window);
  job.post(1, other, {0}, 0);
  CHECK(reasons_of(job, 0) == "all 1");
  std::swap(job.window(1, window), job.window(1, other));
  CHECK(reasons_of(job, 0) == "all 1");
  job.post(1, other, {0}, 0);
  CHECK(reasons_of(job, 0) == "nobody");
}

TEST_CASE("windows and locks that are not there prove nothing") {
  JobBuilder job = crosswise();
  job.at_one_instant();
  job.thread(0).conditions[0].lock = 7;
  CHECK(verdict_of(job).find("deadlock") == std::string::npos);
  job.thread(0).conditions[0] = {ConditionKind::lock, 9, {}, 0};
  CHECK(verdict_of(job).find("deadlock") == std::string::npos);
  job = crosswise();
  job.at_one_instant();
  job.window(0, 1).communicator = -1;
  CHECK(verdict_of(job).find("deadlock") == std::string::npos);
}

TEST_CASE("a lock that nobody holds is granted by its target, which has to be in MPI where locks are messages") {
  JobBuilder job(3);
  const int window = job.window("halo", 77);
  for (Evidence &one : job.ranks()) {
    one.windows[static_cast<std::size_t>(window)].in_shared_memory = false;
    one.windows[static_cast<std::size_t>(window)].grants_late = true;
  }
  job.want_lock(1, window, 0, false);
  CHECK(verdict_of(job) == "waits_for_running 1 for 0; exit 5");
  job.recv(0, 2, 4);
  CHECK(verdict_of(job) == "waits_for_running 0 for 2; exit 5");  // rank 0 grants it in MPI_Recv
}

}  // namespace mqs_shim::why
