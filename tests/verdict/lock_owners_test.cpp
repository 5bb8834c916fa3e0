// Who has which lock, where only what each process has asked for is known.

#include "mqs_shim/job/why/graph/lock_owners.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

using State = WindowLock::State;

constexpr int x = 0, y = 1, z = 2;  // windows, of which target 0 is locked

class Locks {
 public:
  explicit Locks(int size) : job_(size) {
    job_.window("x", 4);
    job_.window("y", 5);
    job_.window("z", 6);
    for (int rank = 0; rank < size; ++rank) job_.thread(rank).site.function = "work";
    job_.at_one_instant();
  }

  Evidence &rank(int rank) { return job_.rank(rank); }

  // It has this lock, whatever else.
  void has(int rank, int window, bool exclusive = true) { add(rank, window, State::held, exclusive); }
  // It waits for one of these in MPI_Win_lock and has the others.
  void has_all_but_one(int rank, const std::vector<int> &windows) {
    std::vector<Condition> conditions;
    for (const int window : windows) {
      add(rank, window, State::either, true);
      conditions.push_back({ConditionKind::lock, window, {}, 0});
    }
    job_.wait(rank, "MPI_Win_lock", conditions, windows.size() == 1);
  }
  void wants(int rank, int window) {
    add(rank, window, State::wanted, true);
    job_.wait(rank, "MPI_Win_lock", {{ConditionKind::lock, window, {}, 0}});
  }

  // It waits to share it, or is about to.
  void shares(int rank, int window) {
    add(rank, window, State::either, false);
    job_.wait(rank, "MPI_Win_lock", {{ConditionKind::lock, window, {}, 0}});
  }

  // "1 2": who has what is in the way of that lock; "after 1": who wants it, and comes first; "not wanted".
  std::string in_the_way(int rank, int window) const {
    const CommunicatorIndex communicators(job_.ranks());
    const LockOwners::Answer answer =
        LockOwners(job_.ranks(), communicators).in_the_way(static_cast<std::uint32_t>(rank), window, 0);
    if (!answer.possible) return "not wanted";
    std::string text;
    for (const std::uint32_t owner : answer.owners) text += (text.empty() ? "" : " ") + std::to_string(owner);
    if (!answer.before.empty()) text += "after";
    for (const std::uint32_t one : answer.before) text += ' ' + std::to_string(one);
    return text;
  }

 private:
  void add(int rank, int window, State state, bool exclusive) {
    WindowLock lock;
    lock.target = 0;
    lock.exclusive = exclusive;
    lock.state = state;
    job_.window(rank, window).locks.push_back(lock);
  }

  JobBuilder job_;
};

}  // namespace

TEST_CASE("who has a lock keeps others from having it, who then have all else that they asked for") {
  Locks locks(3);
  locks.has(0, x);
  locks.has_all_but_one(1, {x, y});
  locks.wants(2, y);
  CHECK(locks.in_the_way(1, x) == "0");
  CHECK(locks.in_the_way(1, y) == "not wanted");
  CHECK(locks.in_the_way(2, y) == "1");
}

TEST_CASE("from what was seen at another time nothing follows: it may have been given away since") {
  Locks locks(3);
  locks.has(0, x);
  locks.has_all_but_one(1, {x, y});
  locks.wants(2, y);
  SUBCASE("of the owner") {
    locks.rank(0).instant = 7;
    CHECK(locks.in_the_way(2, y).empty());
    CHECK(locks.in_the_way(1, y).empty());
  }
  SUBCASE("of who waits") {
    locks.rank(1).instant = 7;
    CHECK(locks.in_the_way(2, y).empty());
  }
  SUBCASE("the same number on another machine") {
    locks.rank(0).host = "other";
    CHECK(locks.in_the_way(2, y).empty());
  }
}

TEST_CASE("from facts that contradict each other nothing follows") {
  Locks locks(5);
  locks.has(0, x);
  locks.has_all_but_one(1, {x, y});
  locks.wants(2, y);
  REQUIRE(locks.in_the_way(2, y) == "1");
  SUBCASE("two have one lock") {
    locks.has(3, z);
    locks.has(4, z);
    CHECK(locks.in_the_way(2, y).empty());
  }
  SUBCASE("two have one lock, which they share") {
    locks.has(3, z, false);
    locks.has(4, z, false);
    CHECK(locks.in_the_way(2, y) == "1");
  }
  SUBCASE("one would wait for two locks at once") {
    locks.has(3, y);
    CHECK(locks.in_the_way(2, y) == "3");
  }
  SUBCASE("who waits for one lock has it") {
    locks.has(3, z);
    locks.wants(4, z);
    CHECK(locks.in_the_way(4, z) == "3");
    CHECK(locks.in_the_way(2, y) == "1");
  }
}

TEST_CASE("a choice that contradicts what is known was not made; of several that are left each is possible") {
  Locks locks(3);
  locks.has_all_but_one(0, {x, y, z});
  CHECK(locks.in_the_way(0, x).empty());
  locks.has(1, x);
  CHECK(locks.in_the_way(0, x) == "1");
  CHECK(locks.in_the_way(0, y) == "not wanted");
  CHECK(locks.in_the_way(0, z) == "not wanted");
}

TEST_CASE("who wants to share a lock comes after one of those that want it alone, if nobody has it so") {
  Locks locks(4);
  locks.has(0, x, false);
  locks.shares(1, x);
  CHECK(locks.in_the_way(1, x).empty());
  locks.wants(2, x);
  CHECK(locks.in_the_way(1, x) == "after 2");
  CHECK(locks.in_the_way(2, x) == "0");
  locks.wants(3, x);
  CHECK(locks.in_the_way(1, x) == "after 2 3");
  SUBCASE("one of them has it") {
    Locks others(3);
    others.shares(0, x);
    others.has(1, x);
    others.wants(2, x);
    CHECK(others.in_the_way(0, x) == "1");
  }
}

TEST_CASE("where no choice is possible the pictures do not fit together, and each stays possible") {
  Locks locks(3);
  locks.has_all_but_one(0, {x, y});
  locks.has(1, x);
  REQUIRE(locks.in_the_way(0, y) == "not wanted");
  locks.has(2, y);
  CHECK(locks.in_the_way(0, x).empty());
  CHECK(locks.in_the_way(0, y).empty());
}

}  // namespace mqs_shim::why
