#pragma once
// Where a library keeps the arguments that a datatype was made with. Those given as MPI_Count are in an array of their
// own; they are shown where the call without them has its integers and addresses.

#include <array>
#include <functional>
#include <span>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"

namespace mpidbg::model {

struct ArgumentSegment {
  Address begin{};
  unsigned width = 0;  // bytes of one
  std::uint64_t count = 0;
};

// Arguments in the order in which they follow each other, from up to three places. By ArgumentKind.
using ArgumentSegments = std::array<std::array<ArgumentSegment, 3>, 3>;

// `counts`: those given as MPI_Count; none for most types.
ArgumentSegments arrange_arguments(Combiner combiner, const ArgumentSegment &integers, const ArgumentSegment &addresses,
                                   const ArgumentSegment &datatypes, const ArgumentSegment &counts);

std::uint64_t count_of(const ArgumentSegments &segments, ArgumentKind kind);

// Fills all of the bytes from the address on.
using ReadBytes = std::function<Status(Address, std::span<std::byte>)>;

// Some of the arguments of a kind, from `first` on; none at the end. `order`: that of the process.
Status read_segment(const ReadBytes &read, ByteOrder order, const ArgumentSegments &segments, ArgumentKind kind,
                    std::uint64_t first, std::vector<std::int64_t> &values);

}  // namespace mpidbg::model
