#include "mpidbg/model/openmpi/infos.h"

#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

Result<Info> Infos::read(Address handle) {
  static_cast<void>(handles_);
  return Error{ErrorCode::not_supported, problem(), handle};
}

}  // namespace mpidbg::model::openmpi
