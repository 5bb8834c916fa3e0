#pragma once
// What nearly fits: the messages and collectives that differ in few things from what ranks that are stuck wait for.

#include <cstdint>
#include <optional>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

enum class CauseKind : std::uint8_t {
  near_message,           // a message that nobody asks for, and a receive or send that waits for another one
  unequal_counts,         // a rank asks for more messages than the other has sent, which is in a collective by now
  other_communicator,     // the same collective on different communicators
  collectives_exchanged,  // two collectives in a different order
  no_root,                // a rooted collective on an intercommunicator that nobody is the root of
  not_started,            // the persistent request that would match, or take part, was never started
  nonblocking_order,      // a nonblocking collective that another rank has not begun, or is through with already
  not_received,           // the receiver has taken the message that is sent with MPI_Mprobe, and does not receive it
  no_communicator,        // a collective on a communicator that members of it do not have
  other_collective        // a message of another collective, by its tag, from a rank that is not in the one waited in
};

// What differs between what is waited for and what there is.
struct Differences {
  bool tag = false, communicator = false;
  bool sender = false;    // it comes from another rank than the one asked for
  bool receiver = false;  // it went to another rank than the one that waits
  int count() const { return tag + communicator + sender + receiver; }
};

struct Cause {
  CauseKind kind{};
  std::uint32_t agent = 0;      // that waits (number in Waits::agents)
  std::uint32_t condition = 0;  // of it; of collectives not used
  // The other side. Of near_message operation `operation` of `process`: a message that is at its receiver, a send that
  // is pending, or, for an agent that waits for a send, a posted receive; of partitioned ones the other side. Of
  // unequal_counts the sender. Of collectives an agent, in `other_agent`. Of no_root not used. Of not_started an
  // operation of Evidence::inactive, in `operation`. Of nonblocking_order the process whose part is missing. Of
  // not_received the receiver, and the message there. Of no_communicator not used. Of other_collective the rank that
  // waits, and the message there.
  std::uint32_t process = 0, operation = 0, other_agent = 0;
  Differences differences;
  // Of near_message and other_communicator: somebody on whom it depends waits for messages itself, or runs, and what
  // nearly fits may be meant for a later call.
  bool may_come_later = false;
  bool too_long = false;  // of near_message: it has more bytes than the receive has room for
  // Processes that make the same mistake: at the same place, with the same tags. That of `agent` is not among them.
  std::vector<std::uint32_t> alike;
  // Of no_root: the processes one of which should be the root. Of no_communicator: those that do not have it.
  std::vector<std::uint32_t> group;
  // Of nonblocking_order: the number of the collective, and how many the other process has begun on the communicator.
  // If these are enough it is through with the one of that number: what it called there is another collective, or has
  // another root or count.
  std::int64_t number = 0, begun = 0;
  std::int64_t sent = 0, asked = 0;  // of unequal_counts: modulo 2^16 as the counters, of the pair on the communicator
};

// The operation that the agent of a cause waits for; null of one that waits for something else.
const Operation *waited_for(const Waits &waits, const Cause &cause);

// One mistake is one cause: a message and a receive that nearly fit are told from the side that waits, once if both do.
// Of one finding about ranks that can never go on; the most likely first, those that may come later last, at most
// `most_causes`.
std::vector<Cause> likely_causes(const Waits &waits, const Verdict &verdict, const Finding &finding);

// Of all such findings, in their order, until there are `most_causes`.
std::vector<Cause> likely_causes(const Waits &waits, const Verdict &verdict);

inline constexpr std::size_t most_causes = 5;
inline constexpr std::size_t most_agents = 4096;  // of a finding that causes are looked for

}  // namespace mqs_shim::why
