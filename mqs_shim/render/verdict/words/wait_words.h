#pragma once
// Puts the waits of agents into words. An agent is a waiting thread or nonblocking collective in a verdict.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/verdict/words/job_names.h"

namespace mqs_shim {

// Extends JobNames by sentences about waits.
class WaitWords : public JobNames {
 public:
  using JobNames::JobNames;

  // Returns what the agent waits for, with a text for each of its reasons, such as "rank 1 to send tag 7 on
  // MPI_COMM_WORLD". With `relative`, peers are named by their distance: "rank+1".
  std::string wait(const why::Verdict &verdict, std::uint32_t agent, bool relative) const;

 private:
  std::string condition(std::uint32_t agent, std::uint32_t index, bool relative) const;
  std::string operation(std::uint32_t process, const why::Operation &operation, bool relative) const;
  // If both sides of an operation have made their calls: says which side has to enter MPI again. Returns nothing for
  // other conditions.
  std::optional<std::string> progress(std::uint32_t agent, std::uint32_t index, const why::Operation &operation,
                                      bool relative) const;
  // Returns words for a wait for a partitioned operation, without its communicator. `who` is the name of the peer.
  std::string partitioned(std::uint32_t process, const why::Operation &operation, const std::string &who) const;
  // For a rank in a call that takes a tag, such as MPI_Intercomm_create: returns for whom it waits there, by one of its
  // conditions. Returns nothing if the condition does not tell.
  std::optional<std::string> in_tagged_call(std::uint32_t agent, std::uint32_t index, bool relative) const;
  std::string collective(std::uint32_t agent, std::uint32_t index) const;
  std::string window(std::uint32_t agent, std::uint32_t index) const;
  // For a rank in a collective: names the ranks for which it waits there. They are known from the internal messages of
  // the collective. Returns nothing if these messages are not visible.
  std::optional<std::string> inside_collective(const why::Verdict &verdict, std::uint32_t agent, bool relative) const;
  // Returns true if an agent (a waiting rank) in a collective waits for members to enter the collective. Returns false
  // if it waits for messages of members that may have entered; some members may even have left.
  bool waits_for_entry(std::uint32_t agent) const;
  // Names the members that have not entered the agent's collective; empty if all have, or if that is not known.
  const std::string &not_entered(std::uint32_t agent) const;
  std::string peer(std::uint32_t process, const why::Operation &operation, bool relative) const;
  // Names the file to which an internal communicator belongs.
  std::string file_of(std::uint32_t process, std::int32_t communicator) const;

  // Caches the results of not_entered() by communicator, name and number of the collective.
  mutable std::map<std::tuple<why::CommunicatorIndex::Id, std::string, std::int64_t>, std::string> not_entered_;
};

// Holds agents (waiting threads and nonblocking collectives) that are shown in one line. They are in the same call at
// the same place and wait for the same.
struct WaitGroup {
  std::vector<std::uint32_t> agents;
  std::string call, site, wait;
};
// Groups agents that wait for the same at the same place. Returns the smallest groups first, as these differ from the
// majority.
std::vector<WaitGroup> group_waits(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                                   std::span<const std::uint32_t> agents);

}  // namespace mqs_shim
