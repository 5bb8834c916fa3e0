#pragma once
// Hold is a promise to the plugin that the process does not run. It allows the plugin to cache data.

#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Gives the promise, ends it, and knows whether it is in force.
class Hold {
 public:
  explicit Hold(Conversation &conversation) : talk_(conversation) {}

  bool is_given() const { return is_given_; }

  // Promises that the process does not run any more, and lets the plugin read the list of communicators. `mpi_state` is
  // that of mpidbg_process_info_t. Does nothing if the promise is in force already. After a failure it is not in force.
  Status give(int mpi_state);

  // Ends the promise, because the process may have run. Drops cached memory and the plugin's caches.
  void take_back();

 private:
  Conversation &talk_;
  bool is_given_ = false;
};

}  // namespace mqs_shim
