#include "mpidbg/base/whole_number.h"

#include <doctest/doctest.h>

using namespace mpidbg;

TEST_CASE("all of the text is the number") {
  CHECK(whole_number<int>("42") == 42);
  CHECK(whole_number<int>("-1") == -1);
  CHECK(whole_number<int>("007") == 7);
  CHECK(whole_number<std::uint64_t>("7ffe", 16) == 0x7ffeu);
  for (const char *text : {"", " 1", "1 ", "+1", "1x", "0x1", "-", "1.5"}) {
    CAPTURE(text);
    CHECK_FALSE(whole_number<int>(text));
  }
}

TEST_CASE("a number that does not fit is none") {
  CHECK(whole_number<int>("2147483647") == 2147483647);
  CHECK_FALSE(whole_number<int>("2147483648"));
  CHECK_FALSE(whole_number<unsigned>("-1"));
  CHECK(whole_number<std::uint64_t>("18446744073709551615") == UINT64_MAX);
  CHECK_FALSE(whole_number<std::uint64_t>("18446744073709551616"));
}

TEST_CASE("addresses are decimal, or hexadecimal with a prefix") {
  CHECK(whole_number_or_hex("0x55d0") == 0x55d0u);
  CHECK(whole_number_or_hex("0X55D0") == 0x55d0u);
  CHECK(whole_number_or_hex("55") == 55u);
  for (const char *text : {"", "0x", "0x-1", "0x0x1", "ff", "-1", "0x10000000000000000"}) {
    CAPTURE(text);
    CHECK_FALSE(whole_number_or_hex(text));
  }
}

TEST_CASE("the number at the start of a text") {
  CHECK(leading_number<long>("4151 (bash)") == 4151);
  CHECK(leading_number<std::uint64_t>("7f00-", 16) == 0x7f00u);
  CHECK(leading_number<long>("none") == 0);
}
