#pragma once
// Finds likely causes of a hang: messages, receives and persistent requests that nearly fit what an agent waits for. An
// agent is a waiting thread or nonblocking collective.

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "mqs_shim/job/why/causes/likely_cause.h"

namespace mqs_shim::why {

// Returns true if all threads of the process are in collectives or in MPI_Finalize, so that the program has made all
// sends and receives that precede these calls in its code.
bool is_past_messages(const Evidence &evidence);

// Searches for operations that nearly fit what an agent waits for. Use one object for all agents of a job, because it
// keeps an index of all messages.
class MessageCauses {
 public:
  explicit MessageCauses(const Waits &waits) : waits_(waits) {}

  // Returns the best causes why a condition of an agent is not met, for conditions that need an operation of the
  // program. Usually that is one cause: near_message, unequal_counts, not_started or not_received. If a
  // message of another rank nearly fits and the counts differ as well, it is two. taken_by_wildcard is an
  // additional one. Returns nothing if the condition needs something else, or if no operation nearly fits.
  std::vector<Cause> of(std::uint32_t agent, std::uint32_t condition);

 private:
  std::vector<Cause> of_tagged_call(std::uint32_t process, const Operation &wanted);
  void offer(const Differences &differences, std::uint32_t process, std::uint32_t operation);
  bool may_come_later(const Cause &near) const;
  bool is_too_long(std::uint32_t process, std::uint32_t operation) const;
  std::uint32_t peer_of(const Operation &operation) const;
  const Operation &operation(const Message &message) const;
  const Communicator *communicator_of(std::uint32_t process, const Operation &operation) const;
  bool is_of_library(std::uint32_t process, const Operation &operation);
  bool names_sender(std::uint32_t at, const Operation &receive, std::uint32_t process, const Operation &message) const;
  bool may_have_had_collectives(std::uint32_t process, CommunicatorIndex::Id communicator) const;
  std::optional<std::uint32_t> inactive_counterpart(std::uint32_t process, const Operation &waiting) const;
  std::optional<std::uint32_t> parked_here(std::uint32_t process, const Operation &waiting) const;
  std::optional<Cause> taken_here(std::uint32_t process, const Operation &receive) const;
  std::optional<std::uint32_t> extracted_at(std::uint32_t process, const Operation &send) const;
  Messages::Range arrived_from(std::uint32_t sender, CommunicatorIndex::Id communicator, std::int32_t tag);
  void compare_messages(std::uint32_t process, const Operation &receive);
  void compare_receives(std::uint32_t process, const Operation &send);
  std::optional<Cause> unequal_counts(std::uint32_t process, const Operation &receive) const;

  const Waits &waits_;
  std::optional<std::vector<Message>> by_sender_;  // all arrived messages, sorted by sender; made when first needed
  std::optional<std::set<CommunicatorIndex::Id>> of_library_;  // internal communicators; found when first needed
  std::optional<Cause> best_;
  std::string_view waiting_call_;  // the call of the current condition if it takes a tag, otherwise empty
  Cause waiting_;                  // members that all causes of the current condition have in common
};

}  // namespace mqs_shim::why
