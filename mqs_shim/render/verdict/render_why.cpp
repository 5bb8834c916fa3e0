#include "mqs_shim/render/verdict/render_why.h"

#include "mqs_shim/render/blocks/text_output.h"
#include "mqs_shim/render/verdict/json/why.h"
#include "mqs_shim/render/verdict/page/graph_dot.h"
#include "mqs_shim/render/verdict/words/why.h"

namespace mqs_shim {

void WhyRenderer::add(const ProcessReport &report) {
  judged_ = false;
  if (!two_snapshots_) return inquiry_.add(report, !report.is_core);
  ProcessReport picture = report;
  picture.is_core = false;
  inquiry_.add(picture);
}

bool WhyRenderer::wants_another_look(double seconds) {
  if (!judged_) inquiry_.judge();
  judged_ = true;
  options_.seconds = seconds;
  return inquiry_.wants_another_look() && !(two_snapshots_ && inquiry_.looks() > 1);
}

void WhyRenderer::finish(const std::vector<int> & /*missing_ranks*/) {
  if (!judged_) inquiry_.judge();
  render_why(inquiry_, format_, options_, sink_);
}

void render_why(const why::Inquiry &inquiry, Format format, const WhyOptions &options, Sink &sink) {
  if (format == Format::dot) {
    return write_graph_dot(wait_graph(inquiry.waits(), inquiry.verdict(), options.launcher), inquiry.verdict(), sink);
  }
  if (format == Format::json) return write_why_json(inquiry, options.seconds, options.launcher, sink);
  TextOutput output(sink, options.color);
  word_why(inquiry, options, options.seconds, output, options.launcher);
}

}  // namespace mqs_shim
