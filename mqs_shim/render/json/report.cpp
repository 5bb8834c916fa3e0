// This file writes the answer to every noun (every kind of question, such as `queues`) as JSON.

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
  JsonRenderer(Noun noun, RenderOptions options, JsonWriter json)
      : noun_(noun), options_(std::move(options)), selection_(options_), json_(std::move(json)) {
    begin_answer(json_, noun);
  }

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    jobs_.add(report);
    if (noun_ == Noun::stacks) stacks_.add(report);
    const std::string noun(noun_name(noun_));
    json_.definition("process_" + noun, "A process, in `" + noun + "`.",
                     [&] { json_.object([&] { write_process(report); }); });
  }

  void finish(const std::vector<int> &missing_ranks) override {
    json_.end_array();
    json_.key("missing_ranks", "Ranks of the job that were not among the targets.").list(missing_ranks, [&](int rank) {
      json_.natural(rank);
    });
    if (noun_ == Noun::stacks) write_stacks(json_, stacks_);
    write_mismatches(json_, noun_, jobs_.mismatches());
    json_.end_object();
    json_.finish();
  }

 private:
  bool shows(mpidbg_handle_kind_t kind) const { return noun_ == Noun::show && options_.show_kind == kind; }

  void write_process(const ProcessReport &report) {
    json_.part("process", "The members that every answer has for a process.", [&] { write_head(report); });
    if (noun_ == Noun::ranks || noun_ == Noun::stacks) {
      json_.key("state");
      write_kernel_state(json_, report.state);
    }
    if (noun_ == Noun::ranks) write_threads(json_, report.threads);
    if (noun_ == Noun::queues) write_queues(json_, report, selection_);
    if_asked(noun_ == Noun::comms || noun_ == Noun::handles, shows(MPIDBG_KIND_COMM), [&] {
      json_.key("communicators", "In the order of their context ids.")
          .lines(selection_.communicators(report, false),
                 [&](const auto *communicator) { write_communicator(json_, report, *communicator); });
    });
    if_asked(noun_ == Noun::groups || noun_ == Noun::handles, shows(MPIDBG_KIND_GROUP), [&] {
      json_.key("groups", "In the order of the library's table.")
          .lines(selection_.groups(report), [&](const auto *group) { write_group(json_, report, *group); });
    });
    write_lists(report);
    write_variables(json_, report, noun_, options_);
    write_recorder(json_, report);
  }

  // Calls `write` to write members if they belong to the noun (`of_noun`) or, for `show` and `handles`, if there is
  // data for them.
  template <class Write>
  void if_asked(bool of_noun, bool is_there, Write write) {
    if (of_noun) return write();
    if (noun_ == Noun::show || noun_ == Noun::handles) json_.optional(is_there, write);
  }

  void write_lists(const ProcessReport &report) {
    selection_.look_up_communicators(report);
    report.handles.for_each([&](const auto &list) {
      // The answer to `handles` has a list of MPI sessions only if the library supports these.
      const bool in_handles = noun_ == Noun::handles && kind_of(list).kind != MPIDBG_KIND_SESSION;
      if_asked(in_handles || noun_name(noun_) == kind_of(list).nouns, list.asked || shows(kind_of(list).kind), [&] {
        json_.key(kind_of(list).nouns).definition(kind_of(list).nouns, "Objects of one kind in a process.", [&] {
          write_list(report, list);
        });
      });
    });
    if_asked(false, shows(MPIDBG_KIND_STATUS), [&] {
      json_.key("status").if_known(report.shown_status.has_value(), [&] {
        write_json(json_, report, report.shown_status.value_or(StatusRecord{}), options_);
      });
    });
  }

  template <class Record>
  void write_list(const ProcessReport &report, const HandleList<Record> &list) {
    const std::string problem = report.error.empty() ? unseen_part(list) : report.error;
    std::int64_t hidden = 0;
    const auto write = [&](const Record &record) {
      if (noun_ != Noun::show && !selection_.object(record)) return void(++hidden);
      write_json(json_, report, record, options_);
    };
    json_.object([&] {
      json_.key("complete", "Whether all could be seen.").boolean(problem.empty());
      json_.key("reason", "Why not.").string_or_null(problem);
      json_.key("objects").lines(list.objects, write);
      json_
          .key("not_shown",
               "How many predefined or internal ones need --all, or are of another communicator than --comm.")
          .natural(hidden);
    });
  }

  void write_head(const ProcessReport &report) {
    json_.key("rank", "Rank in MPI_COMM_WORLD; null if not known.").natural_or_null(report.world_rank);
    json_.key("size", "Size of MPI_COMM_WORLD; null if not known.").natural_or_null(report.world_size);
    json_.key("target", "What was looked at: \"pid 4151\", or the path of a core file.").string(report.target);
    json_.key("pid", "Process id; null if not known.").natural_or_null(report.pid == 0 ? -1 : report.pid);
    json_.key("host", "Where the process runs or ran.").string_or_null(report.host);
    json_.key("library", "The MPI library and its version.").string_or_null(report.library);
    json_.key("point_to_point", "The library's point-to-point layer, as it calls it: \"ob1\".")
        .string_or_null(report.point_to_point);
    json_.key("layouts", "Where the layouts of the library's structs came from, and whether they were checked.")
        .string_or_null(report.layout_source);
    json_.key("plugin", "Version text of the debug plugin that gave the answers.").string_or_null(report.plugin);
    json_
        .key("mpi_state",
             "Whether MPI is up. Outside of initialized and finalizing (in MPI_Finalize, and the objects are still "
             "there) there is nothing to show.")
        .term(mpi_state_term, report.mpi_state);
    json_.key("job", "Number of its job as the user knows it: 1 the first, 2.. spawned ones.")
        .natural_or_null(report.local_job == 0 ? -1 : std::int64_t{report.local_job});
    json_.optional(!report.job_name.empty(), [&] {
      json_
          .key("job_name",
               "What the launcher calls its job. Only where the processes are of several launches; rank and size count "
               "within the job.")
          .string(report.job_name);
    });
    json_.key("error", "Why the process could not be looked at; lists are then empty or partial.")
        .string_or_null(report.error);
    json_.key("warnings", "What limits the answer.").strings(report.warnings);
    json_
        .key("blocked_in",
             "The blocking MPI call that each thread is in, the main thread first; threads in none are left out.")
        .list(report.blocked_in(), [&](std::string_view call) { json_.string(call); });
  }

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  JsonWriter json_;
  Jobs jobs_{noun_};
  JobStacks stacks_{options_.all ? StackDetail::all : StackDetail::folded};
};

}  // namespace

void begin_answer(JsonWriter &json, Noun noun) {
  json.begin_object();
  json.key("schema", "Version of the schema.").word("mpidbg-1", {"mpidbg-1"});
  json.key("command", "The noun that was asked for.").word(noun_name(noun), {noun_name(noun)});
  json.key("processes", "The processes of the job, by rank.").begin_array(true);
}

std::unique_ptr<Renderer> make_json(Noun noun, RenderOptions options, Sink &sink) {
  return std::make_unique<JsonRenderer>(noun, std::move(options), JsonWriter(sink));
}

void describe_json(Noun noun, JsonDescription &description) {
  JsonRenderer renderer(noun, {}, JsonWriter(description));
  renderer.add({});
  renderer.finish({});
}

}  // namespace mqs_shim
