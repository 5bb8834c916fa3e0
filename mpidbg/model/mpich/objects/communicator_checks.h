#pragma once
// What cannot be of communicators, so that memory which is damaged is not shown as an answer.

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

// Of one by itself: kind, rank and size, context ids, place in the hierarchy. Errors: corrupt, naming the field.
Status check_communicator(const layout::View<CommunicatorLayout> &communicator, std::uint32_t handle);

// Of all together: no two receive with one context id, and an intercommunicator's own communicator over its local group
// has the context id that goes with its. Each is given once, then check() is asked.
class CommunicatorContexts {
 public:
  void add(const layout::View<CommunicatorLayout> &communicator);
  // Errors: corrupt, naming the first pair that does not go together.
  const Status &check();
  // Whether the communicator is the one over the local group of an intercommunicator. After check().
  bool is_local(Address communicator) const { return local_.contains(communicator); }

 private:
  struct Expected {
    Address intercommunicator{};
    std::uint32_t received = 0;
  };
  std::unordered_map<std::uint32_t, Address> by_context_;
  std::unordered_map<Address, std::uint32_t> contexts_;
  std::unordered_map<Address, Expected> expected_;  // by the address of the local one
  std::unordered_set<Address> local_;
  Status status_;
};

}  // namespace mpidbg::model::mpich
