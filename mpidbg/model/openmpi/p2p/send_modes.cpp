#include "mpidbg/model/openmpi/p2p/send_modes.h"

#include "mpidbg/layout/openmpi/p2p/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

SendMode send_mode(std::int32_t value) {
  switch (value) {
    case constants::send_standard:
    case constants::send_complete:
      return SendMode::standard;
    case constants::send_synchronous:
      return SendMode::synchronous;
    case constants::send_buffered:
      return SendMode::buffered;
    case constants::send_ready:
      return SendMode::ready;
    default:
      return SendMode::unknown;
  }
}

RequestCall call_of(const Operation &operation) {
  if (!operation.is_send) return operation.persistent ? RequestCall::recv_init : RequestCall::irecv;
  switch (operation.send_mode) {
    case SendMode::standard:
      return operation.persistent ? RequestCall::send_init : RequestCall::isend;
    case SendMode::synchronous:
      return operation.persistent ? RequestCall::ssend_init : RequestCall::issend;
    case SendMode::buffered:
      return operation.persistent ? RequestCall::bsend_init : RequestCall::ibsend;
    case SendMode::ready:
      return operation.persistent ? RequestCall::rsend_init : RequestCall::irsend;
    case SendMode::unknown:
      break;
  }
  return RequestCall::unknown;
}

}  // namespace mpidbg::model::openmpi
