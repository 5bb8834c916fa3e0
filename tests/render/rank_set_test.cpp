#include "mqs_shim/render/rank_set.h"

#include <doctest/doctest.h>

using namespace mqs_shim;

TEST_CASE("sets of ranks") {
  const auto set = RankSet::parse("0-3,7");
  REQUIRE(set);
  CHECK(set->contains(0));
  CHECK(set->contains(3));
  CHECK_FALSE(set->contains(4));
  CHECK(set->contains(7));
  CHECK(set->first_beyond(4) == 7);
  CHECK_FALSE(set->first_beyond(8));
}

TEST_CASE("texts that are not a set of ranks") {
  for (const char *text : {"", "a", "1-", "-1", "3-1", "1,,2", "1,", "1-2-3", "99999999999", "1 2", "0x1", "+1"}) {
    CAPTURE(text);
    const auto set = RankSet::parse(text);
    REQUIRE_FALSE(set);
    CHECK(set.error().message == "not a set of ranks, such as 0-3,7: '" + std::string(text) + "'");
  }
}

TEST_CASE("lists of ranks are compressed, in their order") {
  CHECK(compress_ranks({}).empty());
  CHECK(compress_ranks({5}) == "5");
  CHECK(compress_ranks({0, 1}) == "0-1");
  CHECK(compress_ranks({0, 1, 2, 5, 7, 8}) == "0-2,5,7-8");
  CHECK(compress_ranks({3, 2, 1, 0}) == "3 down to 0");
  CHECK(compress_ranks({2, 1, 0}) == "2,1,0");
  CHECK(compress_ranks({5, 3, 2, 1, 0, 4}) == "5,3 down to 0,4");
  CHECK(compress_ranks({1, 0}) == "1,0");
  CHECK(compress_ranks({0, 2, 4, 6, 7}) == "0-6:2,7");
  CHECK(compress_ranks({0, 2, 4}) == "0,2,4");
  CHECK(compress_ranks({9, 6, 3, 0}) == "9 down to 0:3");
  CHECK(compress_ranks({1, 1, 1}) == "1,1,1");
  CHECK(compress_ranks({-2147483647, 2147483647}) == "-2147483647,2147483647");
}
