#include "mqs_shim/job/why/evidence/members.h"

#include <doctest/doctest.h>

#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

namespace {

Members ranks(const std::vector<int> &ranks) {
  std::vector<MemberRun> runs;
  runs.reserve(ranks.size());
  for (const int rank : ranks) runs.push_back({{0, rank}, 1, 7});
  return Members(runs);
}

}  // namespace

TEST_CASE("equal sequences are equal lists, however they are cut") {
  CHECK(Members({{{0, 0}, 8, 1}}) == ranks({0, 1, 2, 3, 4, 5, 6, 7}));
  CHECK(Members({{{0, 0}, 8, 1}}).runs().size() == 1);
  CHECK(Members({{{0, 0}, 2, 1}, {{0, 2}, 6, 1}}) == Members({{{0, 0}, 7, 1}, {{0, 7}, 1, 5}}));
  CHECK(Members({{{0, 0}, 2, 1}, {{0, 2}, 4, 2}}) == ranks({0, 1, 2, 4, 6, 8}));
  CHECK(Members({{{0, 0}, 1, 1}, {{0, 2}, 4, 2}}) == Members({{{0, 0}, 5, 2}}));
  CHECK(ranks({3, 2, 1, 0}) == Members({{{0, 3}, 4, -1}}));
  CHECK_FALSE(Members({{{0, 0}, 4, 1}}) == Members({{{1, 0}, 4, 1}}));
  CHECK_FALSE(ranks({0, 1}) == ranks({1, 0}));
}

TEST_CASE("runs of no process are dropped") {
  CHECK(Members(std::vector<MemberRun>{{{0, 3}, 0, 1}, {{0, 3}, -4, 1}}).empty());
  CHECK(Members().size() == 0);
}

TEST_CASE("a member and its rank find each other") {
  const Members members({{{0, 4}, 3, 2}, {{1, 0}, 2, 1}, {{0, 3}, 2, -3}});
  const std::vector<ProcessId> expected{{0, 4}, {0, 6}, {0, 8}, {1, 0}, {1, 1}, {0, 3}, {0, 0}};
  REQUIRE(members.size() == 7);
  for (int rank = 0; rank < 7; ++rank) {
    CHECK(members.at(rank) == expected[rank]);
    CHECK(members.rank_of(expected[rank]) == rank);
  }
  CHECK_FALSE(members.at(7).has_value());
  CHECK_FALSE(members.at(-1).has_value());
  CHECK_FALSE(members.contains({0, 5}));
  CHECK_FALSE(members.contains({1, 4}));
  CHECK_FALSE(members.contains({0, 10}));
}

TEST_CASE("counts and strides of damaged memory do no harm") {
  const Members members(
      {{{0, INT32_MAX}, INT32_MAX, INT32_MAX}, {{0, INT32_MIN}, INT32_MAX, INT32_MIN}, {{0, 5}, 9, 0}});
  CHECK(members.size() == 2 * std::int64_t{INT32_MAX} + 9);
  CHECK(members.contains({0, 5}));
  CHECK_FALSE(members.contains({0, 6}));
}

TEST_CASE("a communicator is present in each process that has it, however often that lists it") {
  const auto with = [](std::initializer_list<std::int64_t> contexts) {
    Evidence evidence;
    for (const std::int64_t context : contexts) {
      Communicator &one = evidence.communicators.emplace_back();
      one.context_id = context;
      one.members = Members(ProcessId{0, 0});
    }
    return evidence;
  };
  const std::vector<Evidence> evidence{with({5, 6, -1}), with({7, 5, 5, 6, 5}), with({}), with({5})};
  const CommunicatorIndex communicators(evidence);
  REQUIRE(communicators.all().size() == 3);
  CHECK(communicators.all()[0].present == 3);
  CHECK(communicators.all()[1].present == 2);
  CHECK(communicators.all()[2].present == 1);
  CHECK(communicators.id(0, 2) == CommunicatorIndex::unknown);
  CHECK(communicators.id(0, 3) == CommunicatorIndex::unknown);
  CHECK(communicators.id(0, -1) == CommunicatorIndex::unknown);
  CHECK(communicators.id(1, 2) == communicators.id(0, 0));
  CHECK(communicators.id(3, 0) == communicators.id(0, 0));
  CHECK(communicators.has(1, communicators.id(0, 1)));
  CHECK_FALSE(communicators.has(3, communicators.id(0, 1)));
  CHECK_FALSE(communicators.has(2, communicators.id(0, 0)));
}

}  // namespace mqs_shim::why
