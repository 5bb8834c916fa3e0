#pragma once
// Partitioned communication across processes: whose call one side waits for. A send completes when its own program has
// marked all partitions and the receiver has started; a receive when the sender has started and marked all.

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

// Who has to act before the data of a started operation moves.
enum class PartitionedNeed : std::uint8_t {
  nobody,       // it moves, or both sides have done what they have to
  own_program,  // of a send: MPI_Pready for partitions that are not ready
  peer,         // of a send: all are ready, and the receiver has not started; of a receive: the sender
  either        // of a send: the receiver, or the own program for its last partition
};

class Partitioned {
 public:
  // Both outlive it.
  Partitioned(std::span<const Evidence> evidence, const ProcessIndex &processes,
              const CommunicatorIndex &communicators);

  // What a send of which the tag is not known and a receive that has met no send may be to each other: nothing, as the
  // receiver would have matched them, or one whose introduction the receiver has not taken yet.
  enum class Unmet : std::uint8_t { differ, may_meet };

  // Of an operation of the process that is partitioned and started, and whose peer is among the processes.
  PartitionedNeed need(std::uint32_t process, const Operation &operation, Unmet unmet = Unmet::differ) const;
  // The only operation of the peer that can be the other side; null if there is none, or more than one.
  const Operation *other_side(std::uint32_t process, const Operation &operation) const;
  // The only started operation of the peer that would be the other side if its tag were not another one, by its index;
  // nothing if there is another side, none or more than one.
  std::optional<std::uint32_t> with_another_tag(std::uint32_t process, const Operation &operation) const;
  // Whether a message that has arrived at the receiver may be what a library sends at MPI_Psend_init, with the tag of
  // the partitioned send: Open MPI does.
  bool is_introduction(std::uint32_t receiver, const Operation &message) const;

 private:
  // Those of the peer in the other direction, with this process, on the communicator, by their indices.
  std::vector<std::uint32_t> opposite(std::uint32_t process, const Operation &operation) const;
  // Those of opposite() that can have the same tag.
  std::vector<const Operation *> other_sides(std::uint32_t process, const Operation &operation,
                                             Unmet unmet = Unmet::differ) const;

  std::span<const Evidence> evidence_;
  const ProcessIndex &processes_;
  const CommunicatorIndex &communicators_;
  std::vector<std::vector<std::uint32_t>>
      operations_;  // of each process, their indices; empty where no process has any
};

}  // namespace mqs_shim::why
