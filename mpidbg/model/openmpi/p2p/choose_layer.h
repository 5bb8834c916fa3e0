#pragma once
// The point-to-point layers of Open MPI by name. One that is read from now on gets its line here, and nowhere else.

#include <memory>
#include <string>

#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

struct Attachment;
struct Handles;

// `name` is the component's, empty if it is not known. Process and readers outlive the layer.
std::unique_ptr<PointToPointLayer> choose_layer(const std::string &name, const Attachment &process, Handles &handles);

}  // namespace mpidbg::model::openmpi
