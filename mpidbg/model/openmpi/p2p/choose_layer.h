#pragma once
// Selects the reader of a point-to-point layer by name. A new layer is added here and nowhere else.

#include <memory>
#include <string>

#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

struct Attachment;
struct Handles;

// `name` is the name of the component; empty if unknown. `process` and `handles` must outlive the layer.
std::unique_ptr<PointToPointLayer> choose_layer(const std::string &name, const Attachment &process, Handles &handles);

}  // namespace mpidbg::model::openmpi
