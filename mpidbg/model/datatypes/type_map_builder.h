#pragma once
// Combines the parts of a type map into as few entries as possible, while keeping only a few of them in memory.
//
// Blocks that are added one by one are combined into runs and loops if they are at equal distances. The order of the
// elements never changes.

#include <cstdint>
#include <vector>

#include "mpidbg/model/datatypes/type_map.h"

namespace mpidbg::model {

class TypeMapBuilder {
 public:
  explicit TypeMapBuilder(TypeMapSink &sink) : sink_(sink), levels_(1) { levels_[0].open = true; }

  // Adds `count` elements of a basic type of `size` bytes, at distances of `stride` bytes.
  void run(std::uint32_t basic, std::uint64_t size, std::int64_t displacement, std::uint64_t count,
           std::int64_t stride);

  // Adds a loop of `count` rounds, `stride` bytes apart, over the entries that body() adds.
  template <class Body>
  void repeat(std::uint64_t count, std::int64_t stride, Body &&body) {
    if (count == 0) return;
    if (count > 1) begin_loop(count, stride);
    body();
    if (count > 1) end_loop();
  }
  // Begins a loop of at least two rounds, which the matching end_loop() ends.
  void begin_loop(std::uint64_t count, std::int64_t stride);
  void end_loop();

  // Passes the remaining entries to the sink. Must be the last call.
  void finish();

  // Returns true if no more entries are passed to the sink, because it wants no more or because too_long() is true.
  bool stopped() const { return stopped_; }
  // Returns true if more parts were added than limits::type_map_steps.
  bool too_long() const { return too_long_; }

 private:
  // Describes several runs that have not been passed to the sink yet. There are `rounds` runs at distances of `outer`
  // bytes. Each run has `n` elements at distances of `inner` bytes.
  struct Item {
    std::uint32_t basic;
    std::uint64_t size;
    std::int64_t displacement;
    std::uint64_t n;
    std::int64_t inner;
    std::uint64_t rounds;
    std::int64_t outer;
  };
  // Describes a loop whose end has not been reached. Its last items are not passed to the sink yet, because they may be
  // combined with following ones. Its start is passed on when it is certain that the loop consists of more than one
  // item.
  struct Level {
    std::uint64_t count = 1;
    std::int64_t stride = 0;
    bool open = false;
    unsigned waiting = 0;
    Item items[2];
  };

  static bool join(Item &last, const Item &next);
  static bool continues(Item &last, const Item &next);
  static bool make_progression(Item &first, const Item &second, const Item &third);
  static bool fold(Item &item, std::uint64_t count, std::int64_t stride);
  void add(std::size_t level, const Item &item);
  void open(std::size_t level);
  void flush(Level &level);
  void deliver(const Item &item);
  void put(TypeMapEntry::Kind kind, std::uint64_t count, std::int64_t stride);
  void step();

  TypeMapSink &sink_;
  std::vector<Level> levels_;
  std::uint64_t steps_ = 0;
  bool stopped_ = false;
  bool too_long_ = false;
};

}  // namespace mpidbg::model
