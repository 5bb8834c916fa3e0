#pragma once
// Holds the verdict on a job: which ranks can never continue, how certain that is, and what the others wait for. It
// consists of facts; other files put them into words.

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/job/why/verdict/looks.h"

namespace mqs_shim::why {

// Says what a group of agents (waiting threads and nonblocking collectives) has in common.
enum class FindingKind : std::uint8_t {
  // Kinds of findings about ranks that can never continue:
  deadlock,             // the agents wait for each other
  collective_mismatch,  // a deadlock in collectives on one communicator that differ by name or arguments
  self_deadlock,        // one process waits for itself
  waits_for_dead,       // the agents wait for a process that has exited
  waits_for_finalized,  // the agents wait for a process that is in MPI_Finalize or has left MPI_Finalize
  unmatched,            // the agents wait for a message from any source that no possible sender will ever send
  // Kinds of findings about ranks that wait for something that may still happen:
  waits_for_running,
  waits_for_polling,
  // The agents wait for a process whose call is about to return, because nothing is missing or a message is on its way.
  waits_for_returning,
  waits_for_stopped,
  waits_for_not_started,
  waits_for_program,  // the agents wait for a generalized request, which only their own program can complete
  waits_for_outside,
  // The agents wait for something that should or may arrive: the message is in the network, or nothing moved between
  // the looks.
  waits_for_arrival,
  waits_for_missing,  // the agents wait for a process that is not among the inspected ones
  waits_for_unknown   // the agents wait for an unreadable process, or for something that is not understood
};

// Returns true for the kinds of findings about ranks that can never continue.
inline bool can_never_go_on(FindingKind kind) {
  return kind <= FindingKind::unmatched;
}

// Says what was missing for a better proof of a finding.
enum class Lack : std::uint8_t {
  counters,      // the layer does not count messages
  queues,        // not all messages can be seen
  communicator,  // a process does not have the communicator of the wait
  second_look,   // there was one look only
  standstill,    // the process moved between the looks, or has no counters that would show that
  transport,     // messages under way cannot be seen
  arrival,       // a message for the process was under way at the last look
  instant,       // the processes would have to be seen at one instant, but were seen one after the other
  certain_wait,  // the wait of the process was inferred, not read
  timer,         // a timer may call a signal handler of the program, which may leave the call
  thread_level   // several threads of the process are in MPI at once, which its thread level forbids
};

// Describes one result of the verdict about a group of agents (waiting threads and nonblocking collectives).
struct Finding {
  FindingKind kind{};
  Proof proof = Proof::none;  // proof that the agents can never continue; Proof::none for the other kinds
  // Numbers in Waits::agents. For a deadlock, this is the knot: agents that all wait for each other. If is_cycle is
  // set, each agent of the knot waits for the next one, and the last for the first. For other kinds, these are the
  // agents that wait directly for `processes`.
  std::vector<std::uint32_t> agents;
  bool is_cycle = false;
  std::vector<std::uint32_t> behind;  // agents that depend on `agents`, and would continue with them
  // Awaited processes that do not wait themselves: exited, finalized, running, ...
  std::vector<std::uint32_t> processes;
  std::vector<ProcessId> missing;  // awaited processes without evidence; at most `most_missing`
  // Two agents whose collectives on one communicator do not fit together.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> mismatch;
  // Reasons why the proof is not better, each with the processes to which it applies.
  std::vector<std::pair<Lack, std::vector<std::uint32_t>>> lacks;
};

inline constexpr std::size_t most_missing = 64;

// Returns true if the finding claims that its agents do not move. Returns false if a message was on its way to one of
// them.
bool claims_standstill(const Finding &finding);

// Summarizes the verdict in one number. The values are the exit codes of `mpidbg why`.
enum class Outcome : std::uint8_t {
  goes_on = 0,        // no process waits for anything that is not on its way
  stuck = 3,          // some processes can never continue: that is proved, or nothing moved between two looks
  ranks_missing = 4,  // ranks of the job are missing among the targets
  may_go_on = 5,      // some processes wait for something that may still happen
  unseen = 6          // something that was needed cannot be seen
};

// Says what a verdict begins with. A headline has one outcome, and a finding has one as well, so that answers that
// begin with the same words have the same exit code.
enum class Headline : std::uint8_t {
  finding,  // the first finding
  // Headlines of a verdict without findings:
  unseen,        // some processes, or parts of them, cannot be seen
  missing,       // ranks of the job have no evidence
  stands_still,  // no process made progress between two looks, and some are in blocking calls
  moves,         // processes in blocking calls, or of which nothing else is known, made progress between two looks
  stopped,       // some processes are stopped and have to be continued by the user
  in_init,       // all processes are in MPI_Init
  nothing        // no process waits for anything that is not on its way
};
Outcome outcome_of(Headline headline);  // not for Headline::finding
Outcome outcome_of(const Finding &finding);

// Holds everything that is concluded from one look at a job.
struct Verdict {
  Headline headline = Headline::nothing;
  Outcome outcome = Outcome::goes_on;  // that of the headline
  // Findings about ranks that can never continue come first, sorted by proof, the best first. The others follow in the
  // order of FindingKind.
  std::vector<Finding> findings;
  std::vector<Proof> stuck;           // for each node of the graph, the best proof that it can never act
  std::vector<Movement> moved;        // processes that changed between the looks
  std::vector<std::uint32_t> unseen;  // processes whose evidence is unreadable, incomplete or ambiguous
  Members missing;                    // ranks of the jobs without evidence
  bool contradicts = false;  // snapshots disagree about messages of waiting processes; another look may resolve that
  // True if processes wait for each other in these snapshots, although all of them made progress since the look before.
  bool passes = false;

  // Returns true if the process changed between the looks.
  bool has_moved(std::uint32_t process) const;
};

// Returns true if the process is initialised and in a blocking call.
bool waits_between_init_and_finalize(const Evidence &evidence);

// Makes the verdict on the processes as one look has seen them. `looks` compares their evidence with that of an earlier
// look; it is null if there was one look.
Verdict judge(const Waits &waits, const Looks *looks);

// Returns the indices of the conditions that keep an agent (a waiting thread or nonblocking collective) from
// continuing. If the agent is stuck, these are the conditions that prove it; otherwise, the conditions that are not
// about to be met.
std::vector<std::uint32_t> reasons(const Waits &waits, const Verdict &verdict, std::size_t agent);

}  // namespace mqs_shim::why
