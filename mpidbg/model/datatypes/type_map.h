#pragma once
// A type map describes a datatype as MPI's predefined types at displacements. Plain data.
//
// A type map is a list of entries in the order of MPI's type map. A run stands for equal types at equal distances. A
// loop repeats the entries that follow it, up to the matching end, at equal distances. An array with a million columns,
// for example, has three entries.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/base/handle.h"

namespace mpidbg::model {

// Describes one entry of a type map. Displacements and strides are in bytes.
struct TypeMapEntry {
  enum class Kind : std::uint8_t { run, loop, end };
  Kind kind = Kind::run;
  // For runs, the index in TypeMap::basics.
  std::uint32_t basic = 0;
  // For runs, the displacement of the first element in the first round of all loops around it.
  std::int64_t displacement = 0;
  // The number of elements or rounds.
  std::uint64_t count = 0;
  // The distance from one element or round to the next.
  std::int64_t stride = 0;
};

// Describes a predefined type that occurs in a type map.
struct BasicType {
  Handle handle{};
  std::string name;
  std::uint64_t size = 0;
  // The number of elements of this type in the map.
  std::uint64_t elements = 0;
};

struct TypeMapElement {
  std::uint32_t basic = 0;
  std::int64_t displacement = 0;
};

// Describes the bytes whose displacements are in [begin, end).
struct Interval {
  std::int64_t begin = 0, end = 0;
  auto operator<=>(const Interval &) const = default;
};

// Describes which bytes of one element of a datatype hold data, within its extent and outside of it.
struct TypeMapCoverage {
  // The bytes in the extent that hold data.
  std::uint64_t bytes_used = 0;
  // The bytes of data before lb, or at ub and beyond.
  std::uint64_t bytes_outside = 0;
  // The bytes in the extent that hold no data.
  std::uint64_t hole_bytes = 0;
  std::uint64_t holes = 0;
  // The holes with the lowest displacements, at most type_map_holes.
  std::vector<Interval> first_holes;
  // True if some byte belongs to two elements of the map.
  bool overlap = false;
};
// The largest number of holes in `first_holes`.
inline constexpr std::size_t type_map_holes = 256;

// Holds some entries of a type map and, if requested, totals over all its entries.
struct TypeMap {
  // The predefined types in the order of their first occurrence in the map.
  std::vector<BasicType> basics;
  // The requested entries, in the order of the map.
  std::vector<TypeMapEntry> entries;
  // True if the totals below are known.
  bool counted = false;
  std::uint64_t total_entries = 0;
  std::uint64_t total_elements = 0;
  std::optional<TypeMapCoverage> coverage;
  // The reason why `coverage` is empty.
  std::string coverage_problem;
};

// Receives the entries of a type map one by one.
class TypeMapSink {
 public:
  virtual ~TypeMapSink() = default;
  // Receives one entry. `size` is the size of the run's basic type in bytes. Returns false if no more entries are
  // wanted.
  virtual bool entry(const TypeMapEntry &entry, std::uint64_t size) = 0;
};

}  // namespace mpidbg::model
