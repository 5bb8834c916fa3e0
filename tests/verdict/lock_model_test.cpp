// The verdict on random programs of locks against all that can happen to them: no rank that is proved to wait for ever
// goes on. The locks are those of osc/sm of Open MPI: tickets, which name nobody.

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/window_wait.h"
#include "mqs_shim/job/why/verdict/verdict.h"
#include "tests/fakes/random_rounds.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

constexpr int targets = 2;

struct Instruction {
  enum Kind { work, lock, unlock } kind = work;
  int place = 0;  // window * targets + target
  bool exclusive = false;
};

struct Tickets {
  int counter = 0, write = 0, read = 0;
};

struct Rank {
  std::vector<Instruction> program;
  std::size_t next = 0;
  int stage = 0, ticket = 0;
  std::vector<int> asked;  // by place: 0 none, 1 shared, 2 exclusive
  bool is_done() const { return next == program.size(); }
  const Instruction &instruction() const { return program[next]; }
};

// One step is one access to memory that others see.
class LockMachine {
 public:
  LockMachine(std::vector<std::vector<Instruction>> programs, int windows)
      : windows_(windows), tickets_(static_cast<std::size_t>(windows * targets)) {
    for (auto &program : programs) ranks_.push_back({std::move(program), 0, 0, 0, std::vector<int>(tickets_.size())});
  }

  int size() const { return static_cast<int>(ranks_.size()); }
  int windows() const { return windows_; }
  const Rank &rank(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  const Tickets &at(int place) const { return tickets_[static_cast<std::size_t>(place)]; }

  bool can_go_on(int number) const {
    const Rank &one = rank(number);
    if (one.is_done()) return false;
    const Instruction &now = one.instruction();
    if (now.kind != Instruction::lock || one.stage != 2) return true;
    return one.ticket == (now.exclusive ? at(now.place).write : at(now.place).read);
  }

  void step(int number) {
    Rank &one = ranks_[static_cast<std::size_t>(number)];
    const Instruction now = one.instruction();
    Tickets &tickets = tickets_[static_cast<std::size_t>(now.place)];
    int &asked = one.asked[static_cast<std::size_t>(now.place)];
    const int stage = one.stage++;
    bool over = false;
    if (now.kind == Instruction::lock) {
      if (stage == 0) asked = now.exclusive ? 2 : 1;
      if (stage == 1) one.ticket = tickets.counter++;
      if (stage == 3 && !now.exclusive) ++tickets.read;
      over = stage == 4;
    } else if (now.kind == Instruction::unlock) {
      if (stage == 0) ++tickets.write;
      if (stage == 1 && asked == 2) ++tickets.read;
      if (stage == 2) asked = 0;
      over = stage == 3;
    } else {
      over = stage == 1;
    }
    if (over) ++one.next, one.stage = 0;
  }

  std::string state() const {
    std::string text;
    for (const Rank &one : ranks_)
      text += std::to_string(one.next) + '.' + std::to_string(one.stage) + '.' + std::to_string(one.ticket) + ' ';
    for (const Tickets &one : tickets_)
      text += std::to_string(one.counter) + '.' + std::to_string(one.write) + '.' + std::to_string(one.read) + ' ';
    return text;
  }

 private:
  int windows_ = 0;
  std::vector<Rank> ranks_;
  std::vector<Tickets> tickets_;
};

WindowLock::State state_of(bool exclusive, const Tickets &tickets) {
  const bool is_held_alone = tickets.read == tickets.write && tickets.counter != tickets.write;
  const int shared = tickets.read - tickets.write, waiting = tickets.counter - tickets.read - (is_held_alone ? 1 : 0);
  if (waiting == 0) return WindowLock::State::held;
  return (exclusive ? is_held_alone : shared != 0) ? WindowLock::State::either : WindowLock::State::wanted;
}

// What is read of a rank now.
void take_picture(const LockMachine &machine, int number, Evidence &evidence) {
  const Rank &rank = machine.rank(number);
  for (int window = 0; window < machine.windows(); ++window) {
    Window &seen = evidence.windows[static_cast<std::size_t>(window)];
    seen.by_loads = true;
    for (int target = 0; target < targets; ++target) {
      const int place = window * targets + target;
      const int asked = rank.asked[static_cast<std::size_t>(place)];
      if (machine.at(place).read < machine.at(place).write) evidence.windows_known = false;  // refused
      if (asked == 0) continue;
      seen.locks.push_back({target, asked == 2, true, state_of(asked == 2, machine.at(place)), true, {}});
    }
  }
  if (!evidence.windows_known) evidence.windows.clear();
  Thread &thread = evidence.threads.front();
  thread.site.function = "work";
  if (rank.is_done() || rank.instruction().kind == Instruction::work) return;
  thread.activity = Activity::waits;
  thread.call = rank.instruction().kind == Instruction::lock ? "MPI_Win_lock" : "MPI_Win_unlock";
  if (find_window_wait({}, evidence, thread)) return;
  thread.activity = Activity::unknown;
}

// Locks two or three places, works, and unlocks them, or forgets one; twice.
std::vector<Instruction> random_program(std::mt19937 &random, int windows) {
  const auto below = [&](int end) { return std::uniform_int_distribution<int>(0, end - 1)(random); };
  std::vector<Instruction> program;
  for (int round = 0; round < 2; ++round) {
    std::vector<int> places(static_cast<std::size_t>(windows) * targets);
    std::iota(places.begin(), places.end(), 0);
    std::shuffle(places.begin(), places.end(), random);
    places.resize(below(2) == 0 ? 2 : 3);
    for (const int place : places) program.push_back({Instruction::lock, place, below(3) != 0});
    program.push_back({});
    std::shuffle(places.begin(), places.end(), random);
    if (round == 1 && below(4) == 0) places.pop_back();
    for (const int place : places) program.push_back({Instruction::unlock, place, false});
  }
  return program;
}

LockMachine random_machine(std::mt19937 &random) {
  const int windows = std::uniform_int_distribution<int>(1, 2)(random);
  const int size = std::uniform_int_distribution<int>(2, 4)(random);
  std::vector<std::vector<Instruction>> programs;
  programs.reserve(static_cast<std::size_t>(size));
  for (int rank = 0; rank < size; ++rank) programs.push_back(random_program(random, windows));
  return {std::move(programs), windows};
}

// False: nothing can happen.
bool step_at_random(LockMachine &machine, std::mt19937 &random) {
  std::vector<int> able;
  for (int rank = 0; rank < machine.size(); ++rank)
    if (machine.can_go_on(rank)) able.push_back(rank);
  if (able.empty()) return false;
  machine.step(able[std::uniform_int_distribution<std::size_t>(0, able.size() - 1)(random)]);
  return true;
}

// All that can happen from a state: drops who goes on. False if that is too much to look at.
bool explore(const LockMachine &machine, const LockMachine &begin, std::set<int> &stuck, std::set<std::string> &seen) {
  if (!seen.insert(machine.state()).second || stuck.empty()) return true;
  if (seen.size() > 20000) return false;
  std::erase_if(stuck, [&](int rank) { return machine.rank(rank).next != begin.rank(rank).next; });
  for (int rank = 0; rank < machine.size(); ++rank) {
    if (!machine.can_go_on(rank)) continue;
    LockMachine next = machine;
    next.step(rank);
    if (!explore(next, begin, stuck, seen)) return false;
  }
  return true;
}

std::set<int> proved(const JobBuilder &job) {
  const Waits waits(job.ranks(), {});
  const Verdict verdict = judge(waits, nullptr);
  std::set<int> found;
  for (std::size_t agent = 0; agent < waits.agents().size(); ++agent) {
    if (verdict.stuck[waits.node(agent)] <= Proof::instant)
      found.insert(static_cast<int>(waits.agents()[agent].process));
  }
  return found;
}

JobBuilder make_job(const LockMachine &machine) {
  JobBuilder job(machine.size());
  for (int window = 0; window < machine.windows(); ++window) job.window("window", 4 + window);
  return job;
}

}  // namespace

TEST_CASE("random locks: who is proved to wait for ever at one instant goes on in no order of events") {
  int explored = 0, count = 0;
  for (unsigned seed = 0; seed < fakes::random_rounds(20000); ++seed) {
    std::mt19937 random(seed);
    LockMachine machine = random_machine(random);
    JobBuilder job = make_job(machine);
    // Some are seen at any other times.
    std::vector<bool> together;
    together.reserve(static_cast<std::size_t>(machine.size()));
    for (int rank = 0; rank < machine.size(); ++rank) together.push_back(seed % 2 != 0 || random() % 3 != 0);
    const int latest = std::uniform_int_distribution<int>(5, 80)(random);
    std::vector<int> times;
    times.reserve(static_cast<std::size_t>(machine.size()));
    for (int rank = 0; rank < machine.size(); ++rank)
      times.push_back(together[static_cast<std::size_t>(rank)] ? latest : static_cast<int>(random() % 80));
    LockMachine now = machine;
    for (int time = 0; time <= 80; ++time) {
      for (int rank = 0; rank < machine.size(); ++rank) {
        const auto index = static_cast<std::size_t>(rank);
        if (times[index] != time) continue;
        take_picture(machine, rank, job.rank(rank));
        if (together[index]) job.rank(rank).instant = 1;
      }
      if (time == latest) now = machine;
      step_at_random(machine, random);
    }
    const std::set<int> claimed = proved(job);
    std::set<int> left = claimed, never;
    std::set<std::string> seen;
    if (!explore(now, now, left, seen)) continue;
    ++explored;
    count += static_cast<int>(claimed.size());
    INFO("seed ", seed);
    CHECK(left == claimed);
    for (const int rank : claimed) CHECK(together[static_cast<std::size_t>(rank)]);
  }
  MESSAGE("explored ", explored, ", proved ", count);
  CHECK(static_cast<unsigned>(explored) > fakes::random_rounds(10000));
  CHECK(static_cast<unsigned>(count) > fakes::random_rounds(5000));
}

TEST_CASE("random locks, seen at unrelated times: nothing is proved") {
  for (unsigned seed = 0; seed < fakes::random_rounds(2000); ++seed) {
    std::mt19937 random(seed);
    LockMachine machine = random_machine(random);
    JobBuilder job = make_job(machine);
    for (int rank = 0; rank < machine.size(); ++rank) {
      for (int steps = static_cast<int>(random() % 30); steps > 0; --steps) step_at_random(machine, random);
      take_picture(machine, rank, job.rank(rank));
      if (seed % 2 == 0) job.rank(rank).instant = static_cast<unsigned>(rank);
    }
    INFO("seed ", seed);
    CHECK(proved(job).empty());
  }
}

TEST_CASE("random locks at the end: most of those that hang are proved to") {
  int hung = 0, count = 0;
  for (unsigned seed = 0; seed < fakes::random_rounds(2000); ++seed) {
    std::mt19937 random(seed);
    LockMachine machine = random_machine(random);
    while (step_at_random(machine, random)) {
    }
    JobBuilder job = make_job(machine);
    for (int rank = 0; rank < machine.size(); ++rank) {
      take_picture(machine, rank, job.rank(rank));
      if (!machine.rank(rank).is_done()) ++hung;
    }
    job.at_one_instant();
    count += static_cast<int>(proved(job).size());
  }
  MESSAGE("hung ", hung, ", proved ", count);
  CHECK(static_cast<unsigned>(hung) > fakes::random_rounds(1000));
  CHECK(count * 10 > hung * 6);
}

}  // namespace mqs_shim::why
