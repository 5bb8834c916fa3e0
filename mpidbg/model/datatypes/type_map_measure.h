#pragma once
// Measures a type map while its entries pass by: totals, and the places of its bytes.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/datatypes/type_map.h"

namespace mpidbg::model {

// Totals of a map.
class TypeMapMeasure final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t size) override;

  std::uint64_t entries() const { return entries_; }
  std::uint64_t elements() const { return elements_; }
  std::uint64_t bytes() const { return bytes_; }  // MPI_Type_size
  std::int64_t true_lb() const { return true_lb_; }
  std::int64_t true_ub() const { return true_ub_; }
  // Elements by index of the basic type.
  const std::vector<std::uint64_t> &elements_by_basic() const { return by_basic_; }
  // Some number did not fit into 64 bits: the others mean nothing.
  bool overflow() const { return overflow_; }

 private:
  struct Loop {
    std::uint64_t rounds = 1;  // of all loops around
    std::int64_t before = 0;   // how far the rounds reach below and above the first one
    std::int64_t after = 0;
  };

  std::uint64_t entries_ = 0, elements_ = 0, bytes_ = 0;
  std::int64_t true_lb_ = 0, true_ub_ = 0;
  std::vector<std::uint64_t> by_basic_;
  std::vector<Loop> loops_{Loop{}};
  bool overflow_ = false;
};

// Contiguous blocks of bytes of a map whose blocks come in ascending order and in loops that do not interleave: how
// many, and the first of them. Takes no memory for the blocks, however many there are.
class OrderedBlocks final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t size) override;

  // Nothing if the map is not like that.
  std::optional<TypeMapCoverage> coverage(std::int64_t lb, std::int64_t ub) const;

 private:
  struct Blocks {
    std::uint64_t bytes = 0;
    std::uint64_t count = 0;
    std::int64_t begin = 0, end = 0;  // of all of them
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

// The same for any map, by putting all blocks in order. Stops beyond limits::type_map_blocks.
class SortedBlocks final : public TypeMapSink {
 public:
  bool entry(const TypeMapEntry &entry, std::uint64_t size) override;

  // Nothing beyond the limit. To be called once.
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
