#pragma once
// What an agent of a verdict waits for, in words.

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

// Names things as JobNames does, and says what agents wait for.
class WaitWords : public JobNames {
 public:
  using JobNames::JobNames;

  // "rank 1 to send tag 7 on MPI_COMM_WORLD" for each of its reasons. With `relative` peers are offsets: "rank+1".
  std::string wait(const why::Verdict &verdict, std::uint32_t agent, bool relative) const;

 private:
  std::string condition(std::uint32_t agent, std::uint32_t index, bool relative) const;
  std::string operation(std::uint32_t process, const why::Operation &operation, bool relative) const;
  // Of a condition that both sides have asked for: which of them has to come back to MPI. Nothing if it is not one.
  std::optional<std::string> progress(std::uint32_t agent, std::uint32_t index, const why::Operation &operation,
                                      bool relative) const;
  // Without the communicator; `who`: the peer.
  std::string partitioned(std::uint32_t process, const why::Operation &operation, const std::string &who) const;
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
  // Whose the library's own communicator is.
  std::string file_of(std::uint32_t process, std::int32_t communicator) const;

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
