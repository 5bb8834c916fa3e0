#pragma once
// Puts a type map together from its parts, as few entries as possible, without keeping more than a few of them.
//
// What is put in as single blocks comes out as runs and loops where the blocks are at equal distances. The order of the
// elements is never changed.

#include <cstdint>
#include <vector>

#include "mpidbg/model/datatypes/type_map.h"

namespace mpidbg::model {

class TypeMapBuilder {
 public:
  explicit TypeMapBuilder(TypeMapSink &sink) : sink_(sink), levels_(1) { levels_[0].open = true; }

  // `count` elements of a basic type of `size` bytes, `stride` bytes from one to the next.
  void run(std::uint32_t basic, std::uint64_t size, std::int64_t displacement, std::uint64_t count,
           std::int64_t stride);

  // What body() puts in, `count` times.
  template <class Body>
  void repeat(std::uint64_t count, std::int64_t stride, Body &&body) {
    if (count == 0) return;
    if (count > 1) begin_loop(count, stride);
    body();
    if (count > 1) end_loop();
  }
  // At least two rounds.
  void begin_loop(std::uint64_t count, std::int64_t stride);
  void end_loop();

  // Delivers what is left.
  void finish();

  // Nothing more is delivered: the sink wants no more, or too_long().
  bool stopped() const { return stopped_; }
  // More parts were put in than limits::type_map_steps.
  bool too_long() const { return too_long_; }

 private:
  // Runs of `n` elements `inner` bytes apart, `rounds` times at `outer` bytes.
  struct Item {
    std::uint32_t basic;
    std::uint64_t size;
    std::int64_t displacement;
    std::uint64_t n;
    std::int64_t inner;
    std::uint64_t rounds;
    std::int64_t outer;
  };
  // A loop whose end has not been seen. Its last items wait for what follows; its begin is delivered when it is certain
  // that the loop is more than one item.
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
