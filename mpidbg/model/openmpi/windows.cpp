#include "mpidbg/model/openmpi/windows.h"

#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

Result<Window> Windows::read(Address handle) {
  static_cast<void>(handles_);
  return Error{ErrorCode::not_supported, problem(), handle};
}

}  // namespace mpidbg::model::openmpi
