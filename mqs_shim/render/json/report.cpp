// This file writes the JSON of every noun. mpidbg.schema.json describes each member; a test validates the output
// against it.

#include "mqs_shim/render/json/report.h"

#include "mqs_shim/job/jobs.h"
#include "mqs_shim/render/json/communicators.h"
#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/json/queues.h"
#include "mqs_shim/render/json/recorded.h"
#include "mqs_shim/render/json/stacks.h"
#include "mqs_shim/render/json/threads.h"
#include "mqs_shim/render/json/variables.h"
#include "mqs_shim/render/terms/operation_terms.h"
#include "mqs_shim/render/terms/thread_terms.h"
#include "mqs_shim/render/unseen.h"

namespace mqs_shim {

namespace {

class JsonRenderer : public Renderer {
 public:
  JsonRenderer(Noun noun, RenderOptions options, Sink &sink)
      : noun_(noun), options_(std::move(options)), selection_(options_), sink_(sink), json_(sink) {
    json_.begin_object();
    json_.key("schema").string("mpidbg-1");
    json_.key("command").string(noun_name(noun));
    json_.key("processes").begin_array(true);
  }

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    jobs_.add(report);
    if (noun_ == Noun::stacks) stacks_.add(report);
    json_.begin_object();
    write_process(report);
    if (noun_ == Noun::queues) write_queues(json_, report, selection_);
    if (noun_ == Noun::comms || noun_ == Noun::handles || shows(MPIDBG_KIND_COMM)) {
      json_.key("communicators").begin_array(true);
      for (const auto *communicator : selection_.communicators(report, false))
        write_communicator(json_, report, *communicator);
      json_.end_array();
    }
    if (noun_ == Noun::groups || noun_ == Noun::handles || shows(MPIDBG_KIND_GROUP)) {
      json_.key("groups").begin_array(true);
      for (const auto *group : selection_.groups(report)) write_group(json_, report, *group);
      json_.end_array();
    }
    write_lists(report);
    write_variables(json_, report, noun_, options_);
    write_recorder(json_, report);
    json_.end_object();
  }

  void finish(const std::vector<int> &missing_ranks) override {
    json_.end_array();
    json_.key("missing_ranks").numbers(missing_ranks);
    if (noun_ == Noun::stacks) write_stacks(json_, stacks_);
    write_mismatches(json_, noun_, jobs_.mismatches());
    json_.end_object();
    sink_.end_line();
    sink_.flush();
  }

 private:
  bool shows(mpidbg_handle_kind_t kind) const { return noun_ == Noun::show && options_.show_kind == kind; }

  void write_lists(const ProcessReport &report) {
    selection_.look_up_communicators(report);
    report.handles.for_each([&](const auto &list) {
      // If the library has no sessions, the objects of all kinds do not include them.
      const bool in_handles = noun_ == Noun::handles && kind_of(list).kind != MPIDBG_KIND_SESSION;
      if (!list.asked && !in_handles && noun_name(noun_) != kind_of(list).nouns && !shows(kind_of(list).kind)) return;
      json_.key(kind_of(list).nouns);
      write_list(report, list);
    });
    if (shows(MPIDBG_KIND_STATUS)) {
      json_.key("status");
      report.shown_status ? write_json(json_, report, *report.shown_status, options_) : json_.null();
    }
  }

  template <class Record>
  void write_list(const ProcessReport &report, const HandleList<Record> &list) {
    const std::string problem = report.error.empty() ? unseen_part(list) : report.error;
    std::int64_t hidden = 0;
    json_.begin_object();
    json_.key("complete").boolean(problem.empty());
    json_.key("reason").string_or_null(problem);
    json_.key("objects").begin_array(true);
    for (const Record &record : list.objects) {
      if (noun_ == Noun::show || selection_.object(record)) {
        write_json(json_, report, record, options_);
      } else {
        ++hidden;
      }
    }
    json_.end_array();
    json_.key("not_shown").number(hidden);
    json_.end_object();
  }

  void write_process(const ProcessReport &report) {
    json_.key("rank").number_or_null(report.world_rank);
    json_.key("size").number_or_null(report.world_size);
    json_.key("target").string(report.target);
    json_.key("pid").number_or_null(report.pid == 0 ? -1 : report.pid);
    json_.key("host").string_or_null(report.host);
    json_.key("library").string_or_null(report.library);
    json_.key("point_to_point").string_or_null(report.point_to_point);
    json_.key("layouts").string_or_null(report.layout_source);
    json_.key("plugin").string_or_null(report.plugin);
    json_.key("mpi_state").string(mpi_state_term(report.mpi_state));
    json_.key("job").number_or_null(report.local_job == 0 ? -1 : std::int64_t{report.local_job});
    if (!report.job_name.empty()) json_.key("job_name").string(report.job_name);
    json_.key("error").string_or_null(report.error);
    json_.key("warnings").strings(report.warnings);
    json_.key("blocked_in").begin_array();
    for (const std::string_view call : report.blocked_in()) json_.string(call);
    json_.end_array();
    if (noun_ != Noun::ranks && noun_ != Noun::stacks) return;
    json_.key("state").string_or_null(kernel_state_term(report.state));
    if (noun_ == Noun::ranks) write_threads(json_, report.threads);
  }

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  Sink &sink_;
  JsonWriter json_;
  Jobs jobs_{noun_};
  JobStacks stacks_{options_.all ? StackDetail::all : StackDetail::folded};
};

}  // namespace

std::unique_ptr<Renderer> make_json(Noun noun, RenderOptions options, Sink &sink) {
  return std::make_unique<JsonRenderer>(noun, std::move(options), sink);
}

}  // namespace mqs_shim
