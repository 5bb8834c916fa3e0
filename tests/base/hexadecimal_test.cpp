#include "mpidbg/base/hexadecimal.h"

#include <doctest/doctest.h>

#include <array>

using namespace mpidbg;

TEST_CASE("an address is written as C writes it") {
  CHECK(hex(Address(0)) == "0x0");
  CHECK(hex(Address(0x7ffe52060140)) == "0x7ffe52060140");
  CHECK(hex(std::uint64_t{10}) == "0xa");
  CHECK(hex(UINT64_MAX) == "0xffffffffffffffff");
}

TEST_CASE("a handle is written without what a debugger has above its width") {
  CHECK(hex(Handle(0xffffffff84000000, 4)) == "0x84000000");
  CHECK(hex(Handle(Address(0x7ffe52060140))) == "0x7ffe52060140");
}

TEST_CASE("bytes have two digits each") {
  const std::array<std::byte, 3> bytes{std::byte{0}, std::byte{0x0f}, std::byte{0xa5}};
  CHECK(hex_digits(bytes) == "000fa5");
  CHECK(hex_digits({}).empty());
}
