#pragma once
// Determines what a started partitioned operation (MPI_Psend_init, MPI_Precv_init) waits for. A send completes when its
// own program has marked all partitions as ready and the receiver has started its operation. A receive completes when
// the sender has started and marked all partitions.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

constexpr bool is_partitioned(OperationKind kind) {
  return kind == OperationKind::partitioned_send || kind == OperationKind::partitioned_receive;
}

// Says who has to act before the data of a started operation moves.
enum class PartitionedNeed : std::uint8_t {
  nobody,       // the data moves, or both sides have done their part
  own_program,  // this send needs MPI_Pready for partitions that are not ready
  peer,   // all partitions of this send are ready, but the receiver has not started; or this receive needs the sender
  either  // this send needs the receiver, or MPI_Pready of its own program for the last partition
};

// Finds the operations of two processes that belong together. Libraries match partitioned operations at their
// initialisation, and do not keep the result in a readable form. This class therefore compares communicator, peer,
// direction, tag and number of partitions.
class Partitioned {
 public:
  // All three arguments must outlive this object.
  Partitioned(std::span<const Evidence> evidence, const ProcessIndex &processes,
              const CommunicatorIndex &communicators);

  // Says how to treat a send whose tag is not known and a receive that has matched no send so far. `differ`: treats
  // them as not belonging together, as the receiver would have matched them. `may_meet`: treats them as possibly
  // belonging together, as the receiver may not have handled the send's introducing message yet.
  enum class Unmet : std::uint8_t { differ, may_meet };

  // Returns who has to act for a started partitioned operation of `process`. The peer of the operation must have
  // evidence.
  PartitionedNeed need(std::uint32_t process, const Operation &operation, Unmet unmet = Unmet::differ) const;
  // Returns the only operation of the peer that can belong to `operation`, or null if there is none or more than one.
  const Operation *other_side(std::uint32_t process, const Operation &operation) const;
  // Returns the index of the only started operation of the peer that would belong to `operation` if the tags were
  // equal. Returns nothing if other_side() finds one, or if there is none or more than one.
  std::optional<std::uint32_t> with_another_tag(std::uint32_t process, const Operation &operation) const;
  // Returns true if `message` may introduce a partitioned send: Open MPI's MPI_Psend_init announces the partitioned
  // send by a message with the same tag. `message` must have arrived at `receiver`.
  bool is_introduction(std::uint32_t receiver, const Operation &message) const;

 private:
  // Lists the peer's partitioned operations with this process on the same communicator and in the opposite direction,
  // as indices.
  std::vector<std::uint32_t> opposite(std::uint32_t process, const Operation &operation) const;
  // Lists those operations in opposite() that can have the same tag as `operation`.
  std::vector<const Operation *> other_sides(std::uint32_t process, const Operation &operation,
                                             Unmet unmet = Unmet::differ) const;

  std::span<const Evidence> evidence_;
  const ProcessIndex &processes_;
  const CommunicatorIndex &communicators_;
  // For each process, the indices of its partitioned operations. Empty if no process has any.
  std::vector<std::vector<std::uint32_t>> operations_;
};

}  // namespace mqs_shim::why
