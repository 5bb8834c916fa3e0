#pragma once

#include <memory>

#include "mqs_shim/render/render.h"

namespace mqs_shim {

// Returns the renderer that writes the records of a noun as JSON, as mpidbg.schema.json defines it. The sink must
// outlive the renderer.
std::unique_ptr<Renderer> make_json(Noun noun, RenderOptions options, Sink &sink);

}  // namespace mqs_shim
