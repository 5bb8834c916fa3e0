#pragma once
// Type maps: what a datatype is made of, as MPI's predefined types at displacements. Plain data.
//
// A type map is kept as a list of entries, in the order of MPI's type map: runs of equal types at equal distances, and
// loops that repeat the entries up to their end at equal distances. So an array of a million columns is three entries.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/base/handle.h"

namespace mpidbg::model {

struct TypeMapEntry {
  enum class Kind : std::uint8_t { run, loop, end };
  Kind kind = Kind::run;
  std::uint32_t basic = 0;        // of runs: index of TypeMap::basics
  std::int64_t displacement = 0;  // of runs: bytes, of the first element in the first round of all loops around it
  std::uint64_t count = 0;        // elements, or rounds
  std::int64_t stride = 0;        // bytes from one element or round to the next
};

// A predefined type that occurs in a map.
struct BasicType {
  Handle handle{};
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t elements = 0;  // how often it occurs
};

struct TypeMapElement {
  std::uint32_t basic = 0;
  std::int64_t displacement = 0;
};

// Bytes [begin, end), as displacements.
struct Interval {
  std::int64_t begin = 0, end = 0;
  auto operator<=>(const Interval &) const = default;
};

// The layout of one element of the datatype in its extent.
struct TypeMapCoverage {
  std::uint64_t bytes_used = 0;     // bytes of the extent that hold data
  std::uint64_t bytes_outside = 0;  // bytes of data before lb or from ub on
  std::uint64_t hole_bytes = 0;     // of the extent
  std::uint64_t holes = 0;
  std::vector<Interval> first_holes;  // at most type_map_holes
  bool overlap = false;               // some byte belongs to two elements of the map
};
inline constexpr std::size_t type_map_holes = 256;

struct TypeMap {
  std::vector<BasicType> basics;      // in the order of their first occurrence
  std::vector<TypeMapEntry> entries;  // some of them: those that were asked for
  bool counted = false;               // the totals are known
  std::uint64_t total_entries = 0;
  std::uint64_t total_elements = 0;
  std::optional<TypeMapCoverage> coverage;
  std::string coverage_problem;  // why there is no coverage
};

// Receives the entries of a map one by one.
class TypeMapSink {
 public:
  virtual ~TypeMapSink() = default;
  // `size` is that of the run's basic type. False: no more entries are wanted.
  virtual bool entry(const TypeMapEntry &entry, std::uint64_t size) = 0;
};

}  // namespace mpidbg::model
