#pragma once
// Hold is the promise to a plugin that the process does not run, which allows the plugin to cache data.

#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Gives the promise, ends it, and knows whether it is in force.
class Hold {
 public:
  explicit Hold(Conversation &conversation) : talk_(conversation) {}

  bool is_given() const { return is_given_; }

  // Promises that the process does not run from now on, and lets the plugin read the list of communicators. `mpi_state`
  // is that of mpidbg_process_info_t. Does nothing if the promise is in force already. After a failure it is not in
  // force.
  Status give(int mpi_state);

  // Ends the promise after the process may have run: cached memory is dropped, and so are the plugin's caches.
  void take_back();

 private:
  Conversation &talk_;
  bool is_given_ = false;
};

}  // namespace mqs_shim
