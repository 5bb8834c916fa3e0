// Answers that begin with the same words have the same exit code: in all jobs made by hand, in these with ranks that
// are missing, stopped, unreadable or read in part, and with one look or two, equal or not.

#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/render/verdict/words/verdict_titles.h"
#include "tests/render/sample_verdicts.h"

namespace {

namespace why = mqs_shim::why;

using Job = std::vector<why::Evidence>;
using Looks = std::vector<Job>;

// The words before the colon, and the whole line of a title without one.
std::string headline(const why::Inquiry &inquiry) {
  const std::string title = mqs_shim::verdict_titles(inquiry, 0.2, {}).front().text;
  return title.substr(0, title.find(": "));
}

const std::map<std::string, int> &documented() {
  static const std::map<std::string, int> codes = {
      {"DEADLOCK", 3},
      {"COLLECTIVE MISMATCH", 3},
      {"SELF-DEADLOCK", 3},
      {"DEAD PEER", 3},
      {"FINALIZED PEER", 3},
      {"UNMATCHED", 3},
      {"RANKS MISSING", 4},
      {"WAITING", 5},
      {"MOVING", 5},
      {"SUSPECTED", 6},
      {"IN THE NETWORK", 6},
      {"NOT CONNECTED", 6},
      {"STANDING STILL", 6},
      {"NOT ENOUGH INFORMATION", 6},
      {"all ranks are in MPI_Init", 0},
      {"no call of MPI waits for anything that is not on its way", 0},
  };
  return codes;
}

class Headlines {
 public:
  void check(const std::string &name, const why::Inquiry &inquiry) {
    const std::string words = headline(inquiry);
    const auto found = documented().find(words);
    REQUIRE_MESSAGE(found != documented().end(), name, ": ", words);
    CHECK_MESSAGE(static_cast<int>(inquiry.verdict().outcome) == found->second, name, ": ", words);
    seen_.insert(words);
  }
  const std::set<std::string> &seen() const { return seen_; }

 private:
  std::set<std::string> seen_;
};

void judge(const Looks &looks, why::Inquiry &inquiry) {
  for (const Job &look : looks) {
    for (const why::Evidence &one : look) inquiry.add(one);
    inquiry.judge();
  }
}

using Change = std::function<void(Job &, std::size_t)>;

// What may be different about one rank.
std::vector<Change> changes() {
  return {
      [](Job &job, std::size_t rank) { job.erase(job.begin() + static_cast<std::ptrdiff_t>(rank)); },
      [](Job &job, std::size_t rank) { job[rank].state = why::ProcessState::unreadable; },
      [](Job &job, std::size_t rank) { job[rank].stopped = true; },
      [](Job &job, std::size_t rank) { job[rank].incomplete = true; },
      [](Job &job, std::size_t rank) { job[rank].state = why::ProcessState::exited; },
      [](Job &job, std::size_t rank) { job[rank].is_core = true; },
      [](Job &job, std::size_t rank) { job[rank].progress_counters.push_back(1); },
      [](Job &job, std::size_t rank) { job[rank].transport_empty = false; },
      [](Job &job, std::size_t rank) {
        for (why::Thread &thread : job[rank].threads) thread = why::Thread{};
      },
      [](Job &job, std::size_t rank) {
        for (why::Thread &thread : job[rank].threads) thread.conditions.clear();
      },
      [](Job &job, std::size_t rank) {
        for (why::Thread &thread : job[rank].threads) {
          thread.activity = why::Activity::unknown;
          thread.conditions.clear();
        }
      },
  };
}

}  // namespace

TEST_CASE("one headline never has two exit codes") {
  Headlines headlines;
  for (const sample::Verdict &verdict : sample::verdicts()) {
    why::Inquiry whole;
    sample::judge(verdict, whole);
    headlines.check(verdict.name, whole);
    const Job &last = verdict.looks.back();
    constexpr std::size_t most_changed = 2, most_ranks = 8;
    if (last.size() > most_ranks) continue;
    for (std::size_t rank = 0; rank < last.size() && rank < most_changed; ++rank) {
      for (const Change &change : changes()) {
        Job changed = last;
        change(changed, rank);
        if (changed.empty()) continue;
        for (const Looks &looks : {Looks(1, changed), Looks(2, changed), Looks{last, changed}, Looks{changed, last}}) {
          why::Inquiry inquiry;
          judge(looks, inquiry);
          headlines.check(verdict.name, inquiry);
          inquiry.miss_ranks();
          headlines.check(verdict.name, inquiry);
        }
      }
    }
  }
  CHECK(headlines.seen().size() >= 13);
}
