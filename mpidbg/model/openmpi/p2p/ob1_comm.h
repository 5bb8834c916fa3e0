#pragma once
// What ob1 keeps for a communicator (mca_pml_ob1_comm_t) and for each of its peers.

#include <optional>
#include <vector>

#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

struct Ob1Peer {
  int rank = 0;
  Address posted{}, unexpected{};        // lists
  Address early{};                       // the first of a ring of messages that came before their turn; null: none
  std::uint16_t sent = 0, expected = 0;  // numbers of the last message to it and of the next one from it
};

struct Ob1Comm {
  Address wild_receives{};         // the list of receives from any source; null if there is no record
  std::vector<Ob1Peer> peers;      // those that there was traffic with, by rank
  bool allows_overtaking = false;  // the program's hint: then messages are not numbered
  std::optional<Error> damage;     // of the first peer that is left out since its record cannot be read
};

// Without lists for a communicator that ob1 has no record of yet, as while it is being made. `size`: of the group of
// the peers. Errors: corrupt for a record of another number of peers, and where there is none of a complete
// communicator.
Result<Ob1Comm> read_ob1_comm(Objects &objects, Address communicator, std::size_t size);

// The record of one communicator at a time, which several questions in a row are about.
class Ob1CommCache {
 public:
  explicit Ob1CommCache(Objects &objects) : objects_(objects) {}

  void clear() { record_.reset(); }
  // As read_ob1_comm(). The result is valid until the next call.
  Result<const Ob1Comm *> read(Address communicator, std::size_t size);

 private:
  Objects &objects_;
  Address communicator_{};
  std::optional<Ob1Comm> record_;
};

}  // namespace mpidbg::model::openmpi
