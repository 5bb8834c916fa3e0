#pragma once
// What the processes of a hung job, their calls and what these are about are called in words.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim {

// Names for the processes of an inquiry. With several jobs a rank says which it is of; a job counts as well if none of
// its processes was looked at, but some are in a communicator of those that were.
class JobNames {
 public:
  explicit JobNames(const why::Waits &waits);

  const why::Waits &waits() const { return waits_; }

  // "rank 3", "ranks 0-1,7", "ranks 0-1 of job 1 and rank 0 of job 2".
  std::string ranks(const std::vector<why::ProcessId> &processes) const;
  std::string rank(why::ProcessId process) const;
  // Of one whose rank is not known its target: "pid 4151".
  std::string rank_of(std::uint32_t process) const { return ranks_of({process}); }
  // Whether there is one name for all of them: the same rank may be given twice.
  bool are_one(const std::vector<std::uint32_t> &processes) const;
  std::string ranks_of(const std::vector<std::uint32_t> &processes) const;
  std::string ranks_of_agents(const std::vector<std::uint32_t> &agents) const;
  // Where there are several jobs: "job 1, [26292,1]", with the name if that is known, and what it consists of, "pid
  // 4151, pid 4152 and 6 more". Else empty.
  std::vector<std::pair<std::string, std::string>> targets_of_jobs() const;

  // "MPI_Recv", "MPI_Ibarrier in the background".
  std::string call(std::uint32_t agent) const;
  // Of a schedule, as others see it: "MPI_Comm_dup", "a nonblocking collective".
  std::string schedule(std::uint32_t agent) const;
  // "exchange (stencil.c:88)"; empty if it is not known.
  std::string site(std::uint32_t agent) const;
  static std::string site_text(const why::Site &site);

  // A communicator of the program by its name, else by what all its ranks agree about, which handles are not: "the
  // communicator of ranks 0-3 (context 496)".
  std::string communicator(std::uint32_t process, std::int32_t index) const;
  // What a communicator of the library that a collective is on belongs to, as far as known; else empty.
  std::string owner(std::uint32_t process, std::int32_t communicator, const std::string &call) const;
  // "window halo", "window halo (target rank 1)": what a condition of kind post, complete or lock is about.
  std::string window_name(std::uint32_t agent, const why::Condition &condition) const;
  // "MPI_Barrier", "MPI_File_open of file result.nc".
  std::string collective_name(std::uint32_t process, const why::Collective &collective) const;
  // "MPI_Barrier on MPI_COMM_WORLD", "MPI_Win_fence on window halo".
  std::string in_words(std::uint32_t process, const why::Collective &collective) const;

 private:
  // "ranks 0-3", "rank 1 and 511 others".
  std::string group(const why::Members &members) const;
  std::string name_of_schedule(const why::Agent &agent) const;

  const why::Waits &waits_;
  std::vector<std::uint32_t> jobs_;  // sorted
};

}  // namespace mqs_shim
