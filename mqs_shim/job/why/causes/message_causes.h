#pragma once
// Messages, receives and persistent requests that differ in few things from what an agent waits for.

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "mqs_shim/job/why/causes/likely_cause.h"

namespace mqs_shim::why {

// All its threads are in collectives or in MPI_Finalize, so its sends and receives before them have ended.
bool is_past_messages(const Evidence &evidence);

class MessageCauses {
 public:
  explicit MessageCauses(const Waits &waits) : waits_(waits) {}

  // What fits best of what is near to the operation of the program that a condition of an agent asks for: near_message,
  // unequal_counts, not_started or not_received; two if a message of another rank is near, and counts are unequal.
  // Nothing if the condition asks for something else, or nothing is near.
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
  std::optional<std::vector<Message>> by_sender_;  // all that have arrived, as soon as somebody asks for them
  std::optional<std::set<CommunicatorIndex::Id>> of_library_;  // communicators of its own, as soon as asked for
  std::optional<Cause> best_;
  Cause waiting_;  // what all causes of one condition have in common
};

}  // namespace mqs_shim::why
