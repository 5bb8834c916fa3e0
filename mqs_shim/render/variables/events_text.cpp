// The text of `events` and `sources`.

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/text.h"
#include "mqs_shim/render/variables/consistency.h"
#include "mqs_shim/render/variables/variables.h"

namespace mqs_shim {

namespace {

// Instances of a type that are shown; the last ones.
constexpr std::size_t instances_shown = 20;

class EventsText : public Renderer {
 public:
  EventsText(Noun noun, RenderOptions options, Sink &sink)
      : noun_(noun), options_(std::move(options)), selection_(options_), writer_(sink, options_.color) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    consistency_.add(report);
    if (!write_process_header(writer_, report, options_, {})) return;
    const VariableLists &lists = report.variables;
    noun_ == Noun::events ? write_list(report, lists.events, "types of events")
                          : write_list(report, lists.sources, "sources of events");
  }

  void finish(const std::vector<int> &missing_ranks) override {
    for (const auto &mismatch : consistency_.mismatches()) writer_.line("", Consistency::text(mismatch), Color::red);
    write_missing_ranks(writer_, missing_ranks);
  }

 private:
  template <class Record>
  void write_list(const ProcessReport &report, const VariableList<Record> &list, std::string_view what) {
    for (const Record &record : list.objects) {
      if (!options_.variable.empty() && record.name != options_.variable) continue;
      write(report, record);
      if (options_.verbose && !record.description.empty()) writer_.line("      " + printable(record.description));
    }
    if (!list.problem.empty()) {
      writer_.line("  ", "cannot see: " + printable(list.problem), Color::yellow);
    } else if (list.objects.empty()) {
      writer_.line("  the MPI library has no " + std::string(what));
    }
  }

  void write(const ProcessReport &report, const EventTypeRecord &record) {
    writer_.put("  ");
    writer_.put(printable(record.name), Color::cyan);
    std::string text = "  verbosity " + std::string(verbosity_word(record.verbosity));
    if (record.bind != MPIDBG_T_BIND_NO_OBJECT) text += "  bound to a " + std::string(bind_word(record.bind));
    text += "  " + std::to_string(record.instances.size()) + " recorded";
    if (record.dropped != 0) text += "  " + std::to_string(record.dropped) + " dropped";
    writer_.line(text);
    const std::size_t count = record.instances.size();
    const std::size_t first = options_.all || count <= instances_shown ? 0 : count - instances_shown;
    if (first != 0) writer_.line("      " + std::to_string(first) + " earlier ones with --all");
    for (std::size_t i = first; i < count; ++i) write_instance(report, record.instances[i]);
  }

  void write_instance(const ProcessReport &report, const EventTypeRecord::Instance &instance) {
    const auto source = name_of(report.variables.sources, instance.source);
    std::string text = "      at " + std::to_string(instance.timestamp) + " of " +
                       (source.empty() ? "source " + std::to_string(instance.source) : printable(source)) + ":";
    for (const auto &element : instance.elements) text += ' ' + (element ? number_text(*element) : "(not kept)");
    writer_.line(text);
  }

  void write(const ProcessReport &, const EventSourceRecord &record) {
    writer_.put("  ");
    writer_.put(printable(record.name), Color::cyan);
    writer_.line(std::string(record.ordered ? "  ordered" : "  unordered") + "  " +
                 std::to_string(record.ticks_per_second) + " ticks per second  at most " +
                 std::to_string(record.max_ticks));
  }

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  TextWriter writer_;
  Consistency consistency_{noun_};
};

}  // namespace

std::unique_ptr<Renderer> make_events_text(Noun noun, RenderOptions options, Sink &sink) {
  return std::make_unique<EventsText>(noun, std::move(options), sink);
}

}  // namespace mqs_shim
