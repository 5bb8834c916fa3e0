#pragma once
// Renders what the ranks of a job did between two looks, as text or JSON (diff.schema.json).

#include <optional>

#include "mqs_shim/job/why/verdict/rank_progress.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

struct ProgressOptions {
  bool each = false;  // shows every rank by itself
  bool color = false;
  std::optional<double> seconds;  // time between the looks, if it is known
};

// Renders two looks, which must have been compared. Format::dot is treated like text.
void render_progress(const why::TwoLooks &looks, Format format, const ProgressOptions &options, Sink &sink);

}  // namespace mqs_shim
