#pragma once

#include <memory>

#include "mqs_shim/render/render.h"

namespace mqs_shim {

// The JSON of a noun: the records themselves, as mpidbg.schema.json says. The sink must outlive the renderer.
std::unique_ptr<Renderer> make_json(Noun noun, RenderOptions options, Sink &sink);

}  // namespace mqs_shim
