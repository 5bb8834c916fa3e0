#pragma once
// Describes where a library keeps the arguments with which a datatype was made. Arguments of type MPI_Count are in an
// array of their own; they are delivered as if the corresponding call with int and MPI_Aint arguments had been used.

#include <array>
#include <functional>
#include <span>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"

namespace mpidbg::model {

// An array of arguments in the target.
struct ArgumentSegment {
  Address begin{};
  // The size of an element in bytes.
  unsigned width = 0;
  std::uint64_t count = 0;
};

// The arguments of each ArgumentKind, in order, from up to three arrays.
using ArgumentSegments = std::array<std::array<ArgumentSegment, 3>, 3>;

// Returns the segments of a datatype made with `combiner`. `counts` has the arguments of type MPI_Count; it is empty
// for most datatypes.
ArgumentSegments arrange_arguments(Combiner combiner, const ArgumentSegment &integers, const ArgumentSegment &addresses,
                                   const ArgumentSegment &datatypes, const ArgumentSegment &counts);

// Returns the number of arguments of a kind.
std::uint64_t count_of(const ArgumentSegments &segments, ArgumentKind kind);

// Fills the complete buffer with the bytes at the address.
using ReadBytes = std::function<Status(Address, std::span<std::byte>)>;

// Replaces `values` by arguments of a kind from index `first` on, as many as are read at a time; by none if `first` is
// at the end. `order` is the byte order of the process.
Status read_segment(const ReadBytes &read, ByteOrder order, const ArgumentSegments &segments, ArgumentKind kind,
                    std::uint64_t first, std::vector<std::int64_t> &values);

}  // namespace mpidbg::model
