// The verdict on random programs of a toy MPI against what happens to them: nothing that is proved ever goes on, and at
// the end all that cannot go on is found.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "tests/fakes/random_rounds.h"
#include "tests/verdict/toy_mpi.h"

namespace mqs_shim::why {

namespace {

using toy::Machine;

constexpr int most_steps = 4000;

struct Album {
  std::vector<Evidence> evidence;
  std::vector<std::vector<Machine::Place>> places;  // of each rank
};

// Runs to the end, and takes a picture of each rank at its time.
Album run(Machine &machine, std::mt19937 &random, const std::vector<int> &times, const toy::View &view) {
  Album album;
  const auto size = static_cast<std::size_t>(machine.size());
  album.evidence.resize(size);
  album.places.resize(size);
  const auto take = [&](std::size_t rank) {
    album.evidence[rank] = machine.picture(static_cast<int>(rank), view);
    album.places[rank] = machine.blocked(static_cast<int>(rank));
  };
  std::vector<bool> taken(size);
  for (int time = 0; time < most_steps; ++time) {
    for (std::size_t rank = 0; rank < size; ++rank) {
      if (times[rank] == time) take(rank), taken[rank] = true;
    }
    const std::size_t actions = machine.actions();
    if (actions == 0) break;
    machine.act(std::uniform_int_distribution<std::size_t>(0, actions - 1)(random));
  }
  for (std::size_t rank = 0; rank < size; ++rank) {
    if (!taken[rank]) take(rank);
  }
  return album;
}

// Of each agent of the waits the place in the machine.
Machine::Place place_of(const Album &album, const Waits &waits, std::size_t agent) {
  const Agent &one = waits.agents()[agent];
  std::size_t index = one.index;
  for (const Machine::Place &place : album.places[one.process]) {
    if (place.schedule == one.schedule && index-- == 0) return place;
  }
  throw std::logic_error("an agent without a place");
}

struct Counts {
  int proved = 0, false_proofs = 0, stuck = 0, missed = 0;
};

void check_proofs(const Album &album, const Waits &waits, const Machine &end, Proof weakest, Counts &counts) {
  const Verdict verdict = judge(waits, nullptr);
  for (std::size_t agent = 0; agent < waits.agents().size(); ++agent) {
    if (verdict.stuck[waits.node(agent)] > weakest) continue;
    ++counts.proved;
    if (!end.is_still_at(place_of(album, waits, agent))) ++counts.false_proofs;
  }
}

// At the end, with everything at rest, every agent that is blocked has to be found with `weakest` or better.
void check_end(const Machine &end, const toy::View &view, Proof weakest, Counts &counts) {
  std::vector<Evidence> evidence;
  evidence.reserve(static_cast<std::size_t>(end.size()));
  for (int rank = 0; rank < end.size(); ++rank) evidence.push_back(end.picture(rank, view));
  const Looks looks = compare(evidence, evidence);
  const Waits waits(evidence, looks.equal);
  const Verdict verdict = judge(waits, &looks);
  for (std::size_t agent = 0; agent < waits.agents().size(); ++agent) {
    const bool in_thread = !waits.agents()[agent].schedule;
    counts.stuck += in_thread;
    counts.missed += in_thread && verdict.stuck[waits.node(agent)] > weakest;
  }
}

std::vector<int> random_times(std::mt19937 &random, int size) {
  const int latest = std::uniform_int_distribution<int>(0, 2)(random) == 0 ? 300 : 60;
  std::vector<int> times;
  times.reserve(static_cast<std::size_t>(size));
  for (int rank = 0; rank < size; ++rank) times.push_back(std::uniform_int_distribution<int>(0, latest)(random));
  return times;
}

}  // namespace

TEST_CASE("random programs, one picture of each rank at unrelated times, with counters") {
  Counts counts;
  for (unsigned seed = 0; seed < fakes::random_rounds(6000); ++seed) {
    std::mt19937 random(seed);
    Machine machine(toy::random_programs(random));
    const toy::View view{true, seed % 3 != 0, seed % 2 == 0};
    const Album album = run(machine, random, random_times(random, machine.size()), view);
    if (machine.actions() != 0) continue;
    const Waits waits(album.evidence, {});
    const int before = counts.false_proofs;
    check_proofs(album, waits, machine, Proof::counters, counts);
    INFO("seed ", seed);
    CHECK(counts.false_proofs == before);
    // By its number a collective has been entered that may have been another one: then nothing is claimed.
    if (!view.collectives_visible && view.collectives_numbered) continue;
    const int missed = counts.missed;
    check_end(machine, view, view.collectives_visible ? Proof::counters : Proof::transport, counts);
    CHECK(counts.missed == missed);
  }
  MESSAGE("proved ", counts.proved, ", stuck at the end ", counts.stuck);
  CHECK(static_cast<unsigned>(counts.proved) > fakes::random_rounds(10000));
  CHECK(static_cast<unsigned>(counts.stuck) > fakes::random_rounds(10000));
}

TEST_CASE("random programs, two looks and an empty transport, without counters") {
  Counts counts;
  for (unsigned seed = 0; seed < fakes::random_rounds(6000); ++seed) {
    std::mt19937 random(seed);
    Machine machine(toy::random_programs(random));
    const toy::View view{false, seed % 3 != 0, false};
    // The second look begins when the first is over.
    std::vector<int> first_times = random_times(random, machine.size()), second_times = first_times;
    const int over = *std::max_element(first_times.begin(), first_times.end());
    for (int &time : second_times) time += over + 1 - *std::min_element(first_times.begin(), first_times.end());
    Machine same = machine;
    std::mt19937 again = random;
    const Album first = run(same, again, first_times, view);
    const Album second = run(machine, random, second_times, view);
    if (machine.actions() != 0) continue;
    const Looks looks = compare(first.evidence, second.evidence);
    const Waits waits(second.evidence, looks.equal);
    const int before = counts.false_proofs;
    check_proofs(second, waits, machine, Proof::transport, counts);
    INFO("seed ", seed);
    CHECK(counts.false_proofs == before);
  }
  MESSAGE("proved ", counts.proved);
  CHECK(static_cast<unsigned>(counts.proved) > fakes::random_rounds(10000));
}

// All that can happen from a state, or nothing if that is too much.
class Exploration {
 public:
  bool visit(const Machine &machine, std::vector<Machine::Place> &stuck) {
    if (!seen_.insert(machine.state()).second) return true;
    if (seen_.size() > 3000) return false;
    std::erase_if(stuck, [&](const Machine::Place &place) { return !machine.is_still_at(place); });
    const std::size_t actions = machine.actions();
    for (std::size_t action = 0; action < actions; ++action) {
      Machine next = machine;
      next.act(action);
      if (!visit(next, stuck)) return false;
    }
    return true;
  }

 private:
  std::set<std::string> seen_;
};

TEST_CASE("one instant: what is proved stays in every order of events") {
  int explored = 0, proved = 0;
  for (unsigned seed = 0; seed < fakes::random_rounds(1500); ++seed) {
    std::mt19937 random(seed);
    Machine machine(toy::random_programs(random));
    for (int step = std::uniform_int_distribution<int>(5, 60)(random); step > 0 && machine.actions() > 0; --step) {
      machine.act(std::uniform_int_distribution<std::size_t>(0, machine.actions() - 1)(random));
    }
    Album album;
    for (int rank = 0; rank < machine.size(); ++rank) {
      album.evidence.push_back(machine.picture(rank, {}));
      album.places.push_back(machine.blocked(rank));
    }
    const Waits waits(album.evidence, {});
    const Verdict verdict = judge(waits, nullptr);
    std::vector<Machine::Place> proven;
    for (std::size_t agent = 0; agent < waits.agents().size(); ++agent) {
      if (verdict.stuck[waits.node(agent)] == Proof::counters) proven.push_back(place_of(album, waits, agent));
    }
    std::vector<Machine::Place> left = proven;
    INFO("seed ", seed);
    if (!Exploration().visit(machine, left)) continue;
    ++explored;
    proved += static_cast<int>(proven.size());
    CHECK(left.size() == proven.size());
  }
  MESSAGE("explored ", explored, ", proved ", proved);
  CHECK(static_cast<unsigned>(explored) > fakes::random_rounds(300));
  CHECK(static_cast<unsigned>(proved) > fakes::random_rounds(300));
}

}  // namespace mqs_shim::why
