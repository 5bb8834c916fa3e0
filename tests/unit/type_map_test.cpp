// Type maps: HD5 of the requirements. Maps are put together from parts and compared, element by element and byte by
// byte, with the same parts written out without any cleverness.

#include "mpidbg/model/datatypes/type_map.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

#include "mpidbg/base/limits.h"
#include "mpidbg/model/datatypes/type_map_builder.h"
#include "mpidbg/model/datatypes/type_map_elements.h"
#include "mpidbg/model/datatypes/type_map_measure.h"

using namespace mpidbg::model;

namespace {

using Kind = TypeMapEntry::Kind;

// Keeps all entries, and can play them into another sink.
class Entries final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t size) override {
    kept.push_back({entry, size});
    return true;
  }
  void play(TypeMapSink &sink) const {
    for (const auto &[entry, size] : kept) {
      if (!sink.entry(entry, size)) return;
    }
  }
  // "2x40( 0:3x8@16 )": a loop of two rounds over three elements of the basic type 0, 8 bytes apart, from 16 on.
  std::string text() const {
    std::string text;
    for (const auto &[entry, size] : kept) {
      const std::string factor = std::to_string(entry.count) + "x" + std::to_string(entry.stride);
      text += text.empty() ? "" : " ";
      text += entry.kind == Kind::loop ? factor + "("
              : entry.kind == Kind::end
                  ? ")"
                  : std::to_string(entry.basic) + ":" + factor + "@" + std::to_string(entry.displacement);
    }
    return text;
  }
  std::vector<std::pair<TypeMapEntry, std::uint64_t>> kept;
};

template <class Body>
Entries build(Body &&body) {
  Entries entries;
  TypeMapBuilder builder(entries);
  body(builder);
  builder.finish();
  CHECK_FALSE(builder.stopped());
  return entries;
}

constexpr std::uint64_t sizes[] = {1, 4, 8};

// A random nest of runs and loops, into a builder and written out.
class RandomMap {
 public:
  explicit RandomMap(unsigned seed) : random_(seed) {}
  void put(TypeMapBuilder &builder) { put(builder, 0, {0}); }
  std::vector<std::pair<std::uint32_t, std::int64_t>> elements;

 private:
  using Offsets = std::vector<std::int64_t>;
  std::int64_t pick(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }

  // Parts are drawn once, and put into the builder; their elements go to `out` for one round.
  void put(TypeMapBuilder &builder, int depth, const Offsets &) { elements = part(builder, depth); }
  std::vector<std::pair<std::uint32_t, std::int64_t>> part(TypeMapBuilder &builder, int depth) {
    std::vector<std::pair<std::uint32_t, std::int64_t>> all;
    const std::int64_t parts = pick(1, 5);
    std::int64_t at = pick(-20, 20);
    const bool regular = pick(0, 1) == 1;
    const std::int64_t distance = pick(1, 5) * 8;
    const std::uint32_t same = static_cast<std::uint32_t>(pick(0, 2));
    for (std::int64_t i = 0; i < parts; ++i) {
      if (depth < 3 && pick(0, 2) == 0) {
        const auto count = static_cast<std::uint64_t>(pick(0, 3));
        const std::int64_t stride = pick(-30, 60);
        std::vector<std::pair<std::uint32_t, std::int64_t>> inner;
        builder.repeat(count, stride, [&] { inner = part(builder, depth + 1); });
        for (std::uint64_t round = 0; round < count; ++round) {
          for (const auto &[basic, displacement] : inner) {
            all.emplace_back(basic, displacement + static_cast<std::int64_t>(round) * stride);
          }
        }
        continue;
      }
      const std::uint32_t basic = regular ? same : static_cast<std::uint32_t>(pick(0, 2));
      const auto count = static_cast<std::uint64_t>(regular ? 2 : pick(1, 3));
      const std::int64_t stride = pick(0, 3) == 0 ? pick(-12, 24) : static_cast<std::int64_t>(sizes[basic]);
      builder.run(basic, sizes[basic], at, count, stride);
      for (std::uint64_t k = 0; k < count; ++k) {
        all.emplace_back(basic, at + static_cast<std::int64_t>(k) * (count == 1 ? 0 : stride));
      }
      at += regular ? distance : pick(-40, 40);
    }
    return all;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("HD5 a loop over elements of no bytes covers nothing, and what follows it counts") {
  SortedBlocks blocks;
  CHECK(blocks.entry({Kind::loop, 0, 0, 3, 40}, 0));
  CHECK(blocks.entry({Kind::run, 0, 0, 2, 8}, 0));
  CHECK(blocks.entry({Kind::end}, 0));
  CHECK(blocks.entry({Kind::run, 0, 16, 1, 8}, 8));
  const auto coverage = blocks.coverage(0, 32);
  REQUIRE(coverage);
  CHECK(coverage->bytes_used == 8);
  CHECK(coverage->holes == 2);
}

TEST_CASE("HD5 what lies at equal distances becomes runs and loops") {
  CHECK(build([](TypeMapBuilder &map) {
          for (int i = 0; i < 5; ++i) map.run(0, 4, 4 * i, 1, 0);
        }).text() == "0:5x4@0");
  CHECK(build([](TypeMapBuilder &map) {
          for (int i = 0; i < 5; ++i) map.run(0, 4, 40 - 12 * i, 1, 0);
        }).text() == "0:5x-12@40");
  CHECK(build([](TypeMapBuilder &map) {
          for (int i = 0; i < 4; ++i) map.run(0, 8, 40 * i, 2, 8);
        }).text() == "4x40( 0:2x8@0 )");
  // Two are no progression yet.
  CHECK(build([](TypeMapBuilder &map) {
          map.run(0, 4, 0, 1, 0);
          map.run(0, 4, 100, 1, 0);
        }).text() == "0:1x4@0 0:1x4@100");
  // Other types in between.
  CHECK(build([](TypeMapBuilder &map) {
          map.run(0, 4, 0, 1, 0);
          map.run(1, 4, 4, 1, 0);
          map.run(0, 4, 8, 1, 0);
        }).text() == "0:1x4@0 1:1x4@4 0:1x4@8");
}

TEST_CASE("HD5 loops of loops fold where they are one") {
  // A contiguous matrix.
  CHECK(build([](TypeMapBuilder &map) {
          map.repeat(3, 32, [&] { map.repeat(4, 8, [&] { map.run(0, 8, 0, 1, 0); }); });
        }).text() == "0:12x8@0");
  // A part of one: three columns of four, in three planes of it.
  CHECK(build([](TypeMapBuilder &map) {
          map.repeat(3, 1000, [&] { map.repeat(4, 32, [&] { map.run(0, 8, 8, 3, 8); }); });
        }).text() == "3x1000( 4x32( 0:3x8@8 ) )");
  CHECK(build([](TypeMapBuilder &map) { map.repeat(0, 8, [&] { map.run(0, 8, 0, 1, 0); }); }).text().empty());
  CHECK(build([](TypeMapBuilder &map) { map.repeat(7, 8, [&] { map.repeat(0, 8, [&] { map.run(0, 8, 0, 1, 0); }); }); })
            .text()
            .empty());
  CHECK(build([](TypeMapBuilder &map) {
          map.run(1, 1, -1, 1, 0);
          map.repeat(2, 100, [&] {
            map.run(0, 8, 0, 1, 0);
            map.run(1, 1, 9, 1, 0);
          });
          map.run(1, 1, 300, 1, 0);
        }).text() == "1:1x1@-1 2x100( 0:1x8@0 1:1x1@9 ) 1:1x1@300");
}

TEST_CASE("HD5 a map is what was put in, element by element and byte by byte, however it is kept") {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    RandomMap map(seed);
    const Entries entries = build([&](TypeMapBuilder &builder) { map.put(builder); });

    TypeMapElements written_out(0, map.elements.size() + 10);
    entries.play(written_out);
    std::vector<std::pair<std::uint32_t, std::int64_t>> found;
    for (const TypeMapElement &element : written_out.elements())
      found.emplace_back(element.basic, element.displacement);
    REQUIRE(found == map.elements);

    // Any part of it is the part of the whole.
    const std::uint64_t first = seed % (found.size() + 2);
    TypeMapElements part(first, 5);
    entries.play(part);
    for (std::size_t i = 0; i < part.elements().size(); ++i) {
      REQUIRE(part.elements()[i].displacement == found[first + i].second);
    }
    REQUIRE(part.elements().size() ==
            std::min<std::uint64_t>(5, found.size() - std::min<std::uint64_t>(first, found.size())));

    TypeMapMeasure measure;
    entries.play(measure);
    std::uint64_t bytes = 0;
    std::map<std::int64_t, int> used;  // byte -> how often
    for (const auto &[basic, displacement] : map.elements) {
      bytes += sizes[basic];
      for (std::uint64_t i = 0; i < sizes[basic]; ++i) ++used[displacement + static_cast<std::int64_t>(i)];
    }
    CHECK(measure.elements() == map.elements.size());
    CHECK(measure.bytes() == bytes);
    CHECK_FALSE(measure.overflow());
    if (!used.empty()) {
      CHECK(measure.true_lb() == used.begin()->first);
      CHECK(measure.true_ub() == used.rbegin()->first + 1);
    }

    const std::int64_t lb = used.empty() ? 0 : used.begin()->first - static_cast<std::int64_t>(seed % 3) + 1;
    const std::int64_t ub =
        std::max(lb, used.empty() ? 0 : used.rbegin()->first + static_cast<std::int64_t>(seed % 5) - 1);
    SortedBlocks sorted;
    entries.play(sorted);
    const auto coverage = sorted.coverage(lb, ub);
    REQUIRE(coverage);
    std::uint64_t inside = 0, outside = 0, holes = 0, hole_bytes = 0;
    bool overlap = false;
    for (const auto &[byte, times] : used) {
      (byte >= lb && byte < ub ? inside : outside) += 1;
      overlap |= times > 1;
    }
    for (std::int64_t byte = lb; byte < ub; ++byte) {
      if (used.contains(byte)) continue;
      ++hole_bytes;
      if (byte == lb || used.contains(byte - 1)) ++holes;
    }
    CHECK(coverage->bytes_used == inside);
    CHECK(coverage->bytes_outside == outside);
    CHECK(coverage->hole_bytes == hole_bytes);
    CHECK(coverage->holes == holes);
    CHECK(coverage->overlap == overlap);

    // Where the quick way answers, it answers the same.
    OrderedBlocks ordered;
    entries.play(ordered);
    if (const auto quick = ordered.coverage(lb, ub)) {
      CHECK(quick->bytes_used == inside);
      CHECK(quick->bytes_outside == 0);
      CHECK(outside == 0);
      CHECK_FALSE(overlap);
      CHECK(quick->hole_bytes == hole_bytes);
      CHECK(quick->holes == holes);
      CHECK(quick->first_holes == coverage->first_holes);
    }
  }
}

TEST_CASE("HD5 a matrix of any size costs nothing") {
  Entries entries = build([](TypeMapBuilder &map) {
    map.repeat(1'000'000, 1 << 20, [&] { map.repeat(1000, 1000, [&] { map.run(0, 8, 16, 5, 8); }); });
  });
  CHECK(entries.kept.size() == 5);
  OrderedBlocks blocks;
  entries.play(blocks);
  const auto coverage = blocks.coverage(0, std::int64_t{1'000'000} << 20);
  REQUIRE(coverage);
  CHECK(coverage->bytes_used == 40'000'000'000);
  CHECK(coverage->holes == 1'000'000'001);
  REQUIRE(coverage->first_holes.size() == type_map_holes);
  CHECK(coverage->first_holes[0] == Interval{0, 16});
  CHECK(coverage->first_holes[1] == Interval{56, 1016});
  TypeMapElements late(4'999'999'995, 10);
  entries.play(late);
  REQUIRE(late.elements().size() == 5);
  CHECK(late.elements()[4].displacement == (std::int64_t{999'999} << 20) + 999 * 1000 + 16 + 32);
}

TEST_CASE("HD5 a datatype without data is one hole, if it has an extent") {
  const OrderedBlocks nothing;
  const auto coverage = nothing.coverage(2, 10);
  REQUIRE(coverage);
  CHECK(coverage->hole_bytes == 8);
  CHECK(coverage->holes == 1);
  CHECK(coverage->first_holes == std::vector<Interval>{{2, 10}});
  CHECK(nothing.coverage(2, 2)->holes == 0);
}

TEST_CASE("HD5 numbers that do not fit are said, not wrapped around") {
  TypeMapMeasure measure;
  measure.entry({Kind::loop, 0, 0, UINT64_MAX, INT64_MAX}, 0);
  measure.entry({Kind::run, 0, INT64_MAX, UINT64_MAX, INT64_MAX}, 8);
  measure.entry({Kind::end, 0, 0, 0, 0}, 0);
  CHECK(measure.overflow());
  OrderedBlocks ordered;
  ordered.entry({Kind::run, 0, INT64_MAX - 3, 2, 8}, 8);
  CHECK_FALSE(ordered.coverage(0, 8));
  SortedBlocks sorted;
  sorted.entry({Kind::run, 0, INT64_MAX - 3, 2, 8}, 8);
  CHECK_FALSE(sorted.coverage(0, 8));
  SortedBlocks many;
  many.entry({Kind::run, 0, 0, UINT64_MAX, 16}, 8);
  CHECK_FALSE(many.coverage(0, 8));
  Entries entries;
  TypeMapBuilder builder(entries);
  for (std::uint64_t i = 0; i < mpidbg::limits::type_map_steps && !builder.stopped(); ++i) builder.run(0, 1, 0, 1, 1);
  CHECK_FALSE(builder.too_long());
  builder.run(0, 1, 0, 1, 1);
  CHECK(builder.too_long());
}
