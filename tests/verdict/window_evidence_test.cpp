// Windows of a report as evidence, and locks that only the queue of their target knows.

#include "mqs_shim/job/why/evidence/window_evidence.h"

#include <doctest/doctest.h>

#include "mqs_shim/job/why/evidence/lock_queues.h"
#include "mqs_shim/job/why/evidence/window_wait.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

constexpr Address first{0x1000}, second{0x2000};

// A rank with two windows.
struct Reported {
  Reported() {
    for (const Address communicator : {first, second}) {
      pending.communicators[communicator] = job.communicator(static_cast<std::int64_t>(communicator.value()), {0, 1});
      WindowRecord record;
      record.handle = communicator + 8;
      record.communicator = communicator;
      record.component = "rdma";
      record.flags = MPIDBG_WIN_INFO_SYNC_KNOWN;
      report.handles.windows.objects.push_back(record);
    }
    report.handles.windows.asked = true;
  }
  WindowRecord &record(int index) { return report.handles.windows.objects[static_cast<std::size_t>(index)]; }
  const Evidence &evidence() {
    job.rank(0).windows.clear();
    add_windows(report, pending, job.rank(0));
    return job.rank(0);
  }
  void lock(int window, mpidbg_win_lock_type_t type, mpidbg_win_lock_state_t state) {
    record(window).locks.push_back({1, type, state, 0, {}});
  }
  Thread wait(const char *call) {
    Thread thread;
    thread.call = call;
    is_found = find_window_wait({}, evidence(), thread);
    return thread;
  }

  JobBuilder job{2};
  ProcessReport report;
  PendingOperations pending;
  bool is_found = false;
};

}  // namespace

TEST_CASE("a window that is not known may be the one that a call waits for") {
  Reported one;
  one.lock(0, MPIDBG_WIN_LOCK_EXCLUSIVE, MPIDBG_WIN_LOCK_WANTED);
  CHECK(one.evidence().windows_known);
  CHECK_FALSE(one.wait("MPI_Win_lock").inferred);
  SUBCASE("of a component that is not known") {
    one.record(1).component = "portals4";
  }
  SUBCASE("whose synchronisation is not read") {
    one.record(1).flags = 0;
  }
  SUBCASE("whose synchronisation is not read completely") {
    one.record(1).sync_problem = "a lock: damaged";
  }
  SUBCASE("whose communicator is not known") {
    one.record(1).communicator = Address(0x3000);
  }
  SUBCASE("of a member that is in none of its processes") {
    one.record(1).posters.push_back({-1, 7});
  }
  SUBCASE("that may be missing in the list") {
    one.report.handles.windows.problem = "the table is damaged";
  }
  SUBCASE("as nobody asked for windows") {
    one.report.handles.windows.asked = false;
  }
  CHECK_FALSE(one.evidence().windows_known);
  CHECK(one.wait("MPI_Win_lock").inferred);
}

TEST_CASE("windows that are not there are not missed") {
  Reported one;
  one.record(1).flags |= MPIDBG_WIN_INFO_WIN_NULL;
  one.record(1).component.clear();
  CHECK(one.evidence().windows_known);
  CHECK(one.evidence().windows.size() == 1);
}

TEST_CASE("MPI_Win_wait waits where one access epoch is not over, and not where all are") {
  for (const int completes : {0, 1, 2}) {
    JobBuilder job(3);
    const int window = job.window("halo", 7);
    job.post(0, window, {1, 2}, completes);
    Thread thread;
    thread.call = "MPI_Win_wait";
    CHECK(find_window_wait({}, job.rank(0), thread) == (completes < 2));
    CHECK(thread.conditions.size() == (completes < 2 ? 1 : 0));
  }
}

TEST_CASE("a call that moves data may wait for a lock that is granted late, of a window at hand") {
  Reported one;
  one.record(0).component = "pt2pt";
  one.lock(0, MPIDBG_WIN_LOCK_SHARED, MPIDBG_WIN_LOCK_WANTED);
  ThreadRecord record;
  record.library_words = {one.record(0).handle};
  const auto waits = [&](const char *call) {
    Thread thread;
    thread.call = call;
    find_late_lock(record, one.evidence(), thread);
    return thread.activity == Activity::waits && thread.conditions.size() == 1 && thread.inferred;
  };
  CHECK(waits("MPI_Accumulate"));
  CHECK(waits("MPI_Put_c"));
  CHECK_FALSE(waits("MPI_Isend"));
  SUBCASE("another window") {
    record.library_words = {one.record(1).handle};
  }
  SUBCASE("granted") {
    one.record(0).locks[0].state = MPIDBG_WIN_LOCK_HELD;
  }
  SUBCASE("granted at once") {
    one.record(0).component = "rdma";
  }
  CHECK_FALSE(waits("MPI_Accumulate"));
}

TEST_CASE("which calls wait for locks") {
  Reported one;
  one.lock(0, MPIDBG_WIN_LOCK_EXCLUSIVE, MPIDBG_WIN_LOCK_HELD_OR_WANTED);
  CHECK(one.wait("MPI_Win_lock").conditions.size() == 1);
  one.wait("MPI_Win_unlock");
  CHECK_FALSE(one.is_found);
  SUBCASE("where grants come late, those that need them") {
    for (const int window : {0, 1}) one.record(window).component = "pt2pt";
    CHECK(one.wait("MPI_Win_unlock").conditions.size() == 1);
    CHECK(one.wait("MPI_Win_flush").conditions.size() == 1);
    CHECK(one.wait("MPI_Win_flush_local").conditions.size() == 1);
  }
  SUBCASE("in shared memory no other one waits for anything") {
    for (const int window : {0, 1}) one.record(window).component = "sm";
    for (const char *call : {"MPI_Win_unlock", "MPI_Win_flush_all", "MPI_Win_flush_local_all", "MPI_Win_complete"}) {
      CHECK(one.wait(call).conditions.empty());
      CHECK(one.is_found);
    }
    one.record(1).component = "rdma";
    one.wait("MPI_Win_unlock");
    CHECK_FALSE(one.is_found);
  }
}

TEST_CASE("of a lock whose kind is not known only its exclusive owners are certainly in the way") {
  JobBuilder job(2);
  const int window = job.window("window", 4);
  job.lock(1, window, 1, false);
  job.want_lock(0, window, 1, false);
  job.recv(1, 0, 7);
  job.at_one_instant();
  CHECK_FALSE(verdict_of(job).starts_with("deadlock"));
  job.window(0, window).locks[0].type_known = false;
  CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  job.window(1, window).locks[0].exclusive = true;
  CHECK(verdict_of(job) == "deadlock/instant 0 1; exit 3");
}

namespace {

// Ranks 0 and 1 have the locks of their own memory, want each other's, and are in the queues there.
JobBuilder queued() {
  JobBuilder job(3);
  const int first_window = job.window("first", 4), second_window = job.window("second", 5);
  job.lock(0, first_window, 0, true);
  job.lock(1, second_window, 1, true);
  job.window(0, first_window).queue = {{{0, 1}, false}};
  job.window(1, second_window).queue = {{{0, 0}, true}};
  for (Evidence &one : job.ranks()) {
    for (Window &window : one.windows) window.in_shared_memory = false;
  }
  for (const int rank : {0, 1})
    job.wait(rank, "MPI_Win_lock", {{ConditionKind::any_member, -1, job.members({0, 1, 2})}});
  for (const int rank : {0, 1}) job.thread(rank).inferred = true;
  for (const int rank : {0, 1, 2}) job.rank(rank).id.job = 0;
  return job;
}

std::string verdict_with_queues(JobBuilder job) {
  add_queued_locks(job.ranks());
  return verdict_of(job, job);
}

}  // namespace

TEST_CASE("MPICH: the group of MPI_Win_start is the only one that the call has at hand") {
  Reported one;
  for (const int window : {0, 1}) one.record(window).component = "ch4";
  one.record(0).handle = Address(0xa0000000);
  one.record(1).handle = Address(0xa0000001);
  GroupRecord of_start, other;
  of_start.handle = Address(0x88000001);
  of_start.size = 1;
  of_start.members = {{one.job.rank(1).id.job, 1}};
  other.handle = Address(0x88000002);
  other.size = 2;
  one.report.groups = {of_start, other};
  ThreadRecord thread;
  thread.call = "MPI_Win_start";
  // Handles share words with others.
  thread.library_words = {Address(0xa0000000), Address(0x8800000100000000)};
  const auto wait = [&] {
    one.report.threads = {thread};
    return one.wait("MPI_Win_start");
  };
  SUBCASE("found") {
    const Thread waits = wait();
    REQUIRE(one.is_found);
    REQUIRE(waits.conditions.size() == 1);
    CHECK(waits.conditions[0].kind == ConditionKind::post);
    CHECK(waits.conditions[0].index == 0);
    CHECK(one.evidence().windows[0].started == Members(one.job.rank(1).id));
    CHECK(one.evidence().windows[1].started.empty());
    CHECK(waits.inferred);
    thread.library_words[1] = Address(0x1234567888000001);
    CHECK(wait().conditions.size() == 1);
  }
  SUBCASE("two groups") {
    thread.library_words.push_back(Address(0x88000002));
    wait();
    CHECK_FALSE(one.is_found);
  }
  SUBCASE("no group") {
    thread.library_words.pop_back();
    wait();
    CHECK_FALSE(one.is_found);
  }
  SUBCASE("no window") {
    thread.library_words.erase(thread.library_words.begin());
    wait();
    CHECK_FALSE(one.is_found);
  }
  SUBCASE("another call") {
    thread.call = "MPI_Win_complete";
    wait();
    CHECK_FALSE(one.is_found);
  }
  SUBCASE("it has returned, and the library keeps the group") {
    one.record(0).flags |= MPIDBG_WIN_INFO_POSTS_COUNTED;
    one.record(0).start_peers.push_back({1, 1});
    one.record(0).posts_arrived = 1;
    CHECK(one.evidence().windows[0].started == Members(one.job.rank(1).id));
    CHECK_FALSE(wait().inferred);
  }
}

TEST_CASE("the queue of a target says who waits for its lock") {
  JobBuilder job = queued();
  CHECK(verdict_with_queues(job) == "deadlock/looks 0 1; exit 3");
  SUBCASE("whatever kind of lock its owner has, who does not know it") {
    job.window(0, 0).locks[0].exclusive = job.window(0, 0).locks[0].type_known = false;
    CHECK(verdict_with_queues(job) == "deadlock/looks 0 1; exit 3");
  }
  SUBCASE("unless it is in another call") {
    job.thread(0).call = "MPI_Win_flush";
    CHECK_FALSE(verdict_with_queues(job).starts_with("deadlock/looks"));
  }
  SUBCASE("unless it is in several queues") {
    job.window(2, 0).queue = {{{0, 0}, true}};
    CHECK_FALSE(verdict_with_queues(job).starts_with("deadlock/looks"));
  }
  SUBCASE("the lock is given in their order") {
    job.window(0, 0).queue = {{{0, 1}, true}, {{0, 2}, false}};
    job.window(0, 0).locks[0].exclusive = false;
    job.wait(2, "MPI_Win_lock", {{ConditionKind::any_member, -1, job.members({0, 1, 2})}});
    CHECK(verdict_with_queues(job) == "deadlock/looks 0 1 behind 2; exit 3");
  }
  SUBCASE("those who share it get it at once") {
    job.window(0, 0).queue = {{{0, 1}, false}, {{0, 2}, false}};
    job.wait(2, "MPI_Win_lock", {{ConditionKind::any_member, -1, job.members({0, 1, 2})}});
    std::vector<Evidence> evidence = job.ranks();
    add_queued_locks(evidence);
    const auto &locks = evidence[2].windows[0].locks;
    const auto wanted = std::find_if(locks.begin(), locks.end(),
                                     [](const WindowLock &one) { return one.state == WindowLock::State::wanted; });
    REQUIRE(wanted != locks.end());
    CHECK(wanted->ahead.empty());
  }
  SUBCASE("MPI_Win_lock_all waits in each") {
    job.thread(0).call = "MPI_Win_lock_all";
    job.window(2, 1).queue = {{{0, 0}, false}};
    CHECK(verdict_with_queues(job) == "deadlock/looks 0 1; exit 3");
  }
}

}  // namespace mqs_shim::why
