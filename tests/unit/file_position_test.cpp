// Where a file pointer stands, from the blocks of a file type.

#include "mpidbg/model/io/file_position.h"

#include <doctest/doctest.h>

#include <limits>

using mpidbg::model::byte_after_data;
using mpidbg::model::data_before_byte;
using mpidbg::model::FlatType;

TEST_CASE("a file type of three blocks of 8 bytes, 20 apart: MPI_Type_vector(3, 2, 5, MPI_INT)") {
  const FlatType type{{{0, 8}, {20, 8}, {40, 8}}, 24, 48};
  // data, byte: by counting on paper.
  constexpr std::pair<std::int64_t, std::int64_t> places[] = {{0, 0},   {7, 7},   {8, 20},  {15, 27},
                                                              {16, 40}, {23, 47}, {24, 48}, {32, 68}};
  for (const auto &[data, byte] : places) {
    CHECK(byte_after_data(type, data) == byte);
    CHECK(data_before_byte(type, byte) == data);
  }
  // In a gap as much data lies before as before the gap.
  CHECK(data_before_byte(type, 8) == 8);
  CHECK(data_before_byte(type, 19) == 8);
  CHECK(data_before_byte(type, 48 + 30) == 24 + 16);
}

TEST_CASE("blocks that begin behind the displacement") {
  const FlatType type{{{4, 4}}, 4, 12};
  CHECK(byte_after_data(type, 0) == 4);
  CHECK(byte_after_data(type, 5) == 12 + 5);
  CHECK(data_before_byte(type, 0) == 0);
  CHECK(data_before_byte(type, 11) == 4);
}

TEST_CASE("a file type that cannot be says nothing") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                         least = std::numeric_limits<std::int64_t>::min();
  CHECK(!byte_after_data({{}, 0, 8}, 0));
  CHECK(!byte_after_data({{{0, 4}}, 4, 0}, 0));
  CHECK(!byte_after_data({{{0, 4}}, 4, -8}, 0));
  CHECK(!byte_after_data({{{0, 4}}, 8, 8}, 5));  // the size is more than the blocks
  CHECK(!byte_after_data({{{0, -4}}, 4, 8}, 1));
  CHECK(!byte_after_data({{{0, 4}}, 4, most}, 8));
  CHECK(!byte_after_data({{{most, 4}}, 4, 8}, 1));
  CHECK(!byte_after_data({{{0, 4}}, 4, 8}, -1));
  CHECK(!data_before_byte({{{0, 4}}, 4, 8}, least));
  CHECK(!data_before_byte({{{least, 4}}, 4, 8}, 1));
  CHECK(!data_before_byte({{{0, most}, {0, most}}, 4, most}, most - 1));
  CHECK(!data_before_byte({{{0, 4}}, most, 1}, most));
}
