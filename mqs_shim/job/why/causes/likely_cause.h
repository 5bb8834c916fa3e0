#pragma once
// Finds likely causes of a hang. A likely cause is a message or collective that nearly fits what a stuck rank waits
// for, and differs from it in few properties.

#include <cstdint>
#include <optional>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

// Names a kind of mistake in the program that explains why some ranks are stuck.
enum class CauseKind : std::uint8_t {
  near_message,           // a message without a receive, and a receive or send that waits for a slightly different one
  unequal_counts,         // a rank expects more messages than the other rank sent before it entered a collective
  other_communicator,     // the same collective is called on different communicators
  collectives_exchanged,  // two ranks call two collectives in different orders
  no_root,                // no rank passed MPI_ROOT to a rooted collective on an intercommunicator
  not_started,            // the persistent request that would match, or take part in the collective, was never started
  nonblocking_order,      // another rank has not begun this nonblocking collective, or has already completed it
  not_received,           // a rank took the message with MPI_Mprobe, but does not call MPI_Mrecv
  no_communicator,        // a collective on a communicator that some of its members do not have
  // A rank that is missing in the awaited collective sent a message whose tag belongs to another collective.
  other_collective,
  concurrent_collectives,  // two threads of a rank are in collectives on one communicator
  other_root,              // data of a rooted collective has come from, or gone to, another rank than the waits need
  neighbors_differ,        // two ranks disagree about whether one is a neighbour of the other
  left_out,                // some ranks are in MPI_Finalize and have not called a collective as often as the others
  taken_by_wildcard        // a receive with MPI_ANY_SOURCE or MPI_ANY_TAG has taken the message that another one needs
};

// Lists the properties in which a nearly matching operation differs from the operation for which a rank waits.
struct Differences {
  bool tag = false, communicator = false;
  bool sender = false;    // the message comes from a rank other than the requested source
  bool receiver = false;  // the message was sent to a rank other than the one that waits
  int count() const { return tag + communicator + sender + receiver; }
};

// Describes one likely cause of a finding.
struct Cause {
  // The kind of the cause, which determines which of the members below are used.
  CauseKind kind{};
  std::uint32_t agent = 0;      // the waiting agent (number in Waits::agents)
  std::uint32_t condition = 0;  // index of the agent's condition; not used for collectives
  // Identify the other side: what was found instead of what the agent (the waiting thread) waits for. Depending on
  // `kind`:
  //
  // near_message: `operation` of `process` is a message that has arrived, a pending send or, if the agent waits for a
  // send to complete, a posted receive; for partitioned operations it is the operation of the peer. unequal_counts:
  // `process` is the sender. not_started: `operation` is an index in Evidence::inactive of `process`.
  // nonblocking_order: `process` has not begun the collective. not_received: `operation` is the extracted message at
  // the receiver `process`, which may be the waiting rank. other_collective and taken_by_wildcard: `operation` is the
  // message at the waiting rank `process`. other_root: `operation` is the message at `process`, which is the waiting
  // rank or, if data moves to the root, the rank to which the awaited rank has sent it. neighbors_differ: `process` is
  // the other rank. no_root, no_communicator and left_out use none of the three members. The other kinds use
  // `other_agent` only.
  std::uint32_t process = 0, operation = 0, other_agent = 0;
  Differences differences;
  // For near_message, other_communicator, not_started and taken_by_wildcard: true if the fitting operation may still
  // come, because a rank that the agent depends on runs, or waits in a call that may precede it. The operation that was
  // found may then belong to a later call of the program.
  bool may_come_later = false;
  bool too_long = false;  // the message found has more bytes than the receive has room for
  // Other processes that make the same mistake at the same place and with the same tags as the process of `agent`.
  std::vector<std::uint32_t> alike;
  // For no_root: processes one of which should be the root. For no_communicator: processes that do not have the
  // communicator. For left_out: processes in MPI_Finalize.
  std::vector<std::uint32_t> group;
  // For nonblocking_order: `number` is the number of the collective, and `begun` counts the nonblocking collectives
  // that the other process has begun on the communicator. If `begun` >= `number`, the other process has completed its
  // collective of that number. That collective must have been a different one, or have had another root or count.
  std::int64_t number = 0, begun = 0;
  // For unequal_counts: messages between the two ranks, modulo 2^16. For neighbors_differ: `asked` counts how often the
  // agent's process lists `process`, and `sent` how often `process` lists the agent's process, which is less.
  std::int64_t sent = 0, asked = 0;
  bool as_source =
      false;  // for neighbors_differ: the agent's process lists the other as a source; else as a destination
};

// Returns the operation (a message, send or receive) that the agent of a cause waits for, or null if the agent waits
// for something else, such as a collective.
const Operation *waited_for(const Waits &waits, const Cause &cause);

// Returns at most `most_causes` causes of one finding about ranks that can never continue. The most likely come first,
// those with may_come_later last. Each mistake is reported once, from the side that waits; if both sides wait, from one
// of them.
std::vector<Cause> likely_causes(const Waits &waits, const Verdict &verdict, const Finding &finding);

// Returns the causes of all findings about ranks that can never continue, in the order of the findings; at most
// `most_causes`.
std::vector<Cause> likely_causes(const Waits &waits, const Verdict &verdict);

inline constexpr std::size_t most_causes = 5;
inline constexpr std::size_t most_agents = 4096;  // a finding with more agents is not searched for causes

}  // namespace mqs_shim::why
