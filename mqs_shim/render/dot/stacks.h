#pragma once

#include <memory>

#include "mqs_shim/render/render.h"

namespace mqs_shim {

// Draws the tree of `stacks` for Graphviz: one node for each place, and edges to the places that it called, labelled
// with the ranks. The sink must outlive the renderer.
std::unique_ptr<Renderer> draw_stacks(const RenderOptions &options, Sink &sink);

}  // namespace mqs_shim
