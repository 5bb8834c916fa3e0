#pragma once
// Partitioned communication across processes: whose call one side waits for. A send completes when its own program has
// marked all partitions and the receiver has started; a receive when the sender has started and marked all.

#include <cstdint>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence.h"
#include "mqs_shim/job/why/identity.h"

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

  // Of an operation of the process that is partitioned and started, and whose peer is among the processes.
  PartitionedNeed need(std::uint32_t process, const Operation &operation) const;
  // The only operation of the peer that can be the other side; null if there is none, or more than one.
  const Operation *other_side(std::uint32_t process, const Operation &operation) const;
  // Whether a message that has arrived at the receiver may be what a library sends at MPI_Psend_init, with the tag of
  // the partitioned send: Open MPI does.
  bool is_introduction(std::uint32_t receiver, const Operation &message) const;

 private:
  // Those of the peer in the other direction, with this process, on the communicator; of a known tag that alone.
  std::vector<const Operation *> other_sides(std::uint32_t process, const Operation &operation) const;

  std::span<const Evidence> evidence_;
  const ProcessIndex &processes_;
  const CommunicatorIndex &communicators_;
  std::vector<std::vector<std::uint32_t>>
      operations_;  // of each process, their indices; empty where no process has any
};

}  // namespace mqs_shim::why
