#pragma once
// Reads the record that ob1 keeps for a communicator (mca_pml_ob1_comm_t) and for each of its peers.

#include <optional>
#include <vector>

#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// The record of one peer (mca_pml_ob1_comm_proc_t).
struct Ob1Peer {
  int rank = 0;
  // The addresses of the lists.
  Address posted{}, unexpected{};
  // The first message of a ring of messages that arrived early; null if there are none.
  Address early{};
  // The sequence numbers of the last message to the peer and of the next one from it.
  std::uint16_t sent = 0, expected = 0;
};

struct Ob1Comm {
  // The list of receives from any source; null without a record.
  Address wild_receives{};
  // The peers with which there was traffic, by rank.
  std::vector<Ob1Peer> peers;
  // The program has set the hint that allows overtaking, so messages are not numbered.
  bool allows_overtaking = false;
  // The error of the first peer that is omitted because its record cannot be read.
  std::optional<Error> damage;
};

// Reads the record of a communicator. `size` is the size of the group of the peers. The result has no lists if ob1 has
// no record for the communicator yet, for example while it is being made. Errors: corrupt if the record has another
// number of peers or is missing from a complete communicator.
Result<Ob1Comm> read_ob1_comm(Objects &objects, Address communicator, std::size_t size);

// Caches the record of one communicator, because several questions in a row are about the same one.
class Ob1CommCache {
 public:
  explicit Ob1CommCache(Objects &objects) : objects_(objects) {}

  void clear() { record_.reset(); }
  // See read_ob1_comm(). The result is valid until the next call.
  Result<const Ob1Comm *> read(Address communicator, std::size_t size);

 private:
  Objects &objects_;
  Address communicator_{};
  std::optional<Ob1Comm> record_;
};

}  // namespace mpidbg::model::openmpi
