#pragma once
// Describes where a library keeps the arguments with which a datatype was made. A library stores arguments of type
// MPI_Count in a separate array. Here they get the places that they have in the corresponding call with int and
// MPI_Aint arguments.

#include <array>
#include <functional>
#include <span>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"

namespace mpidbg::model {

// Describes an array of arguments in the memory of the target.
struct ArgumentSegment {
  Address begin{};
  // The size of an element in bytes.
  unsigned width = 0;
  std::uint64_t count = 0;
};

// Holds up to three arrays for each ArgumentKind. Together, these arrays contain the arguments of that kind in order.
using ArgumentSegments = std::array<std::array<ArgumentSegment, 3>, 3>;

// Returns where the arguments of a datatype made with `combiner` are. The other parameters are the arrays that the
// library stores; `counts` has the arguments of type MPI_Count and is empty for most datatypes.
ArgumentSegments arrange_arguments(Combiner combiner, const ArgumentSegment &integers, const ArgumentSegment &addresses,
                                   const ArgumentSegment &datatypes, const ArgumentSegment &counts);

// Returns the number of arguments of a kind.
std::uint64_t count_of(const ArgumentSegments &segments, ArgumentKind kind);

// A function that fills the complete buffer with the target's memory at the address, or returns an error.
using ReadBytes = std::function<Status(Address, std::span<std::byte>)>;

// Replaces `values` by arguments of a kind, starting with index `first`. The result is empty if `first` is the number
// of arguments; otherwise it has at least one argument, but perhaps not all that remain. `order` is the byte order of
// the process.
Status read_segment(const ReadBytes &read, ByteOrder order, const ArgumentSegments &segments, ArgumentKind kind,
                    std::uint64_t first, std::vector<std::int64_t> &values);

}  // namespace mpidbg::model
