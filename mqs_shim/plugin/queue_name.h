#pragma once
// Gives the queues of a process the names that messages for the user contain.

#include "mpidbg/abi/queue_details_interface.h"

namespace mqs_shim {

// Returns a name such as "posted receives" for an mpidbg_queue_t.
inline const char *queue_name(int queue) {
  switch (queue) {
    case MPIDBG_QUEUE_SENDS:
      return "pending sends";
    case MPIDBG_QUEUE_RECEIVES:
      return "posted receives";
    case MPIDBG_QUEUE_UNEXPECTED:
      return "unexpected messages";
    case MPIDBG_QUEUE_INACTIVE:
      return "inactive requests";
    default:
      return "unclaimed messages";
  }
}

}  // namespace mqs_shim
