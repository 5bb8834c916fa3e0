// The parts of type maps that are regular: arrays, distributed arrays, pairs, and the library's own description.

#include <algorithm>

#include "mpidbg/base/checked.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/datatypes/constants.h"
#include "mpidbg/model/openmpi/datatypes/datatype_map.h"
#include "mpidbg/model/openmpi/datatypes/predefined_datatypes.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

constexpr std::uint64_t max_dimensions = 64;

Error corrupt(const DatatypeRecord &record, const std::string &what) {
  return {ErrorCode::corrupt, "the datatype at " + hex(record.handle) + " " + what, record.handle};
}

// One dimension of an array: which of its indices belong to the type, and how far apart neighbours are.
struct Dimension {
  std::uint64_t first = 0;   // index
  std::uint64_t blocks = 0;  // of `length` indices, `distance` indices apart
  std::uint64_t length = 0;
  std::uint64_t distance = 0;
  std::uint64_t rest = 0;   // of one more block, shorter than the others
  std::uint64_t size = 0;   // of the complete array
  std::int64_t stride = 0;  // bytes
};

// Strides by the order of the array; false if one does not fit.
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

// Calls element(displacement) within loops over the dimensions, the slowest outermost. False on overflow.
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

// Integers: the number of dimensions; sizes, sizes of the part, starts; the order.
Status DatatypeMap::put_subarray(const DatatypeRecord &record, std::int64_t at, unsigned depth) {
  ArgumentArray integers(process_.memory, record, ArgumentKind::integers);
  MPIDBG_ASSIGN(dimension_count, integers.at(0));
  const auto n = static_cast<std::uint64_t>(dimension_count);
  if (n > max_dimensions || record.count(ArgumentKind::integers) != 3 * n + 2) {
    return corrupt(record, "is a subarray of " + std::to_string(dimension_count) + " dimensions");
  }
  if (n == 0) return {};
  MPIDBG_ASSIGN(old, part(record));
  MPIDBG_ASSIGN(order, integers.at(3 * n + 1));
  std::vector<Dimension> dimensions(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    MPIDBG_ASSIGN(size, integers.at(1 + i));
    MPIDBG_ASSIGN(part_size, integers.at(1 + n + i));
    MPIDBG_ASSIGN(start, integers.at(1 + 2 * n + i));
    if (size < 0 || part_size < 0 || start < 0) return corrupt(record, "is a subarray with negative sizes");
    dimensions[i].first = static_cast<std::uint64_t>(start);
    dimensions[i].rest = static_cast<std::uint64_t>(part_size);
    dimensions[i].size = static_cast<std::uint64_t>(size);
  }
  const bool fortran = order == constants::order_fortran;
  Status status;
  if (!set_strides(dimensions, fortran, old->extent()) ||
      !put_dimensions(*builder_, dimensions, fortran, 0, at, [&, old = old](std::int64_t where) {
        if (status) status = put_copies(*old, 1, where, depth + 1);
      })) {
    return corrupt(record, "has displacements that do not fit into 64 bits");
  }
  return status;
}

// Integers: size, rank, the number of dimensions; sizes, distributions, their arguments, processes; the order. The
// processes form a grid in row-major order, whatever the order of the array.
Status DatatypeMap::put_darray(const DatatypeRecord &record, std::int64_t at, unsigned depth) {
  ArgumentArray integers(process_.memory, record, ArgumentKind::integers);
  if (record.count(ArgumentKind::integers) < 4) return corrupt(record, "is a distributed array without arguments");
  MPIDBG_ASSIGN(processes, integers.at(0));
  MPIDBG_ASSIGN(rank, integers.at(1));
  MPIDBG_ASSIGN(dimension_count, integers.at(2));
  const auto n = static_cast<std::uint64_t>(dimension_count);
  if (n > max_dimensions || record.count(ArgumentKind::integers) != 4 * n + 4) {
    return corrupt(record, "is a distributed array of " + std::to_string(dimension_count) + " dimensions");
  }
  if (n == 0) return {};
  MPIDBG_ASSIGN(old, part(record));
  MPIDBG_ASSIGN(order, integers.at(4 * n + 3));
  std::vector<Dimension> dimensions(n);
  std::int64_t grid = processes, left = rank;
  for (std::uint64_t i = 0; i < n; ++i) {
    MPIDBG_ASSIGN(size, integers.at(3 + i));
    MPIDBG_ASSIGN(distribution, integers.at(3 + n + i));
    MPIDBG_ASSIGN(argument, integers.at(3 + 2 * n + i));
    MPIDBG_ASSIGN(in_dimension, integers.at(3 + 3 * n + i));
    if (size < 1 || in_dimension < 1 || grid < 1 || left < 0) {
      return corrupt(record, "is a distributed array with sizes that make no sense");
    }
    grid /= in_dimension;
    if (grid < 1) return corrupt(record, "is distributed over too many processes");
    std::int64_t mine = left / grid, divided = in_dimension;
    left %= grid;
    if (distribution == constants::distribute_none) {
      mine = 0;
      divided = 1;
    }
    Dimension &dimension = dimensions[i];
    dimension.size = static_cast<std::uint64_t>(size);
    const bool cyclic = distribution == constants::distribute_cyclic;
    const bool by_default = argument == constants::distribute_default || distribution == constants::distribute_none;
    const std::int64_t block = !by_default ? argument : cyclic ? 1 : (size + divided - 1) / divided;
    if (block < 1) return corrupt(record, "is distributed in blocks of " + std::to_string(block));
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
  const bool fortran = order == constants::order_fortran;
  Status status;
  if (!set_strides(dimensions, fortran, old->extent()) ||
      !put_dimensions(*builder_, dimensions, fortran, 0, at, [&, old = old](std::int64_t where) {
        if (status) status = put_copies(*old, 1, where, depth + 1);
      })) {
    return corrupt(record, "has displacements that do not fit into 64 bits");
  }
  return status;
}

// MPI_DOUBLE_INT and its like. The place of the second part is known from the library's description.
Status DatatypeMap::put_pair(const DatatypeRecord &record, std::int64_t at) {
  const auto pair = pair_type(record.fortran_index);
  MPIDBG_ASSIGN(first, basic_by_index(pair->first));
  MPIDBG_ASSIGN(second, basic_by_index(pair->second));
  const std::uint64_t first_size = basics_[first].size, second_size = basics_[second].size;
  std::int64_t offset = static_cast<std::int64_t>(first_size);
  const Layouts &layouts = process_.layouts();
  if (record.description_length == 2 && layouts.data_element.resolved()) {
    const Address entry = record.description + std::max(layouts.data_element.byte_size, layouts.data_loop.byte_size);
    MPIDBG_ASSIGN(element, process_.objects.read(layouts.data_element, entry));
    offset = element.get(&DataElementLayout::disp);
  }
  const auto place = checked_add(at, offset);
  if (!place) return corrupt(record, "has displacements that do not fit into 64 bits");
  builder_->run(first, first_size, at, 1, 0);
  builder_->run(second, second_size, *place, 1, 0);
  return {};
}

Status DatatypeMap::put_description(const DatatypeRecord &record, std::int64_t at) {
  const Layouts &layouts = process_.layouts();
  if (std::string why = Attachment::unresolved(
          {&layouts.data_description, &layouts.data_record, &layouts.data_element, &layouts.data_loop});
      !why.empty()) {
    return Error{ErrorCode::layout, std::move(why), record.handle};
  }
  if (record.size == 0) return {};  // as one made of nothing, whose description is that of MPI_DATATYPE_NULL
  const std::uint64_t bytes = std::max(layouts.data_element.byte_size, layouts.data_loop.byte_size);
  if (record.description_length > limits::type_map_steps) {
    return corrupt(record, "has a description of " + std::to_string(record.description_length) + " records");
  }
  unsigned open = 0;
  for (std::uint64_t i = 0; i < record.description_length && !builder_->stopped(); ++i) {
    const Address entry = record.description + i * bytes;
    MPIDBG_ASSIGN(head, process_.objects.read(layouts.data_record, entry));
    const std::uint16_t type = head.get(&DataRecordLayout::type);
    if (type == constants::data_loop) {
      MPIDBG_ASSIGN(loop, process_.objects.read(layouts.data_loop, entry));
      if (++open > limits::depth) return corrupt(record, "has a description with too many loops");
      const std::uint32_t rounds = loop.get(&DataLoopLayout::loops);
      if (rounds < 2) return corrupt(record, "has a description with a loop of " + std::to_string(rounds) + " rounds");
      builder_->begin_loop(rounds, loop.get(&DataLoopLayout::extent));
      continue;
    }
    if (type == constants::data_end_loop) {
      if (open == 0) return corrupt(record, "has a description with a loop that ends before it begins");
      --open;
      builder_->end_loop();
      continue;
    }
    MPIDBG_ASSIGN(element, process_.objects.read(layouts.data_element, entry));
    MPIDBG_ASSIGN(index, basic_by_index(datatype_of_basic_type(type)));
    const std::uint64_t size = basics_[index].size;
    const auto place = checked_add(element.get(&DataElementLayout::disp), at);
    if (!place) return corrupt(record, "has displacements that do not fit into 64 bits");
    builder_->repeat(element.get(&DataElementLayout::count), element.get(&DataElementLayout::extent), [&] {
      builder_->run(index, size, *place, element.get(&DataElementLayout::blocklen), static_cast<std::int64_t>(size));
    });
  }
  while (open-- > 0) builder_->end_loop();
  return {};
}

}  // namespace mpidbg::model::openmpi
