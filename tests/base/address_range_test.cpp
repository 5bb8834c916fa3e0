#include "mpidbg/base/address_range.h"

#include <doctest/doctest.h>

using mpidbg::Address;
using mpidbg::AddressRange;

TEST_CASE("a range holds its begin and not its end") {
  const AddressRange range{Address(0x1000), Address(0x2000)};
  CHECK(range.contains(Address(0x1000)));
  CHECK(range.contains(Address(0x1fff)));
  CHECK_FALSE(range.contains(Address(0xfff)));
  CHECK_FALSE(range.contains(Address(0x2000)));
  CHECK(range.size() == 0x1000);
}

TEST_CASE("a range that ends before it begins is empty, not almost all of memory") {
  const AddressRange range{Address(0x2000), Address(0x1000)};
  CHECK(range.size() == 0);
  CHECK_FALSE(range.contains(Address(0x1800)));
  CHECK(AddressRange{}.size() == 0);
  CHECK_FALSE(AddressRange{}.contains(Address(0)));
}
