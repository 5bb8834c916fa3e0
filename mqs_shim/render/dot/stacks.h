#pragma once

#include <memory>

#include "mqs_shim/render/render.h"

namespace mqs_shim {

// Draws the tree of `stacks` for Graphviz. Each place is a node, with edges to the places that it called. Edges are
// labelled with the ranks. The sink must outlive the renderer.
std::unique_ptr<Renderer> draw_stacks(const RenderOptions &options, Sink &sink);

}  // namespace mqs_shim
