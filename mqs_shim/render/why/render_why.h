#pragma once
// The verdict on a job as text, JSON or a graph.

#include <memory>

#include "mqs_shim/job/why/inquiry.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

struct WhyOptions {
  bool each = false;  // every rank for itself
  bool color = false;
  double seconds = 0;  // between the last two looks, if there were two
};

// Of an inquiry that was judged.
void render_why(const why::Inquiry &inquiry, Format format, const WhyOptions &options, Sink &sink);

// Collects the processes of one look, judges them at the end, and shows the verdict. The sink must outlive it.
std::unique_ptr<Renderer> make_why_renderer(Format format, const WhyOptions &options, Sink &sink);

}  // namespace mqs_shim
