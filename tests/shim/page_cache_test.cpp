#include "mqs_shim/host/page_cache.h"

#include <doctest/doctest.h>

#include <cstring>

#include "fake_target.h"

using mqs_shim::Address;
using mqs_shim::PageCache;

namespace {

fake::Target numbered_bytes(std::uint64_t start, std::size_t size) {
  fake::Target target;
  target.add_region(start, size);
  for (std::size_t i = 0; i < size; ++i) target.regions[start][i] = static_cast<std::byte>(i * 7 + i / 256);
  return target;
}

}  // namespace

TEST_CASE("a walk over memory costs one round trip for 16 KiB, and one more to begin") {
  fake::Target target = numbered_bytes(0x100000, 1 << 20);
  PageCache cache(target, PageCache::small_capacity);
  for (std::uint64_t offset = 0; offset < (1 << 20); offset += 8) {
    std::byte bytes[8];
    REQUIRE(cache.read(Address(0x100000 + offset), bytes, 8));
    REQUIRE(std::memcmp(bytes, target.regions[0x100000].data() + offset, 8) == 0);
  }
  CHECK(target.read_count == (1 << 20) / 16384 + 1);
  CHECK(cache.statistics().round_trips == (1 << 20) / 16384 + 1);
  CHECK(cache.statistics().reads == (1 << 20) / 8);
  CHECK(cache.statistics().hits == cache.statistics().reads - cache.statistics().round_trips);
}

// Of a queue whose elements point to objects of a table that was filled from its end.
TEST_CASE(
    "walks over several places at once, up and down, cost a round trip for 16 KiB of each, and one more to begin") {
  constexpr std::uint64_t bytes_of_walk = 1 << 20, distance = 2 << 20, places = 4;
  fake::Target target = numbered_bytes(0x100000, places * distance);
  PageCache cache(target, PageCache::small_capacity);
  for (std::uint64_t offset = 0; offset < bytes_of_walk; offset += 256) {
    for (std::uint64_t place = 0; place < places; ++place) {
      const std::uint64_t within = place % 2 == 0 ? offset : bytes_of_walk - 256 - offset;
      const std::uint64_t at = place * distance + within;
      std::byte bytes[8];
      REQUIRE(cache.read(Address(0x100000 + at), bytes, 8));
      REQUIRE(std::memcmp(bytes, target.regions[0x100000].data() + at, 8) == 0);
    }
  }
  CHECK(cache.statistics().round_trips <= places * (bytes_of_walk / 16384 + 1));
  CHECK(cache.statistics().bytes <= places * (bytes_of_walk + 16384));
}

TEST_CASE("a walk down ends where memory begins") {
  fake::Target target = numbered_bytes(0x102000, 16 << 10);
  PageCache cache(target, PageCache::small_capacity);
  std::byte byte;
  for (const std::uint64_t page : {0x105, 0x104, 0x103, 0x102}) REQUIRE(cache.read(Address(page << 12), &byte, 1));
  CHECK_FALSE(cache.read(Address(0x101000), &byte, 1));
  fake::Target low = numbered_bytes(0, 16 << 10);
  PageCache of_low(low, PageCache::small_capacity);
  for (const std::uint64_t page : {3, 2, 1, 0}) REQUIRE(of_low.read(Address(page << 12), &byte, 1));
  CHECK(of_low.statistics().round_trips == 2);
}

TEST_CASE("a jump costs one round trip and one page") {
  fake::Target target = numbered_bytes(0x100000, 1 << 20);
  PageCache cache(target, PageCache::small_capacity);
  std::byte byte;
  for (const std::uint64_t offset : {0x20000, 0x80000, 0x40000, 0x20010, 0x80010}) {
    REQUIRE(cache.read(Address(0x100000 + offset), &byte, 1));
  }
  CHECK(cache.statistics().round_trips == 3);
  CHECK(cache.statistics().bytes == 3 * 4096);
}

TEST_CASE("a large read is one round trip for what is missing, and a page that is there is not read again") {
  fake::Target target = numbered_bytes(0x100000, 1 << 20);
  PageCache cache(target, PageCache::large_capacity);
  std::vector<std::byte> bytes(1 << 20);
  REQUIRE(cache.read(Address(0x110000), bytes.data(), 1));
  REQUIRE(cache.read(Address(0x100000), bytes.data(), bytes.size()));
  CHECK(std::memcmp(bytes.data(), target.regions[0x100000].data(), bytes.size()) == 0);
  CHECK(cache.statistics().bytes == bytes.size());
  CHECK(cache.statistics().round_trips == 6);  // the page, 16 pages before it, 64 and 64 and 64 and 47 behind it
}

TEST_CASE("a search in pieces of 1 MiB leaves what one answer has read in the cache") {
  fake::Target target = numbered_bytes(0x100000, 16 << 20);
  PageCache cache(target, PageCache::small_capacity);
  std::vector<std::byte> piece(1 << 20);
  REQUIRE(cache.read(Address(0x100000), piece.data(), 8));
  for (std::uint64_t offset = 0; offset < (16 << 20); offset += piece.size()) {
    REQUIRE(cache.read(Address(0x100000 + offset), piece.data(), piece.size()));
    REQUIRE(std::memcmp(piece.data(), target.regions[0x100000].data() + offset, piece.size()) == 0);
  }
  CHECK(cache.statistics().round_trips == 1 + 16);
  REQUIRE(cache.read(Address(0x100000), piece.data(), 8));
  CHECK(cache.statistics().round_trips == 1 + 16);
}

TEST_CASE("reads across pages, larger than the cache, and up to the last readable byte") {
  fake::Target target = numbered_bytes(0x100800, 8 << 20);
  PageCache cache(target, PageCache::small_capacity);
  const auto &region = target.regions[0x100800];
  std::vector<std::byte> bytes(8 << 20);
  const auto same = [&](std::uint64_t offset, std::size_t size) {
    return cache.read(Address(0x100800 + offset), bytes.data(), size) &&
           std::memcmp(bytes.data(), region.data() + offset, size) == 0;
  };
  CHECK(same(4000, 5000));
  CHECK(same(0, 16));             // the page begins before the region
  CHECK(same(0, 8 << 20));        // everything
  CHECK(same((8 << 20) - 3, 3));  // the end
  CHECK_FALSE(cache.read(Address(0x100800 + (8 << 20) - 3), bytes.data(), 4));
  CHECK_FALSE(cache.read(Address(0x1007ff), bytes.data(), 1));
  CHECK_FALSE(cache.read(Address(~std::uint64_t{0} - 2), bytes.data(), 8));
  CHECK_FALSE(cache.read(Address(~std::uint64_t{0}), bytes.data(), 1));
}

TEST_CASE("what the cache holds is right after thousands of evictions") {
  fake::Target target = numbered_bytes(0x100000, 8 << 20);
  PageCache cache(target, std::size_t{2} << 20);
  const auto &region = target.regions[0x100000];
  std::uint64_t random = 12345;
  for (int i = 0; i < 20000; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t offset = (random >> 20) % ((8 << 20) - 64);
    std::byte bytes[64];
    REQUIRE(cache.read(Address(0x100000 + offset), bytes, 64));
    REQUIRE(std::memcmp(bytes, region.data() + offset, 64) == 0);
  }
}

// `queues` of a process with 300 objects of each kind made 6,085 reads at 3,339 places with a cache of 2 MiB.
TEST_CASE("6 MiB that one answer comes back to are read once") {
  constexpr std::uint64_t pages = 1536;
  fake::Target target = numbered_bytes(0x100000, pages * 4096);
  PageCache cache(target, PageCache::small_capacity);
  const auto touch_all = [&] {
    std::byte byte;
    for (std::uint64_t i = 0; i < pages; ++i) REQUIRE(cache.read(Address(0x100000 + i * 7 % pages * 4096), &byte, 1));
  };
  touch_all();
  const std::uint64_t trips = cache.statistics().round_trips;
  touch_all();
  CHECK(cache.statistics().round_trips == trips);
  CHECK(cache.statistics().bytes == pages * 4096);
}

TEST_CASE("pages at multiples of 16 MiB, where stacks, heaps and searches meet, are each read once") {
  fake::Target target;
  constexpr std::uint64_t step = std::uint64_t{16} << 20;
  for (std::uint64_t i = 1; i <= 40; ++i) target.add_region(i * step, 4096);
  // A search that goes over such a boundary.
  target.add_region(50 * step - (1 << 20), 2 << 20);
  PageCache cache(target, PageCache::large_capacity);
  std::byte byte;
  std::vector<std::byte> piece(2 << 20);
  for (int round = 0; round < 3; ++round) {
    CAPTURE(round);
    for (std::uint64_t i = 1; i <= 40; ++i) REQUIRE(cache.read(Address(i * step + 8), &byte, 1));
    REQUIRE(cache.read(Address(50 * step - (1 << 20)), piece.data(), piece.size()));
    CHECK(cache.statistics().bytes == 40 * 4096 + piece.size());
  }
}

TEST_CASE("as many pages as there is room for are kept, wherever they lie; then the least recently used one goes") {
  constexpr std::uint64_t room = PageCache::small_capacity / 4096;
  const auto address = [](std::uint64_t i) { return (i % 7 << 33) + (i << 13) + (i % 3 << 22) + 0x100000; };
  fake::Target target;
  for (std::uint64_t i = 0; i <= room; ++i) {
    target.add_region(address(i), 4096);
    target.write_number(address(i), i, 4);
  }
  PageCache cache(target, PageCache::small_capacity);
  const auto read = [&](std::uint64_t i) {
    std::uint32_t number = 0;
    REQUIRE(cache.read(Address(address(i)), &number, 4));
    CHECK(number == i);
    return cache.statistics().round_trips;
  };
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t i = 0; i < room; ++i) read(i);
    CHECK(cache.statistics().round_trips == room);
  }
  read(0);
  CHECK(read(room) == room + 1);  // for which 1 made room
  CHECK(read(0) == room + 1);
  CHECK(read(2) == room + 1);
  CHECK(read(1) == room + 2);
  cache.drop();
  CHECK(read(5) == room + 3);
  CHECK(read(6) == room + 4);
}

TEST_CASE("dropped memory is read again") {
  fake::Target target = numbered_bytes(0x100000, 4096);
  PageCache cache(target, PageCache::small_capacity);
  int value = 0;
  target.write_number(0x100010, 1, 4);
  CHECK(cache.read(Address(0x100010), &value, 4));
  target.write_number(0x100010, 2, 4);
  CHECK(cache.read(Address(0x100010), &value, 4));
  CHECK(value == 1);
  cache.drop();
  CHECK(cache.read(Address(0x100010), &value, 4));
  CHECK(value == 2);
}
