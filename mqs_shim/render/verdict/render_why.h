#pragma once
// The verdict on a job as text, JSON or a graph.

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/list_options.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

struct WhyOptions : ListOptions {
  bool color = false;
  double seconds = 0;    // between the last two looks, if there were two
  std::string launcher;  // as of word_why()
};

// Of an inquiry that was judged.
void render_why(const why::Inquiry &inquiry, Format format, const WhyOptions &options, Sink &sink);

// Collects the processes of a look, or of one after the other, judges them, and shows the last verdict. The sink must
// outlive it. A host adds processes that it holds still until all of a look are added (mqs_shim.h).
class WhyRenderer : public Renderer {
 public:
  WhyRenderer(Format format, const WhyOptions &options, Sink &sink) : format_(format), options_(options), sink_(sink) {}

  // Core files that show two instants each: one for each look.
  void have_two_snapshots() { two_snapshots_ = true; }

  void add(const ProcessReport &report) override;
  // Judges the look. Whether another one could prove more; `seconds`: since the one before.
  bool wants_another_look(double seconds);
  void finish(const std::vector<int> &missing_ranks) override;

 private:
  const Format format_;
  WhyOptions options_;
  Sink &sink_;
  why::Inquiry inquiry_;
  bool two_snapshots_ = false;
  bool judged_ = false;  // nothing was added since
};

}  // namespace mqs_shim
