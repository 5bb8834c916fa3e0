#pragma once
// Reads the records that ob1 keeps for a communicator (mca_pml_ob1_comm_t) and for each of its peers.

#include <optional>
#include <vector>

#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// Holds the record of one peer (mca_pml_ob1_comm_proc_t).
struct Ob1Peer {
  int rank = 0;
  // The addresses of the lists of posted receives and of unexpected messages.
  Address posted{}, unexpected{};
  // The first message of a ring of messages that arrived early; null if there are none.
  Address early{};
  // The sequence number of the last message to the peer, and that of the next message from the peer.
  std::uint16_t sent = 0, expected = 0;
};

struct Ob1Comm {
  // The list of receives from any source; null if the communicator has no record.
  Address wild_receives{};
  // The peers that have exchanged messages with this process, by rank.
  std::vector<Ob1Peer> peers;
  // True if messages are not numbered, because the program has set the hint that allows overtaking.
  bool allows_overtaking = false;
  // The error of the first peer that is omitted because its record cannot be read.
  std::optional<Error> damage;
};

// Reads the record of a communicator. `size` is the number of its peers. The result has no lists if ob1 has no record
// for the communicator yet, for example while the communicator is being made. Errors: corrupt if the record has another
// number of peers, or if a complete communicator has no record.
Result<Ob1Comm> read_ob1_comm(Objects &objects, Address communicator, std::size_t size);

// Caches the record of one communicator, because several calls in a row usually refer to the same one.
class Ob1CommCache {
 public:
  explicit Ob1CommCache(Objects &objects) : objects_(objects) {}

  void clear() { record_.reset(); }
  // Returns the result of read_ob1_comm(), which is valid until the next call.
  Result<const Ob1Comm *> read(Address communicator, std::size_t size);

 private:
  Objects &objects_;
  Address communicator_{};
  std::optional<Ob1Comm> record_;
};

}  // namespace mpidbg::model::openmpi
