#include "mqs_shim/summary/column.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using mqs_shim::summaries::Column;

namespace {

std::vector<std::int64_t> numbers_of(const Column &column) {
  std::vector<std::int64_t> numbers;
  for (const Column::Run &run : column.runs())
    for (std::uint32_t i = 0; i < run.count; ++i) numbers.push_back(static_cast<std::int64_t>(run.at(i)));
  return numbers;
}

}  // namespace

TEST_CASE("what is equal or follows the rank is one run") {
  Column same, rising;
  for (int rank = 0; rank < 1000; ++rank) {
    same.add(7);
    rising.add(rank + 1);
  }
  CHECK(same.runs() == std::vector<Column::Run>{{1000, 7, 0}});
  CHECK(rising.runs() == std::vector<Column::Run>{{1000, 1, 1}});
}

TEST_CASE("the smallest and the largest number stand beside each other") {
  Column column;
  for (const std::int64_t number : {INT64_MIN, INT64_MAX, INT64_MIN, std::int64_t{0}}) column.add(number);
  CHECK(numbers_of(column) == std::vector<std::int64_t>{INT64_MIN, INT64_MAX, INT64_MIN, 0});
}

TEST_CASE("runs depend on the numbers alone, not on how they came together") {
  std::mt19937 random(20);
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::int64_t> numbers(random() % 12);
    for (std::int64_t &number : numbers) number = random() % 3;
    Column one_by_one, parts;
    for (const std::int64_t number : numbers) one_by_one.add(number);
    // Pieces of columns that were made apart.
    for (std::size_t begin = 0; begin < numbers.size();) {
      const std::size_t count = 1 + random() % (numbers.size() - begin), before = random() % 3;
      Column piece;
      for (std::size_t i = 0; i < before; ++i) piece.add(random() % 3);
      for (std::size_t i = 0; i < count; ++i) piece.add(numbers[begin + i]);
      Column::Place place;
      piece.advance(place, before);
      parts.add(piece, place, count);
      begin += count;
    }
    REQUIRE(one_by_one == parts);
    REQUIRE(numbers_of(parts) == numbers);
  }
}
