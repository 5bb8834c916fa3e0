#include "mpidbg/model/datatypes/argument_segments.h"

#include <algorithm>

namespace mpidbg::model {

namespace {

// The largest number of bytes that are read at a time. Debuggers cache only smaller reads, and the decoded values still
// fit in memory.
constexpr std::size_t piece_bytes = std::size_t{1} << 20;
constexpr std::uint64_t rest = UINT64_MAX;

ArgumentSegment slice(const ArgumentSegment &all, std::uint64_t first, std::uint64_t count) {
  if (first >= all.count) return {};
  return {all.begin + first * all.width, all.width, std::min(count, all.count - first)};
}

// Divides the arguments of type MPI_Count among the integers and the addresses in `segments`.
void distribute(Combiner combiner, const ArgumentSegment &integers, const ArgumentSegment &counts,
                ArgumentSegments &segments) {
  auto &as_integers = segments[static_cast<std::size_t>(ArgumentKind::integers)];
  auto &as_addresses = segments[static_cast<std::size_t>(ArgumentKind::addresses)];
  switch (combiner) {
    case Combiner::hvector:
    case Combiner::hindexed_block:  // `counts` has the count, the block length, displacements
      as_integers = {slice(counts, 0, 2)};
      as_addresses = {slice(counts, 2, rest)};
      break;
    case Combiner::hindexed:
    case Combiner::structure: {  // `counts` has the count, block lengths, displacements
      const std::uint64_t blocks = counts.count / 2;
      as_integers = {slice(counts, 0, 1 + blocks)};
      as_addresses = {slice(counts, 1 + blocks, rest)};
      break;
    }
    case Combiner::resized:
      as_addresses = {counts};
      break;
    case Combiner::subarray:  // dimensions, the three arrays, order
      as_integers = {slice(integers, 0, 1), counts, slice(integers, 1, rest)};
      break;
    case Combiner::darray:  // size, rank, dimensions, global sizes, the other arrays and the order
      as_integers = {slice(integers, 0, 3), counts, slice(integers, 3, rest)};
      break;
    default:
      as_integers = {counts};
      break;
  }
}

}  // namespace

ArgumentSegments arrange_arguments(Combiner combiner, const ArgumentSegment &integers, const ArgumentSegment &addresses,
                                   const ArgumentSegment &datatypes, const ArgumentSegment &counts) {
  ArgumentSegments segments{};
  segments[static_cast<std::size_t>(ArgumentKind::datatypes)] = {datatypes};
  if (counts.count > 0) {
    distribute(combiner, integers, counts, segments);
    return segments;
  }
  segments[static_cast<std::size_t>(ArgumentKind::integers)] = {integers};
  segments[static_cast<std::size_t>(ArgumentKind::addresses)] = {addresses};
  return segments;
}

std::uint64_t count_of(const ArgumentSegments &segments, ArgumentKind kind) {
  std::uint64_t count = 0;
  for (const ArgumentSegment &segment : segments[static_cast<std::size_t>(kind)]) count += segment.count;
  return count;
}

Status read_segment(const ReadBytes &read, ByteOrder order, const ArgumentSegments &segments, ArgumentKind kind,
                    std::uint64_t first, std::vector<std::int64_t> &values) {
  for (const ArgumentSegment &segment : segments[static_cast<std::size_t>(kind)]) {
    if (first >= segment.count) {
      first -= segment.count;
      continue;
    }
    const std::uint64_t count = std::min<std::uint64_t>(segment.count - first, piece_bytes / segment.width);
    std::vector<std::byte> bytes(count * segment.width);
    MPIDBG_TRY(read(segment.begin + first * segment.width, bytes));
    values.resize(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto word = std::span<const std::byte>(bytes).subspan(i * segment.width, segment.width);
      values[i] = kind == ArgumentKind::datatypes ? static_cast<std::int64_t>(decode_unsigned(word, order))
                                                  : decode_signed(word, order);
    }
    return {};
  }
  values.clear();
  return {};
}

}  // namespace mpidbg::model
