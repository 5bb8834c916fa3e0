#include "mqs_shim/job/why/verdict/standstill.h"

#include <algorithm>

namespace mqs_shim::why {

namespace {

bool has(const RankProgress &rank, Change change) {
  return std::find(rank.changes.begin(), rank.changes.end(), change) != rank.changes.end();
}

bool tests(const Evidence &evidence) {
  return std::any_of(evidence.threads.begin(), evidence.threads.end(),
                     [](const Thread &thread) { return thread.activity == Activity::polls; });
}

// For a rank that was outside of MPI in both looks: returns true if it may have made MPI calls in between, other than
// tests (MPI_Test and the like).
bool may_have_moved(const RankProgress &rank, const TwoLooks &looks) {
  const Evidence &first = looks.first()[*rank.first], &second = looks.second()[*rank.second];
  return has(rank, Change::calls) && !leaves_traces(second) && !tests(first) && !tests(second);
}

bool has_moved(const RankProgress &rank, const TwoLooks &looks) {
  switch (rank.pace) {
    case Pace::slow:
    case Pace::live:
    case Pace::replaced:
    case Pace::left:
    case Pace::joined:
      return true;
    case Pace::ended:
    case Pace::stopped:
      return has(rank, Change::state);
    case Pace::outside:
      return may_have_moved(rank, looks);
    case Pace::still:
    case Pace::computes:
    case Pace::unclear:
    case Pace::unseen:
      return false;
  }
  return false;
}

}  // namespace

Movements movements_of(const TwoLooks &looks) {
  Movements movements;
  for (std::uint32_t index = 0; index < looks.ranks().size(); ++index) {
    const RankProgress &rank = looks.ranks()[index];
    auto &those = has_moved(rank, looks)        ? movements.moved
                  : rank.pace == Pace::computes ? movements.computing
                  : rank.pace == Pace::unseen   ? movements.unseen
                  : rank.pace == Pace::ended    ? movements.ended
                                                : movements.still;
    those.push_back(index);
  }
  return movements;
}

void Standstill::add(Clock::time_point time, const TwoLooks &looks, Movements &movements) {
  for (const std::uint32_t rank : movements.moved) testing_.erase(looks.ranks()[rank].id);
  for (const RankProgress &rank : looks.ranks()) {
    if (rank.second && tests(looks.second()[*rank.second])) testing_.insert(rank.id);
  }
  std::erase_if(movements.computing, [&](std::uint32_t rank) {
    const bool has_tested = testing_.contains(looks.ranks()[rank].id);
    if (has_tested) movements.still.push_back(rank);
    return has_tested;
  });
  std::sort(movements.still.begin(), movements.still.end());
  last_ = time;
  if (!movements.moved.empty() || !movements.computing.empty() || movements.still.empty()) since_ = time;
}

}  // namespace mqs_shim::why
