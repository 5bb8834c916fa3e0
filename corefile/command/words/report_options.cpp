#include "corefile/command/words/report_options.h"

#include <functional>
#include <utility>

#include "corefile/command/words/shared_options.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/session/handle_expression.h"

namespace command {

using namespace headings;

namespace {

std::string parse_tag(const std::string &text, Options &options) {
  options.render.tag = mpidbg::whole_number<int>(text);
  if (!options.render.tag) return "not a tag: '" + text + "'";
  return {};
}

std::string parse_kind(const std::string &text, Options &options) {
  const auto kind = mqs_shim::kind_of_word(text);
  if (!kind) return "not a kind of handle: '" + text + "'";
  options.render.show_kind = *kind;
  return {};
}

// Converts a parsing function to a validator of CLI11. The validator returns what is wrong with the word; an empty text
// means that the word is valid.
template <class Parse>
std::function<std::string(const std::string &)> check(Parse parse, Options &options) {
  return [parse, &options](const std::string &text) { return parse(text, options); };
}

// Flags for the options that only some nouns (kinds of reports) take.
enum Takes : unsigned {
  takes_comm = 1u << 0,
  takes_tag = 1u << 1,
  takes_all = 1u << 2,
  takes_freed = 1u << 3,
  takes_name = 1u << 4,
  takes_history = 1u << 5,
  takes_changed = 1u << 6,
  takes_dot = 1u << 7,
  takes_each = 1u << 8,
  takes_nodes = 1u << 9
};

struct ReportNoun {
  mqs_shim::Noun noun;
  const char *group;
  const char *description;
  const char *example;
  unsigned takes;
};

constexpr ReportNoun report_nouns[] = {
    {mqs_shim::Noun::why, diagnose, "Who waits for whom in the job, and whether it can ever go on",
     "mpidbg why 4147 --html why.html", takes_dot | takes_each | takes_nodes},
    {mqs_shim::Noun::ranks, diagnose,
     "The processes of the job, and the MPI call that each is in, with its place in the program",
     "mpidbg ranks /var/crash/job7", takes_each | takes_nodes},
    {mqs_shim::Noun::stacks, diagnose, "The stacks of all ranks and threads, merged into one tree",
     "mpidbg stacks 4151", takes_all | takes_dot | takes_nodes},
    {mqs_shim::Noun::queues, diagnose, "Posted receives, unexpected messages, pending sends, by communicator",
     "mpidbg queues core.4151 --comm MPI_COMM_WORLD", takes_comm | takes_tag | takes_all | takes_each | takes_nodes},
    {mqs_shim::Noun::comms, objects, "Communicators", "mpidbg comms 4151 --all",
     takes_comm | takes_all | takes_freed | takes_each | takes_nodes},
    {mqs_shim::Noun::groups, objects, "Groups", "mpidbg groups 4151 --json",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::requests, objects, "Requests", "mpidbg requests 4151 --comm MPI_COMM_WORLD",
     takes_comm | takes_tag | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::datatypes, objects, "Datatypes", "mpidbg datatypes core.4151",
     takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::windows, objects, "Windows, with their epochs and locks", "mpidbg windows 4151",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::files, objects, "Open files", "mpidbg files 4151",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::infos, objects, "Info objects", "mpidbg infos 4151", takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::ops, objects, "Reduction operations", "mpidbg ops 4151 --all",
     takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::errhandlers, objects, "Error handlers", "mpidbg errhandlers 4151 --all",
     takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::messages, objects, "Messages that MPI_Mprobe matched and that were not received yet",
     "mpidbg messages 4151", takes_comm | takes_tag | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::sessions, objects, "Sessions, which MPI has from 4.0 on", "mpidbg sessions 4151",
     takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::handles, objects, "Objects of all kinds", "mpidbg handles 4151 --json",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::show, objects, "One object in full", "mpidbg show datatype particle_type 4151", 0},
    {mqs_shim::Noun::cvars, tool_information, "Control variables, and where their values come from",
     "mpidbg cvars 4151 --changed", takes_name | takes_history | takes_changed},
    {mqs_shim::Noun::pvars, tool_information, "Performance variables", "mpidbg pvars core.4151",
     takes_name | takes_history | takes_all},
    {mqs_shim::Noun::categories, tool_information, "Categories, as a tree", "mpidbg categories 4151 --verbose",
     takes_name},
    {mqs_shim::Noun::events, tool_information, "Types of events, and those that were recorded",
     "mpidbg events core.4151", takes_name | takes_all},
    {mqs_shim::Noun::sources, tool_information, "Sources of the events", "mpidbg sources core.4151", takes_name},
};

CLI::App *add_name(CLI::App &root, const ReportNoun &report) {
  return root.add_subcommand(std::string(mqs_shim::noun_name(report.noun)), report.description)->group(report.group);
}

void add_report_noun(CLI::App &root, Options &options, ReportWords &words, const ReportNoun &report) {
  const mqs_shim::Noun noun = report.noun;
  CLI::App *app = add_name(root, report);
  app->footer(std::string("Example: ") + report.example + "\n\n" + exit_codes);
  app->callback([&options, noun] {
    options.verb = Verb::report;
    options.noun = noun;
  });
  if (noun == mqs_shim::Noun::show) {
    app->add_option("KIND", words.kind,
                    "comm, group, request, status, errhandler, datatype, file, info, op, window, message, session")
        ->required()
        ->type_name("")
        ->check(check(parse_kind, options), "");
    app->add_option("HANDLE", options.handle,
                    "A C handle, a predefined name, a communicator's name, fortran:N, cxx:ADDRESS, or a variable that "
                    "holds the handle: SYMBOL or SYMBOL+OFFSET")
        ->required()
        ->type_name("");
  }
  app->add_option("TARGET", options.targets, target_description)->type_name("");
  const auto takes = [&](unsigned option) { return (report.takes & option) != 0; };
  add_rank_option(*app, options);
  if (takes(takes_comm)) {
    app->add_option("--comm", options.render.communicator, "Only this communicator")
        ->type_name("NAME|HANDLE")
        ->group(select);
  }
  if (takes(takes_tag)) {
    app->add_option("--tag", words.tag, "Only operations with this tag, and receives of any tag")
        ->type_name("N")
        ->group(select)
        ->check(check(parse_tag, options), "");
  }
  if (takes(takes_name)) {
    app->add_option("--name", options.render.variable, "Only items with this name; * and ? stand for other characters")
        ->type_name("PATTERN")
        ->group(select);
  }
  if (takes(takes_changed)) {
    app->add_flag("--changed", options.render.changed, "Only variables whose value is not the default")->group(select);
  }
  if (takes(takes_history)) {
    app->add_flag("--history", options.history, "Also the values in each snapshot of the recorder")->group(select);
  }
  if (takes(takes_all)) {
    app->add_flag("--all", options.render.all,
                  noun == mqs_shim::Noun::stacks ? "The library's functions and threads too"
                                                 : "Predefined objects too, and the library's own ones and messages")
        ->group(select);
  } else {
    // --all is accepted by every command, because scripts may pass it to all of them, but the help shows it only where
    // it is useful.
    app->add_flag("--all", options.render.all)->group("");
  }
  if (takes(takes_each)) {
    app->add_flag("--each", options.render.each, "Each rank and operation by itself; equal ones are merged otherwise")
        ->group(select);
  }
  if (takes(takes_freed)) {
    app->add_flag("--freed", options.freed, "Freed objects too, if the recorder knows them")->group(select);
  }
  if (takes(takes_nodes)) add_node_options(*app, options);
  add_target_options(*app, options);
  add_plugin_options(*app, options);
  add_profile_option(*app, options);
  CLI::Option *json =
      app->add_flag("--json", options.json, "JSON instead of text; share/mpidbg/mpidbg.schema.json describes it");
  if (takes(takes_dot)) app->add_flag("--dot", options.dot, "A picture for Graphviz instead of text")->excludes(json);
  if (noun == mqs_shim::Noun::why) {
    add_jobs_option(*app, options);
    app->add_option("--html", options.html, "Also write a page for a browser to FILE: verdict, graph, all evidence")
        ->type_name("FILE");
  }
  add_color_option(*app, options);
  add_output_options(*app, options);
}

}  // namespace

std::vector<std::string_view> report_names() {
  std::vector<std::string_view> names;
  for (const ReportNoun &report : report_nouns) names.push_back(mqs_shim::noun_name(report.noun));
  return names;
}

void add_report_names(CLI::App &root) {
  for (const ReportNoun &report : report_nouns) add_name(root, report);
}

void add_reports(CLI::App &root, Options &options, ReportWords &words, std::string_view only) {
  for (const ReportNoun &report : report_nouns)
    if (only.empty() || only == mqs_shim::noun_name(report.noun)) add_report_noun(root, options, words, report);
}

}  // namespace command
