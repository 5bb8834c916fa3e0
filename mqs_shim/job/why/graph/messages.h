#pragma once
// All messages of a job by the way that they take: pending sends, messages that have arrived, posted receives.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

inline constexpr std::uint32_t any_sender = UINT32_MAX;
inline constexpr std::uint32_t unseen_sender = UINT32_MAX - 1;  // there is no evidence of it

// The way of messages from `sender` to `receiver`, indices of evidence, on one communicator.
struct ChannelKey {
  std::uint32_t receiver = 0;
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::uint32_t sender = 0;
  auto operator<=>(const ChannelKey &) const = default;
};

// An operation with its way: operation `index` of evidence `process`.
struct Message {
  ChannelKey way;
  std::int32_t tag = 0;
  std::uint32_t process = 0, index = 0;
  auto operator<=>(const Message &) const = default;
};

// Whether the receiver has matched a send, by the pictures of both.
enum class SendState : std::uint8_t {
  unmatched,  // it is at the receiver, and no receive there asks for it, or it was extracted there
  unseen,     // the receiver's messages cannot be seen, and no receive there asks for it
  elsewhere,  // it is not at the receiver: not yet, or it has been matched; and no receive there asks for it
  may_go_on   // a receive there asks for it, or data of the sender is arriving there
};

class Messages {
 public:
  Messages(std::span<const Evidence> evidence, const ProcessIndex &processes, const CommunicatorIndex &communicators);

  using Range = std::span<const Message>;
  // Each in the order of ways and tags. Sends that are pending, started ones too; only to processes that there is
  // evidence of. Messages that have arrived and no receive has asked for. Posted receives; those from any source have
  // any_sender in their way.
  Range sent() const { return sent_; }
  Range arrived() const { return arrived_; }
  Range posted() const { return posted_; }

  // Of a receive or probe, with any_sender in its way if it is from any source: whether a message for it is there
  // already, here or at its sender. In doubt, as where the communicator of a message is not known, it is.
  bool is_there(const Message &receive) const;
  // Of such a receive, if its message is there: its senders, where it is only pending there and nothing of it has
  // arrived, so that it takes them to move it. Empty in doubt.
  std::vector<std::uint32_t> pending_senders(const Message &receive) const;
  // Of operation `index` of `process`, a send.
  SendState state_of(std::uint32_t process, std::uint32_t index) const { return states_[begin_[process] + index]; }

  // Of such an operation: whether MPI_Mprobe or MPI_Improbe has taken the message, pending or arrived, so that only
  // MPI_Mrecv can receive it. In doubt not.
  bool is_extracted(std::uint32_t process, std::uint32_t index) const {
    return evidence_[process].operations[index].kind == OperationKind::extracted || extracted_[begin_[process] + index];
  }

  // The messages of one way, or all of one receiver.
  static Range on(Range messages, const ChannelKey &way);
  static Range to(Range messages, std::uint32_t receiver);
  static Range to(Range messages, std::uint32_t receiver, CommunicatorIndex::Id communicator);

 private:
  void find_states();
  template <class Matches>
  bool is_among(Range messages, const Message &receive, Matches &&matches) const;
  bool matches(const Message &receive, const Message &message) const;
  bool is_asked_for(const Message &send) const;
  bool is_any_arriving(const ChannelKey &way) const;
  bool can_be_same_communicator(const Message &one, const Message &other) const;
  std::optional<bool> is_of_collective(const Message &message) const;
  bool can_match(const Message &receive, const Message &message) const;
  const Operation &operation(const Message &message) const {
    return evidence_[message.process].operations[message.index];
  }
  std::int64_t context_of(const Message &message) const;

  std::span<const Evidence> evidence_;
  std::vector<Message> sent_, arrived_, posted_;
  std::vector<std::size_t> begin_;  // of each process in `states_`
  std::vector<SendState> states_;
  std::vector<bool> extracted_;  // of each send, likewise
};

// Whether a receive or probe asks for a message with this tag. MPI_ANY_TAG does not ask for messages of the library.
bool tags_match(const Operation &receive, const Operation &message);

// Whether the sender waits for this message, pending or arrived, to be matched.
bool waits_for_match(const Operation &message);

}  // namespace mqs_shim::why
