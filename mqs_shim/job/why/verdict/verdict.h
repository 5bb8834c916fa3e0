#pragma once
// The verdict on a job: facts, not words. Which ranks can never go on, how sure that is, what the others wait for.

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/job/why/verdict/looks.h"

namespace mqs_shim::why {

enum class FindingKind : std::uint8_t {
  // Ranks that can never go on:
  deadlock,             // they wait for each other
  collective_mismatch,  // the same, in collectives on one communicator that differ by name or by arguments
  self_deadlock,        // one waits for itself
  waits_for_dead,       // for a process that has exited
  waits_for_finalized,  // for one that is in MPI_Finalize or has left it
  unmatched,            // for a message from any source, and no possible sender will ever send it
  // Ranks that wait for something that may still happen:
  waits_for_running,
  waits_for_polling,
  waits_for_returning,  // for one whose call is about to return: nothing is missing, or a message for it is on its way
  waits_for_stopped,
  waits_for_not_started,
  waits_for_program,  // for a generalized request, which only its own program completes
  waits_for_outside,
  waits_for_arrival,  // for what should arrive, or may: it is in the network, or nothing moved between the two looks
  waits_for_missing,  // for a process that is not among those that were looked at
  waits_for_unknown   // for one that cannot be read, or for something that is not understood
};

inline bool can_never_go_on(FindingKind kind) {
  return kind <= FindingKind::unmatched;
}

// What keeps a finding from being proved by one look.
enum class Lack : std::uint8_t {
  counters,      // the layer does not count messages
  queues,        // not all messages can be seen
  communicator,  // one of them does not have the communicator of the wait
  second_look,   // there was one look only
  standstill,    // it moved between the looks, or has no counters that show that it did not
  transport,     // messages under way cannot be seen
  arrival,       // a message for it was under way at the last look
  instant,       // they have to be seen at one instant, and were seen one after the other
  certain_wait,  // what it waits for was concluded, not read
  thread_level   // several of its threads are in MPI at once, which its thread level does not allow
};

struct Finding {
  FindingKind kind{};
  Proof proof = Proof::none;  // of those that can never go on
  // Numbers of Waits::agents. Of a deadlock the core, in the order of the cycle if it is one: each waits for the next
  // and the last for the first. Of the others those who wait for `processes` directly.
  std::vector<std::uint32_t> agents;
  bool is_cycle = false;
  std::vector<std::uint32_t> behind;     // agents that wait for these, and would go on with them
  std::vector<std::uint32_t> processes;  // that are waited for and do not wait: dead, finalized, running, ...
  std::vector<ProcessId> missing;        // the same, of those without evidence; at most `most_missing`
  // Two agents whose collectives on one communicator do not fit.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> mismatch;
  // What a better proof lacks, and of which processes of the core.
  std::vector<std::pair<Lack, std::vector<std::uint32_t>>> lacks;
};

inline constexpr std::size_t most_missing = 64;

// Whether the finding itself claims so: not where a message was on its way to one of those that wait.
bool claims_standstill(const Finding &finding);

// The answer in one number; the values are the exit codes of `mpidbg why`.
enum class Outcome : std::uint8_t {
  goes_on = 0,        // nobody waits for anything that is not on its way
  stuck = 3,          // some can never go on: proved, or nothing moved between two looks
  ranks_missing = 4,  // ranks of the job are missing among the targets
  may_go_on = 5,      // some wait for something that may still happen
  unseen = 6          // something that was needed cannot be seen
};

struct Verdict {
  Outcome outcome = Outcome::goes_on;
  std::vector<Finding> findings;      // those that can never go on first, the best proof first
  std::vector<Proof> stuck;           // of each node of the graph: the best proof that it can never go on
  std::vector<Movement> moved;        // between the looks
  std::vector<std::uint32_t> unseen;  // processes whose evidence is unreadable, incomplete or ambiguous
  Members missing;                    // ranks of the jobs that there is no evidence of
  bool contradicts = false;  // pictures disagree about messages of processes that wait: another look may settle it
  // Processes waited for each other in these pictures, and all of them had gone on since the look before.
  bool passes = false;

  // Nothing is found, and processes that are in blocking calls made progress between the two looks.
  bool goes_on_waiting = false;
  // Nothing is found, and processes that are in blocking calls stood still between the looks, as all others did.
  bool stands_still = false;
  // Processes are stopped, and somebody has to continue them.
  bool has_stopped = false;

  bool has_moved(std::uint32_t process) const;
};

// Returns true if the process is initialised and a thread of it is in a call that returns only after a wait.
bool is_in_blocking_call(const Evidence &evidence);

// `looks`: of the same evidence against an earlier look; null if there was one look.
Verdict judge(const Waits &waits, const Looks *looks);

// The conditions that keep an agent from going on: of one that is stuck those that prove it, of another those that are
// not on their way.
std::vector<std::uint32_t> reasons(const Waits &waits, const Verdict &verdict, std::size_t agent);

}  // namespace mqs_shim::why
