#pragma once
// Renders the verdict on a job as text, JSON or a graph.

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/list_options.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

// Holds the options of the rendering.
struct WhyOptions : ListOptions {
  bool color = false;
  double seconds = 0;    // time between the last two looks; 0 if there was one
  std::string launcher;  // same meaning as for word_why()
};

// Renders the verdict of the inquiry, which must have been judged.
void render_why(const why::Inquiry &inquiry, Format format, const WhyOptions &options, Sink &sink);

// Collects the processes of each look at a job in turn, judges them, and shows the last verdict. The sink must outlive
// this object. The debugger keeps all processes of a look stopped until the last of them has been added (mqs_shim.h).
class WhyRenderer : public Renderer {
 public:
  WhyRenderer(Format format, const WhyOptions &options, Sink &sink) : format_(format), options_(options), sink_(sink) {}

  // Tells this object that all processes are core files with two looks each: first all first looks will be added, then
  // all second ones.
  void have_two_snapshots() { two_snapshots_ = true; }

  void add(const ProcessReport &report) override;
  // Makes a verdict on the processes that were added since the last call. Returns true if another look could prove
  // more. `seconds` is the time since the previous look.
  bool wants_another_look(double seconds);
  void finish(const std::vector<int> &missing_ranks) override;

 private:
  const Format format_;
  WhyOptions options_;
  Sink &sink_;
  why::Inquiry inquiry_;
  bool two_snapshots_ = false;
  bool judged_ = false;  // nothing was added since the last judgement
};

}  // namespace mqs_shim
