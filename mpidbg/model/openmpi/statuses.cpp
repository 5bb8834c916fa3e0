#include "mpidbg/model/openmpi/statuses.h"

namespace mpidbg::model::openmpi {

Result<MessageStatus> read_status(const Attachment &, Address address) {
  return Error{ErrorCode::not_supported, "statuses are not read", address};
}

}  // namespace mpidbg::model::openmpi
