// Applies the rules for the constructors of subarrays and distributed arrays.

#include <algorithm>

#include "mpidbg/base/checked.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/datatypes/constructor_rules.h"

namespace mpidbg::model {

namespace {

constexpr std::uint64_t max_dimensions = 64;

Error corrupt(const ConstructedType &constructed, const std::string &what) {
  return {ErrorCode::corrupt, "the datatype at " + hex(constructed.handle) + " " + what, constructed.handle.address()};
}

// Describes one dimension of an array: the indices that belong to the datatype, and the distance between neighbours.
struct Dimension {
  std::uint64_t first = 0;   // the first index
  std::uint64_t blocks = 0;  // the number of blocks of `length` indices; the blocks start `distance` indices apart
  std::uint64_t length = 0;
  std::uint64_t distance = 0;
  std::uint64_t rest = 0;   // the number of indices in one more block of another length, or in the only block
  std::uint64_t size = 0;   // the number of indices in the complete array
  std::int64_t stride = 0;  // the distance between neighbours in bytes
};

// Sets the stride of each dimension according to the order of the array; returns false if a stride overflows.
bool set_strides(std::vector<Dimension> &dimensions, bool fortran, std::int64_t extent) {
  std::int64_t stride = extent;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    Dimension &dimension = dimensions[fortran ? i : dimensions.size() - 1 - i];
    dimension.stride = stride;
    const auto next = checked_multiply(stride, dimension.size);
    if (!next) return false;
    stride = *next;
  }
  return true;
}

// Calls element(displacement) for each index in nested loops over the dimensions; the slowest dimension is the
// outermost. Returns false on overflow.
template <class Element>
bool put_dimensions(TypeMapBuilder &builder, const std::vector<Dimension> &dimensions, bool fortran, std::size_t level,
                    std::int64_t at, Element &&element) {
  if (level == dimensions.size()) {
    element(at);
    return true;
  }
  const Dimension &dimension = dimensions[fortran ? dimensions.size() - 1 - level : level];
  const auto begin = checked_step(at, dimension.first, dimension.stride);
  const auto distance = checked_multiply(dimension.stride, dimension.distance);
  const auto rest = begin && distance ? checked_step(*begin, dimension.blocks, *distance) : std::nullopt;
  if (!rest) return false;
  bool fits = true;
  const auto indices = [&](std::uint64_t count, std::int64_t where) {
    builder.repeat(count, dimension.stride,
                   [&] { fits = fits && put_dimensions(builder, dimensions, fortran, level + 1, where, element); });
  };
  builder.repeat(dimension.blocks, *distance, [&] { indices(dimension.length, *begin); });
  indices(dimension.rest, *rest);
  return fits;
}

}  // namespace

// Adds the map of a type made with MPI_Type_create_subarray. The integers of that call are the number of dimensions;
// the sizes, subsizes and starts of all dimensions; and the order.
Status ConstructorRules::put_subarray(const ConstructedType &constructed, std::int64_t at, unsigned depth) {
  ArgumentArray integers(source_, constructed, ArgumentKind::integers);
  MPIDBG_ASSIGN(dimension_count, integers.at(0));
  const auto n = static_cast<std::uint64_t>(dimension_count);
  if (n > max_dimensions || constructed.count(ArgumentKind::integers) != 3 * n + 2) {
    return corrupt(constructed, "is a subarray of " + std::to_string(dimension_count) + " dimensions");
  }
  if (n == 0) return {};
  MPIDBG_ASSIGN(old, part(constructed));
  MPIDBG_ASSIGN(order, integers.at(3 * n + 1));
  std::vector<Dimension> dimensions(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    MPIDBG_ASSIGN(size, integers.at(1 + i));
    MPIDBG_ASSIGN(part_size, integers.at(1 + n + i));
    MPIDBG_ASSIGN(start, integers.at(1 + 2 * n + i));
    if (size < 0 || part_size < 0 || start < 0) return corrupt(constructed, "is a subarray with negative sizes");
    dimensions[i].first = static_cast<std::uint64_t>(start);
    dimensions[i].rest = static_cast<std::uint64_t>(part_size);
    dimensions[i].size = static_cast<std::uint64_t>(size);
  }
  const bool fortran = order == constants_.order_fortran;
  Status status;
  if (!set_strides(dimensions, fortran, old->extent()) ||
      !put_dimensions(*builder_, dimensions, fortran, 0, at, [&, old = old](std::int64_t where) {
        if (status) status = put_copies(*old, 1, where, depth + 1);
      })) {
    return corrupt(constructed, "has displacements that do not fit into 64 bits");
  }
  return status;
}

// Adds the map of a type made with MPI_Type_create_darray. The integers of that call are size, rank and number of
// dimensions; the global sizes, distributions, distribution arguments and process counts of all dimensions; and the
// order. The process grid is in row-major order, whatever the order of the array.
Status ConstructorRules::put_darray(const ConstructedType &constructed, std::int64_t at, unsigned depth) {
  ArgumentArray integers(source_, constructed, ArgumentKind::integers);
  if (constructed.count(ArgumentKind::integers) < 4)
    return corrupt(constructed, "is a distributed array without arguments");
  MPIDBG_ASSIGN(processes, integers.at(0));
  MPIDBG_ASSIGN(rank, integers.at(1));
  MPIDBG_ASSIGN(dimension_count, integers.at(2));
  const auto n = static_cast<std::uint64_t>(dimension_count);
  if (n > max_dimensions || constructed.count(ArgumentKind::integers) != 4 * n + 4) {
    return corrupt(constructed, "is a distributed array of " + std::to_string(dimension_count) + " dimensions");
  }
  if (n == 0) return {};
  MPIDBG_ASSIGN(old, part(constructed));
  MPIDBG_ASSIGN(order, integers.at(4 * n + 3));
  std::vector<Dimension> dimensions(n);
  std::int64_t grid = processes, left = rank;
  for (std::uint64_t i = 0; i < n; ++i) {
    MPIDBG_ASSIGN(size, integers.at(3 + i));
    MPIDBG_ASSIGN(distribution, integers.at(3 + n + i));
    MPIDBG_ASSIGN(argument, integers.at(3 + 2 * n + i));
    MPIDBG_ASSIGN(in_dimension, integers.at(3 + 3 * n + i));
    if (size < 1 || in_dimension < 1 || grid < 1 || left < 0) {
      return corrupt(constructed, "is a distributed array with sizes that make no sense");
    }
    grid /= in_dimension;
    if (grid < 1) return corrupt(constructed, "is distributed over too many processes");
    std::int64_t mine = left / grid, divided = in_dimension;
    left %= grid;
    if (distribution == constants_.distribute_none) {
      mine = 0;
      divided = 1;
    }
    Dimension &dimension = dimensions[i];
    dimension.size = static_cast<std::uint64_t>(size);
    const bool cyclic = distribution == constants_.distribute_cyclic;
    const bool by_default = argument == constants_.distribute_default || distribution == constants_.distribute_none;
    const std::int64_t block = !by_default ? argument : cyclic ? 1 : (size + divided - 1) / divided;
    if (block < 1) return corrupt(constructed, "is distributed in blocks of " + std::to_string(block));
    const std::int64_t first = mine * block;
    if (first >= size) continue;  // nothing for this process
    dimension.first = static_cast<std::uint64_t>(first);
    if (!cyclic) {
      dimension.rest = static_cast<std::uint64_t>(std::min(block, size - first));
      continue;
    }
    const std::int64_t distance = divided * block;
    const std::int64_t rounds = (size - first) / distance, rest = (size - first) % distance;
    const std::int64_t whole = rounds + (rest >= block ? 1 : 0);
    dimension.blocks = static_cast<std::uint64_t>(whole);
    dimension.length = static_cast<std::uint64_t>(block);
    dimension.distance = static_cast<std::uint64_t>(distance);
    dimension.rest = rest >= block ? 0 : static_cast<std::uint64_t>(rest);
  }
  for (const Dimension &dimension : dimensions) {
    if (dimension.blocks == 0 && dimension.rest == 0) return {};
  }
  const bool fortran = order == constants_.order_fortran;
  Status status;
  if (!set_strides(dimensions, fortran, old->extent()) ||
      !put_dimensions(*builder_, dimensions, fortran, 0, at, [&, old = old](std::int64_t where) {
        if (status) status = put_copies(*old, 1, where, depth + 1);
      })) {
    return corrupt(constructed, "has displacements that do not fit into 64 bits");
  }
  return status;
}

}  // namespace mpidbg::model
