#pragma once
// Checks that the contents of communicators are possible, so that damaged memory is not shown as an answer.

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

// Returns true if the contents of the communicator are those that only a call in progress leaves, such as an
// MPI_Comm_idup that has not completed: its sizes or context ids are not set yet, and no other field was changed since
// the object was initialized.
bool is_being_made(const layout::View<CommunicatorLayout> &communicator, std::uint32_t handle);

// Checks the members of one communicator: kind, rank, size, context ids, and place in the hierarchy. Errors: not_found
// if the library is making the communicator at this moment; otherwise corrupt, naming the field.
Status check_communicator(const layout::View<CommunicatorLayout> &communicator, std::uint32_t handle);

// Checks all communicators together: no two may receive with the same context id, and an intercommunicator's own
// communicator over its local group must have the matching context id. Call add() once for each communicator, then
// check().
class CommunicatorContexts {
 public:
  void add(const layout::View<CommunicatorLayout> &communicator);
  // Compares the communicators that were added. The comparison is made only once. Errors: corrupt, naming the first
  // pair that does not match.
  const Status &check();
  // Returns true if the library made the communicator for itself, over the local group of an intercommunicator. Valid
  // after check().
  bool is_local(Address communicator) const { return local_.contains(communicator); }

 private:
  struct Expected {
    Address intercommunicator{};
    std::uint32_t received = 0;
  };
  std::unordered_map<std::uint32_t, Address> by_context_;
  std::unordered_map<Address, std::uint32_t> contexts_;
  // The values that the communicator over the local group of an intercommunicator must have, by the address of that
  // communicator.
  std::unordered_map<Address, Expected> expected_;
  std::unordered_set<Address> local_;
  Status status_;
};

}  // namespace mpidbg::model::mpich
