// This file puts the answers of the commands `events` and `sources` into words.

#include "mqs_shim/job/jobs.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/variable_terms.h"
#include "mqs_shim/render/variables/choice.h"
#include "mqs_shim/render/variables/values.h"
#include "mqs_shim/render/wording/variables/list_end.h"
#include "mqs_shim/render/wording/variables/mismatches.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

namespace {

// At most this many instances of each event type are shown, namely the last ones.
constexpr std::size_t instances_shown = 20;

class EventWords : public Renderer {
 public:
  EventWords(Noun noun, RenderOptions options, BlockOutput &output)
      : noun_(noun), options_(std::move(options)), selection_(options_), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    jobs_.add(report);
    const OpenBlock process(output_, process_block(report, options_));
    if (!write_process_limits(output_, report, options_)) return;
    const VariableLists &lists = report.variables;
    noun_ == Noun::events ? write_list(report, lists.events, "types of events")
                          : write_list(report, lists.sources, "sources of events");
  }

  void finish(const std::vector<int> &missing_ranks) override {
    write_mismatches(output_, jobs_.mismatches());
    write_missing_ranks(output_, missing_ranks);
  }

 private:
  template <class Record>
  void write_list(const ProcessReport &report, const VariableList<Record> &list, std::string_view what) {
    for (const Record &record : list.objects) {
      if (!is_chosen(options_, record)) continue;
      const OpenBlock object(output_, block_of(report, record));
      write_instances(report, record);
      if (options_.verbose && !record.description.empty())
        output_.write(text_block(Role::detail, printable(record.description)));
    }
    if (!list.problem.empty()) {
      write_problem(output_, "cannot see: " + printable(list.problem));
    } else if (list.objects.empty()) {
      write_property(output_, "the MPI library has no " + std::string(what));
    }
    write_inactive(output_, list, options_);
  }

  static Block block_of(const ProcessReport &, const EventTypeRecord &record) {
    Block block = object_block(printable(record.name));
    Cells &cells = block.cells;
    cells.begin().append("verbosity ") += verbosity_term(record.verbosity);
    if (record.bind != MPIDBG_T_BIND_NO_OBJECT) cells.begin().append("bound to a ") += bind_term(record.bind);
    cells.add(std::to_string(record.instances.size()) + " recorded");
    if (record.dropped != 0) cells.add(std::to_string(record.dropped) + " dropped");
    return block;
  }

  static Block block_of(const ProcessReport &, const EventSourceRecord &record) {
    return object_block(printable(record.name))
        .cell(record.ordered ? "ordered" : "unordered")
        .cell(std::to_string(record.ticks_per_second) + " ticks per second")
        .cell("at most " + std::to_string(record.max_ticks));
  }

  void write_instances(const ProcessReport &report, const EventTypeRecord &record) {
    const std::size_t count = record.instances.size();
    const std::size_t first = options_.all || count <= instances_shown ? 0 : count - instances_shown;
    if (first != 0)
      output_.write(text_block(Role::detail, std::to_string(first) + " earlier ones with " + options_.all_option()));
    for (std::size_t i = first; i < count; ++i) {
      const EventTypeRecord::Instance &instance = record.instances[i];
      const auto source = name_of(report.variables.sources, instance.source);
      std::string text = "at " + std::to_string(instance.timestamp) + " of " +
                         (source.empty() ? "source " + std::to_string(instance.source) : printable(source)) + ":";
      for (const auto &element : instance.elements) text += ' ' + (element ? number_text(*element) : "(not kept)");
      output_.write(text_block(Role::detail, text));
    }
  }
  void write_instances(const ProcessReport &, const EventSourceRecord &) {}

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  BlockOutput &output_;
  Jobs jobs_{noun_};
};

}  // namespace

std::unique_ptr<Renderer> word_events(Noun noun, RenderOptions options, BlockOutput &output) {
  return std::make_unique<EventWords>(noun, std::move(options), output);
}

}  // namespace mqs_shim
