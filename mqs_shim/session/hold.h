#pragma once
// The promise to a plugin that the process stands still, so that it may keep what it has read.

#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

class Hold {
 public:
  explicit Hold(Conversation &conversation) : talk_(conversation) {}

  bool is_given() const { return is_given_; }

  // From here on the plugin may keep what it has read. Lets it read the list of communicators; `mpi_state` as in
  // mpidbg_process_info_t. Nothing happens if the promise is given. On failure it is not.
  Status give(int mpi_state);

  // The process may have run: cached memory is forgotten, and what the plugin keeps.
  void take_back();

 private:
  Conversation &talk_;
  bool is_given_ = false;
};

}  // namespace mqs_shim
