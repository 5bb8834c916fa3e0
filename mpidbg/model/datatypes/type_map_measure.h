#pragma once
// Measures a type map while its entries are delivered: computes totals, and finds out which bytes hold data.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/datatypes/type_map.h"

namespace mpidbg::model {

// Computes the totals of a type map: the numbers of entries, elements and bytes, and the true bounds.
class TypeMapMeasure final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t size) override;

  std::uint64_t entries() const { return entries_; }
  std::uint64_t elements() const { return elements_; }
  // The result of MPI_Type_size.
  std::uint64_t bytes() const { return bytes_; }
  std::int64_t true_lb() const { return true_lb_; }
  std::int64_t true_ub() const { return true_ub_; }
  // Returns the number of elements of each basic type, by its index.
  const std::vector<std::uint64_t> &elements_by_basic() const { return by_basic_; }
  // Returns true if a number did not fit into 64 bits; all results are then meaningless.
  bool overflow() const { return overflow_; }

 private:
  struct Loop {
    // The product of the rounds of this loop and of all loops around it.
    std::uint64_t rounds = 1;
    // The smallest and the largest displacement of a round relative to the first round, in bytes.
    std::int64_t before = 0;
    std::int64_t after = 0;
  };

  std::uint64_t entries_ = 0, elements_ = 0, bytes_ = 0;
  std::int64_t true_lb_ = 0, true_ub_ = 0;
  std::vector<std::uint64_t> by_basic_;
  std::vector<Loop> loops_{Loop{}};
  bool overflow_ = false;
};

// Counts the contiguous blocks of bytes in a map, and keeps the first few of them, in constant memory. Works only if
// the blocks are in ascending order and loops do not interleave; otherwise the result is empty.
class OrderedBlocks final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t size) override;

  // Returns the coverage of an element with these bounds; nullopt if the map does not have the form described above.
  std::optional<TypeMapCoverage> coverage(std::int64_t lb, std::int64_t ub) const;

 private:
  struct Blocks {
    std::uint64_t bytes = 0;
    std::uint64_t count = 0;
    // The start of the lowest block and the end of the highest block.
    std::int64_t begin = 0, end = 0;
    std::vector<Interval> first;
  };
  struct Loop {
    std::uint64_t rounds = 1;
    std::int64_t stride = 0;
    Blocks blocks;
  };

  static bool append(Blocks &blocks, const Blocks &next);
  static bool repeat(Blocks &blocks, std::uint64_t rounds, std::int64_t stride);

  std::vector<Loop> loops_ = std::vector<Loop>(1);
  bool failed_ = false;
};

// Counts the blocks like OrderedBlocks, but for any map, by sorting all blocks. It stops at limits::type_map_blocks
// blocks.
class SortedBlocks final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t size) override;

  // Returns the coverage of an element with these bounds; nullopt if there are too many blocks. Must be called only
  // once.
  std::optional<TypeMapCoverage> coverage(std::int64_t lb, std::int64_t ub);

 private:
  struct Loop {
    std::uint64_t rounds = 1;
    std::int64_t stride = 0;
    std::vector<Interval> blocks;
  };

  bool append(std::vector<Interval> &blocks, Interval block);

  std::vector<Loop> loops_ = std::vector<Loop>(1);
  bool failed_ = false;
};

}  // namespace mpidbg::model
