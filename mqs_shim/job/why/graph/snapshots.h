#pragma once
// How well the pictures of two processes fit together, so that what both wait for can be proved.

#include <cstdint>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/job/why/graph/messages.h"
#include "mqs_shim/job/why/graph/release.h"
#include "mqs_shim/job/why/graph/wire.h"

namespace mqs_shim::why {

class Snapshots {
 public:
  // `equal`: for each process, that two looks were equal (Looks::equal); empty if there was one look.
  Snapshots(std::span<const Evidence> evidence, std::vector<bool> equal, const ProcessIndex &processes,
            const CommunicatorIndex &communicators, const Messages &messages, const Wire &wire);

  // The best proof that can rest on a process doing nothing that its picture does not show.
  Proof of(std::uint32_t process) const;
  // The same of two processes that wait for messages of each other on a communicator.
  Proof of(std::uint32_t one, std::uint32_t other, CommunicatorIndex::Id communicator) const;
  // The same of two processes that wait for posts, completes and locks of each other in a window.
  Proof of(std::uint32_t one, std::uint32_t other, const Window &window) const;
  // The same of all members of a communicator. Those without evidence are ignored.
  Proof of_all(CommunicatorIndex::Id communicator, const GlobalCommunicator &members) const;

  // Whether a message may be under way on this way, or its pictures are of different times.
  bool disagree(const ChannelKey &way) const { return has_channel(disagreements_, way); }
  const std::vector<ChannelKey> &disagreements() const { return disagreements_; }

 private:
  std::span<const Evidence> evidence_;
  std::vector<bool> equal_;
  const ProcessIndex &processes_;
  const CommunicatorIndex &communicators_;
  const Wire &wire_;
  std::vector<ChannelKey> disagreements_;
};

}  // namespace mqs_shim::why
