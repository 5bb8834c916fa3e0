#pragma once
// Decides how well the snapshots of processes fit together. That limits how certain a proof about their waits can be.

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

// Compares the snapshots of two processes each time that a proof about them is needed. All arguments of the constructor
// except `equal` must outlive this object.
class Snapshots {
 public:
  // `equal` says for each process whether two looks at it were equal (Looks::equal); it is empty if there was one look.
  Snapshots(std::span<const Evidence> evidence, std::vector<bool> equal, const ProcessIndex &processes,
            const CommunicatorIndex &communicators, const Messages &messages, const Wire &wire);

  // Returns the best kind of proof that may assume that the process does nothing but what its snapshot shows.
  Proof of(std::uint32_t process) const;
  // Returns the best kind of proof that may assume that the two processes do nothing but what their snapshots show.
  // They wait for messages of each other on the communicator.
  Proof of(std::uint32_t one, std::uint32_t other, CommunicatorIndex::Id communicator) const;
  // Returns the best kind of proof that may assume that the two processes do nothing but what their snapshots show.
  // They wait for posts, completes and locks of each other in the window.
  Proof of(std::uint32_t one, std::uint32_t other, const Window &window) const;
  // Returns the best kind of proof that may assume that no member of a communicator does anything but what its snapshot
  // shows. Members without evidence are ignored.
  Proof of_all(CommunicatorIndex::Id communicator, const GlobalCommunicator &members) const;

  // Returns true if a message may be under way on this channel, or if the snapshots of its two ends are of different
  // times.
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
