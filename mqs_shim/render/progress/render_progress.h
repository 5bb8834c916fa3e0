#pragma once
// Renders what the ranks of a job did between two looks, as text or JSON (diff.schema.json), below the verdict of
// `why`.

#include <optional>
#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/job/why/verdict/rank_progress.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

struct ProgressOptions {
  bool each = false;  // shows every rank by itself
  bool color = false;
  std::optional<double> seconds;  // time between the compared looks, if it is known
  double verdict_seconds = 0;     // time between the last two looks of the verdict; 0 if there was one
  std::string launcher;           // same meaning as for word_why()
};

// Renders two looks, which must have been compared, and the verdict on the job, which must have been judged.
// Format::dot is treated like text.
void render_progress(const why::TwoLooks &looks, const why::Inquiry &inquiry, Format format,
                     const ProgressOptions &options, Sink &sink);

}  // namespace mqs_shim
