#pragma once

#include <memory>

#include "mqs_shim/render/render.h"

namespace mqs_shim {

// The tree of `stacks` as text for Graphviz: a node for each place, an edge to what it called with the ranks that went
// there. The sink must outlive the renderer.
std::unique_ptr<Renderer> draw_stacks(const RenderOptions &options, Sink &sink);

}  // namespace mqs_shim
