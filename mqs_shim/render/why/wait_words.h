#pragma once
// What an agent of a verdict does and waits for, in words.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/inquiry.h"

namespace mqs_shim {

// Names for the processes of an inquiry. With several jobs a rank says which it is of.
class WaitWords {
 public:
  explicit WaitWords(const why::Waits &waits);

  // "rank 3", "ranks 0-1,7", "ranks 0-1 of job 1 and rank 0 of job 2". `conjunction` as in "rank 0, 1 and 3".
  std::string ranks(const std::vector<why::ProcessId> &processes) const;
  std::string rank(why::ProcessId process) const;
  // Of one whose rank is not known its target: "pid 4151".
  std::string rank_of(std::uint32_t process) const { return ranks_of({process}); }
  std::string ranks_of(const std::vector<std::uint32_t> &processes) const;
  std::string ranks_of_agents(const std::vector<std::uint32_t> &agents) const;

  // "MPI_Recv", "MPI_Ibarrier in the background".
  std::string call(std::uint32_t agent) const;
  // "exchange (stencil.c:88)"; empty if it is not known.
  std::string site(std::uint32_t agent) const;
  static std::string site_text(const why::Site &site);
  // "rank 1 to send tag 7 on MPI_COMM_WORLD" for each of its reasons. With `relative` peers are offsets: "rank+1".
  std::string wait(const why::Verdict &verdict, std::uint32_t agent, bool relative) const;
  // What a process does that does not wait: "runs in relax (solver.c:40)", "has exited".
  std::string activity(std::uint32_t process) const;
  // The same of several that do the same: "run in relax (solver.c:40)", "have exited".
  static std::string of_several(const std::string &activity);
  // "read": the system call that a process is blocked in that does not wait for others; empty if it is in none.
  std::string system_call(std::uint32_t process) const;
  // Of an agent that waits for a generalized request: "another thread of it runs in worker (io.c:40), and could call
  // MPI_Grequest_complete", "has no other thread that may call MPI".
  std::string who_could_complete(std::uint32_t agent) const;
  // "window halo", "window halo (target rank 1)": what a condition of kind post, complete or lock is about.
  std::string window_name(std::uint32_t agent, const why::Condition &condition) const;
  // "MPI_Barrier on MPI_COMM_WORLD", "MPI_Win_fence on window halo".
  std::string in_words(std::uint32_t process, const why::Collective &collective) const;
  // "MPI_Barrier", "MPI_File_open of file result.nc".
  std::string collective_name(std::uint32_t process, const why::Collective &collective) const;
  // What a communicator of the library that a collective is on belongs to, as far as known; else empty.
  std::string owner(std::uint32_t process, std::int32_t communicator, const std::string &call) const;
  // A communicator of the program by its name, else by its handle.
  std::string communicator(std::uint32_t process, std::int32_t index) const;
  // Where there are several jobs: "job 1" and what it consists of, "pid 4151, pid 4152 and 6 more". Else empty.
  std::vector<std::pair<std::string, std::string>> targets_of_jobs() const;

 private:
  // The targets that are the same rank as this one, if there are any.
  std::string twins_of(std::uint32_t process) const;
  std::string condition(std::uint32_t agent, std::uint32_t index, bool relative) const;
  std::string operation(std::uint32_t process, const why::Operation &operation, bool relative) const;
  std::string collective(std::uint32_t agent, std::uint32_t index) const;
  std::string window(std::uint32_t agent, std::uint32_t index) const;
  // Of a rank in a collective whose messages are seen: whom it waits for there. Nothing if they are not seen.
  std::optional<std::string> inside_collective(const why::Verdict &verdict, std::uint32_t agent, bool relative) const;
  // Whether an agent in a collective waits for members to come. Else for messages, of members that may be there: others
  // may have been there and have left.
  bool waits_for_entry(std::uint32_t agent) const;
  // The members that are not in the agent's collective; empty if all are, or if that is not known.
  const std::string &not_entered(std::uint32_t agent) const;
  std::string peer(std::uint32_t process, const why::Operation &operation, bool relative) const;

  const why::Waits &waits_;
  std::vector<std::uint32_t> jobs_;  // sorted
  // By communicator, name and number of the collective: the same for all who are in it.
  mutable std::map<std::tuple<why::CommunicatorIndex::Id, std::string, std::int64_t>, std::string> not_entered_;
};

// Agents that are in the same call, made at the same place, and wait for the same, as one.
struct WaitGroup {
  std::vector<std::uint32_t> agents;
  std::string call, site, wait;
};
// The smallest groups first: they are what differs.
std::vector<WaitGroup> group_waits(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                                   std::span<const std::uint32_t> agents);

}  // namespace mqs_shim
