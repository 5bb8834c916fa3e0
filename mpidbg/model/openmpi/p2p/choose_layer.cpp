#include "mpidbg/model/openmpi/p2p/choose_layer.h"

#include "mpidbg/model/openmpi/p2p/cm_layer.h"
#include "mpidbg/model/openmpi/p2p/ob1_layer.h"
#include "mpidbg/model/openmpi/p2p/ucx_layer.h"
#include "mpidbg/model/openmpi/p2p/unread_layer.h"

namespace mpidbg::model::openmpi {

std::unique_ptr<PointToPointLayer> choose_layer(const std::string &name, const Attachment &process, Handles &handles) {
  if (name == "ob1") return std::make_unique<Ob1Layer>(process, handles);
  if (name == "ucx") return std::make_unique<UcxLayer>(process, handles);
  if (name == "cm") return std::make_unique<CmLayer>(process, handles);
  const std::string reason =
      name.empty() ? "cannot determine the point-to-point layer" : "the point-to-point layer " + name + " is not known";
  return std::make_unique<UnreadLayer>(name, reason, reason);
}

}  // namespace mpidbg::model::openmpi
