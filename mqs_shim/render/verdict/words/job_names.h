#pragma once
// Names the processes of a hung job, their calls, and the objects of these calls.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim {

// Names the processes of an inquiry. If there are several jobs, each rank is named with its job. A job counts even if
// none of its processes was inspected, provided that some are in a communicator of an inspected process.
class JobNames {
 public:
  explicit JobNames(const why::Waits &waits);

  const why::Waits &waits() const { return waits_; }

  // Return names of processes, such as "rank 3", "ranks 0-1,7" or "ranks 0-1 of job 1 and rank 0 of job 2".
  std::string ranks(const std::vector<why::ProcessId> &processes) const;
  std::string rank(why::ProcessId process) const;
  // Names a process of unknown rank by its target: "pid 4151".
  std::string rank_of(std::uint32_t process) const { return ranks_of({process}); }
  // Returns true if all processes have the same name, so that a text about them has to be singular. Several targets may
  // have the same rank.
  bool are_one(const std::vector<std::uint32_t> &processes) const;
  std::string ranks_of(const std::vector<std::uint32_t> &processes) const;
  std::string ranks_of_agents(const std::vector<std::uint32_t> &agents) const;
  // If there are several jobs: returns for each job its name and its targets, such as "job 1, [26292,1]" and "pid 4151,
  // pid 4152 and 6 more". The name contains the launcher's name for the job if that is known. Returns nothing if there
  // is one job.
  std::vector<std::pair<std::string, std::string>> targets_of_jobs() const;

  // Returns a name for the call in which the agent (a waiting thread or nonblocking collective) is, such as "MPI_Recv",
  // or "MPI_Ibarrier in the background".
  std::string call(std::uint32_t agent) const;
  // Returns a name for a nonblocking collective from the point of view of other ranks: "MPI_Comm_dup" if that call has
  // begun it, or "a nonblocking collective".
  std::string schedule(std::uint32_t agent) const;
  // Returns the place of the agent's call, such as "exchange (stencil.c:88)"; empty if it is not known.
  std::string site(std::uint32_t agent) const;
  static std::string site_text(const why::Site &site);

  // Names a communicator of the program. If it has no name, the text is made of facts that are the same on all its
  // ranks, such as "the communicator of ranks 0-3 (context 496)".
  std::string communicator(std::uint32_t process, std::int32_t index) const;
  // Names the object to which an internal communicator belongs; empty if it is not known. `call` is the collective.
  std::string owner(std::uint32_t process, std::int32_t communicator, const std::string &call) const;
  // Names the object of a condition of the kind post, complete or lock: "window halo", "window halo (target rank 1)".
  std::string window_name(std::uint32_t agent, const why::Condition &condition) const;
  // Returns a name for a collective, such as "MPI_Barrier" or "MPI_File_open of file result.nc".
  std::string collective_name(std::uint32_t process, const why::Collective &collective) const;
  // Returns a name for a collective with its object, such as "MPI_Barrier on MPI_COMM_WORLD" or "MPI_Win_fence on
  // window halo".
  std::string in_words(std::uint32_t process, const why::Collective &collective) const;

 private:
  // Returns a text such as "ranks 0-3" or "rank 1 and 511 others".
  std::string group(const why::Members &members) const;
  std::string name_of_schedule(const why::Agent &agent) const;

  const why::Waits &waits_;
  std::vector<std::uint32_t> jobs_;  // sorted
};

}  // namespace mqs_shim
