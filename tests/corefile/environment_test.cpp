#include "corefile/process/environment.h"

#include <doctest/doctest.h>

using namespace corefile;

TEST_CASE("a block of variables") {
  using namespace std::string_literals;
  const Environment environment = environment_in_block("A=1\0B=x=y\0no equals sign\0=empty name\0A=2\0C="s);
  CHECK(environment.size() == 3);
  CHECK(environment.at("A") == "1");  // getenv() finds the first
  CHECK(environment.at("B") == "x=y");
  CHECK(environment.at("C") == "");
  CHECK(environment_in_block("").empty());
}
