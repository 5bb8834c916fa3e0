#pragma once

#include <memory>

#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

// Returns the renderer that writes the answer to a noun (such as `queues`) as JSON, as mpidbg.schema.json defines it.
// The sink must outlive the renderer.
std::unique_ptr<Renderer> make_json(Noun noun, RenderOptions options, Sink &sink);
// Describes everything that the JSON for a noun may contain, in order to generate its schema.
void describe_json(Noun noun, JsonDescription &description);

// Writes the members of an answer up to "processes", whose items come next.
void begin_answer(JsonWriter &json, Noun noun);

}  // namespace mqs_shim
