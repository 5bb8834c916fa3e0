#include "mpidbg/base/bounded_bytes.h"

#include <doctest/doctest.h>

#include <array>

using namespace mpidbg;

namespace {

// Aligned as any file that is mapped.
struct Block {
  alignas(8) std::array<char, 16> text{'a', 'b', 'c', '\0', 1, 0, 0, 0, 2, 0, 0, 0, 'x', 'y', 'z', '!'};
  Bytes bytes() const { return std::as_bytes(std::span(text)); }
};

}  // namespace

TEST_CASE("a part of a block is there entirely or not at all") {
  const Block block;
  CHECK(subrange(block.bytes(), 0, 16).size() == 16);
  CHECK(subrange(block.bytes(), 12, 4).size() == 4);
  CHECK(subrange(block.bytes(), 12, 5).empty());
  CHECK(subrange(block.bytes(), 17, 0).empty());
  CHECK(subrange(block.bytes(), 8, UINT64_MAX - 4).empty());
  CHECK(subrange(block.bytes(), UINT64_MAX, 2).empty());
}

TEST_CASE("a struct may start anywhere and must end within the block") {
  const Block block;
  CHECK(struct_at<std::uint32_t>(block.bytes(), 4) == 1u);
  CHECK(struct_at<std::uint32_t>(block.bytes(), 3) == 0x100u);
  CHECK(struct_at<std::uint32_t>(block.bytes(), 12));
  CHECK_FALSE(struct_at<std::uint32_t>(block.bytes(), 13));
  CHECK_FALSE(struct_at<std::uint32_t>(block.bytes(), UINT64_MAX - 1));
}

TEST_CASE("an array must be aligned and end within the block, however many elements are claimed") {
  const Block block;
  CHECK(array_at<std::uint32_t>(block.bytes(), 4, 2).size() == 2);
  CHECK(array_at<std::uint32_t>(block.bytes(), 4, 2)[1] == 2);
  CHECK(array_at<std::uint32_t>(block.bytes(), 4, 4).empty());
  CHECK(array_at<std::uint32_t>(block.bytes(), 5, 1).empty());
  CHECK(array_at<std::uint32_t>(block.bytes(), 0, UINT64_MAX / 2).empty());
}

TEST_CASE("a text ends with its NUL, within the block") {
  const Block block;
  CHECK(string_at(block.bytes(), 0) == "abc");
  CHECK(string_at(block.bytes(), 1) == "bc");
  CHECK(string_at(block.bytes(), 12).empty());
  CHECK(string_at(block.bytes(), 16).empty());
}
