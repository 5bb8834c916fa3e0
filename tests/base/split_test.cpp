#include "mpidbg/base/split.h"

#include <doctest/doctest.h>

using namespace mpidbg;
using Parts = std::vector<std::string_view>;

TEST_CASE("a separator at the end begins no further part") {
  CHECK(split("", '\n') == Parts{});
  CHECK(split("one", '\n') == Parts{"one"});
  CHECK(split("one\n", '\n') == Parts{"one"});
  CHECK(split("one\n\nthree", '\n') == Parts{"one", "", "three"});
  CHECK(split("\n", '\n') == Parts{""});
}

TEST_CASE("a list of directories has no empty ones") {
  CHECK(split_list(":/usr/lib::/lib:", ':') == Parts{"/usr/lib", "/lib"});
  CHECK(split_list("", ':') == Parts{});
}

TEST_CASE("parts are taken off the front, each with its separator") {
  std::string_view rest = "7f00-7f10 r--p";
  CHECK(take_until(rest, '-') == "7f00");
  CHECK(take_until(rest, ' ') == "7f10");
  CHECK(rest == "r--p");
  CHECK(take_until(rest, ' ') == "r--p");
  CHECK(rest.empty());
  CHECK(take_until(rest, ' ').empty());
}
