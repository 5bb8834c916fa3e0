#pragma once
// Indexes all messages of a job by their channel: pending sends, messages that have arrived, and posted receives.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

inline constexpr std::uint32_t any_sender = UINT32_MAX;
inline constexpr std::uint32_t unseen_sender = UINT32_MAX - 1;  // stands for a sender that has no evidence

// Names a channel: the messages from `sender` to `receiver` on one communicator. Both are indices of processes in the
// evidence.
struct ChannelKey {
  std::uint32_t receiver = 0;
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::uint32_t sender = 0;
  auto operator<=>(const ChannelKey &) const = default;
};

// Refers to operation `index` in the evidence of `process`. Lists of messages are sorted by the channel and the tag.
struct Message {
  ChannelKey way;
  std::int32_t tag = 0;
  std::uint32_t process = 0, index = 0;
  auto operator<=>(const Message &) const = default;
};

// Says whether the receiver has matched a send, judged by the snapshots of both processes.
enum class SendState : std::uint8_t {
  unmatched,  // the message is at the receiver without a receive that matches, or was extracted there
  unseen,     // the receiver's messages cannot be seen, and it has no receive that matches
  // The message is not at the receiver, because it has not arrived or has been matched; no receive there matches it.
  elsewhere,
  may_go_on  // a receive there matches it, or data of the sender is arriving there
};

// Holds the sorted lists of all messages and receives. The arguments of the constructor must outlive this object.
class Messages {
 public:
  Messages(std::span<const Evidence> evidence, const ProcessIndex &processes, const CommunicatorIndex &communicators);

  using Range = std::span<const Message>;
  // Return lists that are sorted by channel and tag. sent() has pending sends to processes that have evidence,
  // including sends whose data moves. arrived() has messages that no receive has matched. posted() has receives; those
  // from any source have `any_sender` in their channel.
  Range sent() const { return sent_; }
  Range arrived() const { return arrived_; }
  Range posted() const { return posted_; }

  // Returns true if a message for the receive or probe exists, either at the receiver or pending at its sender. Returns
  // true if that is uncertain, for example because the communicator of a message is not known. A receive from any
  // source has `any_sender` in its channel.
  bool is_there(const Message &receive) const;
  // Returns the senders at which the message for the receive is pending. Requires that is_there(receive) is true.
  // Returns nothing if a part of the message has arrived, so that no sender has to act, or if that is uncertain.
  std::vector<std::uint32_t> pending_senders(const Message &receive) const;
  // Says whether the receiver has matched operation `index` of `process`, which must be a send.
  SendState state_of(std::uint32_t process, std::uint32_t index) const { return states_[begin_[process] + index]; }

  // Returns true if MPI_Mprobe or MPI_Improbe has taken the message, pending or arrived, so that only MPI_Mrecv can
  // receive it. Returns false if that is uncertain.
  bool is_extracted(std::uint32_t process, std::uint32_t index) const {
    return evidence_[process].operations[index].kind == OperationKind::extracted || extracted_[begin_[process] + index];
  }

  // Return a part of a sorted list: the messages of one channel (on), or the messages to one receiver (to).
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
  std::vector<std::size_t> begin_;  // for each process, its first position in `states_` and `extracted_`
  std::vector<SendState> states_;
  std::vector<bool> extracted_;  // for each send
};

// Returns true if the tags allow a receive or probe to match the message. MPI_ANY_TAG does not match internal messages
// of the library.
bool tags_match(const Operation &receive, const Operation &message);

// Returns true if the sender waits until this message, pending or arrived, is matched.
bool waits_for_match(const Operation &message);

}  // namespace mqs_shim::why
