#include "mqs_shim/render/why/render_why.h"

#include "mqs_shim/render/blocks/text_output.h"
#include "mqs_shim/render/json/why.h"
#include "mqs_shim/render/why/graph_dot.h"
#include "mqs_shim/render/wording/why.h"

namespace mqs_shim {

namespace {

class WhyRenderer : public Renderer {
 public:
  WhyRenderer(Format format, const WhyOptions &options, Sink &sink) : format_(format), options_(options), sink_(sink) {}

  // A host adds processes that it holds still until the text is finished (mqs_shim.h).
  void add(const ProcessReport &report) override { inquiry_.add(report, !report.is_core); }
  void finish(const std::vector<int> & /*missing_ranks*/) override {
    inquiry_.judge();
    render_why(inquiry_, format_, options_, sink_);
  }

 private:
  const Format format_;
  const WhyOptions options_;
  Sink &sink_;
  why::Inquiry inquiry_;
};

}  // namespace

std::unique_ptr<Renderer> make_why_renderer(Format format, const WhyOptions &options, Sink &sink) {
  return std::make_unique<WhyRenderer>(format, options, sink);
}

void render_why(const why::Inquiry &inquiry, Format format, const WhyOptions &options, Sink &sink) {
  if (format == Format::dot) {
    return write_graph_dot(wait_graph(inquiry.waits(), inquiry.verdict()), inquiry.verdict(), sink);
  }
  if (format == Format::json) return write_why_json(inquiry, options.seconds, sink);
  TextOutput output(sink, options.color);
  word_why(inquiry, options.each, options.seconds, output);
}

}  // namespace mqs_shim
