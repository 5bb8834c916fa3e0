#pragma once
// Finds likely causes in messages, receives and persistent requests that nearly fit the operation that an agent waits
// for.

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "mqs_shim/job/why/causes/likely_cause.h"

namespace mqs_shim::why {

// Returns true if all threads of the process are in collectives or in MPI_Finalize, so that no further sends or
// receives belong to the program's code before these calls.
bool is_past_messages(const Evidence &evidence);

// Searches for operations that nearly fit. Keeps an index of the messages between calls, so that one object serves all
// agents of a job.
class MessageCauses {
 public:
  explicit MessageCauses(const Waits &waits) : waits_(waits) {}

  // Returns the best causes for a condition of an agent that needs an operation of the program: one of near_message,
  // unequal_counts, not_started or not_received, or two if a message of another rank is near and the counts differ as
  // well. Returns nothing if the condition needs something else, or if no operation is near.
  std::vector<Cause> of(std::uint32_t agent, std::uint32_t condition);

 private:
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
  std::optional<std::uint32_t> extracted_at(std::uint32_t process, const Operation &send) const;
  Messages::Range arrived_from(std::uint32_t sender, CommunicatorIndex::Id communicator, std::int32_t tag);
  void compare_messages(std::uint32_t process, const Operation &receive);
  void compare_receives(std::uint32_t process, const Operation &send);
  std::optional<Cause> unequal_counts(std::uint32_t process, const Operation &receive) const;

  const Waits &waits_;
  std::optional<std::vector<Message>> by_sender_;  // all arrived messages, sorted by sender; made when first needed
  std::optional<std::set<CommunicatorIndex::Id>> of_library_;  // internal communicators; found when first needed
  std::optional<Cause> best_;
  Cause waiting_;  // members that all causes of the current condition have in common
};

}  // namespace mqs_shim::why
