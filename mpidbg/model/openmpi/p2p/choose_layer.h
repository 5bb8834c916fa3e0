#pragma once
// Selects the reader of a point-to-point layer by name. To support a new layer, add it to this function.

#include <memory>
#include <string>

#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

struct Attachment;
struct Handles;

// Returns the reader of a point-to-point layer. `name` is the name of the component; empty if unknown. `process` and
// `handles` must outlive the result.
std::unique_ptr<PointToPointLayer> choose_layer(const std::string &name, const Attachment &process, Handles &handles);

}  // namespace mpidbg::model::openmpi
