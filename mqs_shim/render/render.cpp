#include "mqs_shim/render/render.h"

#include <algorithm>

#include "mqs_shim/render/blocks/merged_output.h"
#include "mqs_shim/render/blocks/text_output.h"
#include "mqs_shim/render/dot/stacks.h"
#include "mqs_shim/render/json/report.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

namespace {

constexpr std::size_t text_width = 80;

// Returns true if the answer to the noun is a list. Equal processes are merged in lists. Answers to all other nouns
// show an object in full, or values that matter on each rank.
bool is_list(Noun noun) {
  constexpr Noun nouns[] = {Noun::queues,      Noun::comms,     Noun::groups,  Noun::handles, Noun::requests,
                            Noun::errhandlers, Noun::datatypes, Noun::files,   Noun::infos,   Noun::ops,
                            Noun::windows,     Noun::messages,  Noun::sessions};
  return std::find(std::begin(nouns), std::end(nouns), noun) != std::end(nouns);
}

// Returns true if the output merges equal processes. The noun `ranks` is an exception: its renderer merges them, as
// each process is a row of a table.
bool merges_processes(Noun noun, const RenderOptions &options) {
  return is_list(noun) && options.merges_processes();
}

std::size_t width_of(Noun noun, const RenderOptions &options) {
  return !options.verbose && (is_list(noun) || noun == Noun::ranks) ? text_width : 0;
}

// Words the answer to a noun and lays it out as text. Owns the outputs that do so.
class TextRenderer : public Renderer {
 public:
  TextRenderer(Noun noun, const RenderOptions &options, Sink &sink)
      : text_(sink, options.color, width_of(noun, options)) {
    BlockOutput *output = &text_;
    if (merges_processes(noun, options)) output = &merged_.emplace(*output, options);
    words_ = make_words(noun, options, *output);
  }

  void add(const ProcessReport &report) override { words_->add(report); }
  void finish(const std::vector<int> &missing_ranks) override {
    words_->finish(missing_ranks);
    if (merged_) merged_->finish();
  }

 private:
  TextOutput text_;
  std::optional<MergedOutput> merged_;
  std::unique_ptr<Renderer> words_;
};

}  // namespace

std::unique_ptr<Renderer> make_words(Noun noun, RenderOptions options, BlockOutput &output) {
  switch (noun) {
    case Noun::queues:
      return word_queues(std::move(options), output);
    case Noun::comms:
      return word_communicators(std::move(options), output);
    case Noun::groups:
      return word_groups(std::move(options), output);
    case Noun::stacks:
      return word_stacks(options, output);
    case Noun::ranks:
      return word_ranks(options, output);
    case Noun::show:
      if (options.show_kind == MPIDBG_KIND_COMM) return word_communicators(std::move(options), output);
      if (options.show_kind == MPIDBG_KIND_GROUP) return word_groups(std::move(options), output);
      return word_handles(noun, std::move(options), output);
    case Noun::cvars:
    case Noun::pvars:
      return word_variables(noun, std::move(options), output);
    case Noun::categories:
      return word_categories(std::move(options), output);
    case Noun::events:
    case Noun::sources:
      return word_events(noun, std::move(options), output);
    default:
      return word_handles(noun, std::move(options), output);
  }
}

std::unique_ptr<Renderer> make_renderer(Noun noun, Format format, RenderOptions options, Sink &sink) {
  if (noun == Noun::why) {
    const WhyOptions how{options, options.color, 0, {}};
    return std::make_unique<WhyRenderer>(format, how, sink);
  }
  if (format == Format::dot) return draw_stacks(options, sink);
  if (format == Format::json) return make_json(noun, std::move(options), sink);
  return std::make_unique<TextRenderer>(noun, options, sink);
}

std::string render(Noun noun, Format format, std::span<const ProcessReport> job, const RenderOptions &options) {
  std::string text;
  {
    Sink sink(write_to_string(text));
    RenderOptions chosen = options;
    chosen.one_process = job.size() == 1;
    const auto renderer = make_renderer(noun, format, std::move(chosen), sink);
    for (const ProcessReport &report : job) renderer->add(report);
    renderer->finish();
  }
  return text;
}

}  // namespace mqs_shim
