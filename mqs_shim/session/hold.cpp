#include "mqs_shim/session/hold.h"

namespace mqs_shim {

Status Hold::give(int mpi_state) {
  if (is_given_) return {};
  if (talk_.call.mpidbg_set_held != nullptr) talk_.call.mpidbg_set_held(&talk_.process, 1);
  is_given_ = true;
  if (mpi_state == MPIDBG_MPI_FINALIZED) return {};  // there are no communicators to read
  if (const int code = talk_.call.mqs_update_communicator_list(&talk_.process); code != mqs_ok) {
    Error error{ErrorCode::unavailable, "the communicators cannot be read: " + talk_.why(code), {}};
    take_back();
    return error;
  }
  return {};
}

void Hold::take_back() {
  talk_.process.memory.drop();
  is_given_ = false;
  if (talk_.call.mpidbg_set_held != nullptr) talk_.call.mpidbg_set_held(&talk_.process, 0);
}

}  // namespace mqs_shim
