// Text, JSON and one-line form of everything that a report can hold, compared with golden/. With COLLECT_GOLDEN=1 in
// the environment the files are written instead.

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/render/render.h"
#include "tests/golden/compare.h"
#include "tests/render/sample_reports.h"

using namespace mqs_shim;

namespace {

const std::vector<ProcessReport> &job() {
  static const std::vector<ProcessReport> reports = {
      sample::hung_rank(),   sample::rich_rank(),         sample::plain_rank(),          sample::unseen_rank(),
      sample::failed_rank(), sample::rank_with_objects(), sample::rank_of_record_alone()};
  return reports;
}

const std::vector<ProcessReport> &job_with_variables() {
  static const std::vector<ProcessReport> reports = {sample::rank_with_variables(), sample::rank_with_history(),
                                                     sample::failed_rank()};
  return reports;
}

std::string rendered(Noun noun, Format format, bool all, const std::vector<ProcessReport> &reports) {
  RenderOptions options;
  options.all = options.verbose = all;
  options.each = true;  // merged: merge_test.cpp
  std::string text;
  {
    Sink sink(write_to_string(text));
    const auto renderer = make_renderer(noun, format, options, sink);
    for (const ProcessReport &report : reports) renderer->add(sample::as_asked(report, noun));
    renderer->finish({3, 4, 5});
  }
  return text;
}

void compare(Noun noun, const std::vector<ProcessReport> &reports) {
  const std::string name(noun_name(noun));
  golden::compare(GOLDEN_DIRECTORY, name + ".txt", rendered(noun, Format::text, false, reports));
  golden::compare(GOLDEN_DIRECTORY, name + "_all_verbose.txt", rendered(noun, Format::text, true, reports));
  if (noun == Noun::handles) return;  // JSON: that of all the others
  golden::compare(GOLDEN_DIRECTORY, name + ".json", rendered(noun, Format::json, true, reports));
}

// Only what --all adds is missing, and the counts of what is hidden.
void compare_default_json(const std::vector<ProcessReport> &reports) {
  std::string text;
  for (int i = 0; i <= static_cast<int>(last_noun); ++i) {
    const Noun noun = static_cast<Noun>(i);
    if (noun == Noun::show) continue;
    std::istringstream default_lines(rendered(noun, Format::json, false, reports));
    const std::string all = rendered(noun, Format::json, true, reports);
    text += "== " + std::string(noun_name(noun)) + '\n';
    for (std::string line; std::getline(default_lines, line);) {
      if (all.find(line + '\n') == std::string::npos) text += line + '\n';
    }
  }
  golden::compare(GOLDEN_DIRECTORY, "default_json_where_it_differs.txt", text);
}

}  // namespace

TEST_CASE("every noun of communication and objects as text and JSON") {
  for (const Noun noun : {Noun::queues, Noun::comms, Noun::groups, Noun::ranks, Noun::stacks, Noun::requests,
                          Noun::errhandlers, Noun::datatypes, Noun::files, Noun::infos, Noun::ops, Noun::windows,
                          Noun::messages, Noun::sessions, Noun::handles}) {
    compare(noun, job());
  }
  compare_default_json(job());
}

TEST_CASE("every noun of MPI_T as text and JSON") {
  for (const Noun noun : {Noun::cvars, Noun::pvars, Noun::categories, Noun::events, Noun::sources})
    compare(noun, job_with_variables());
}

TEST_CASE("one object of every kind in full, as JSON, and in one line") {
  std::string text, json, lines;
  int last_kind = -1;
  for (const ProcessReport &report : sample::shown_objects()) {
    RenderOptions options;
    options.show_kind = static_cast<mpidbg_handle_kind_t>(report.shown->kind);
    std::string full = render(Noun::show, Format::text, {&report, 1}, options);
    text += full.substr(full.find('\n') + 1);  // without the process's line
    // One of each kind: in full they are in the JSON of lists.
    if (report.shown->kind != std::exchange(last_kind, report.shown->kind))
      json += render(Noun::show, Format::json, {&report, 1}, options);
    lines += summary(report) + '\n';
  }
  golden::compare(GOLDEN_DIRECTORY, "show.txt", text);
  golden::compare(GOLDEN_DIRECTORY, "show.json", json);
  golden::compare(GOLDEN_DIRECTORY, "summaries.txt", lines);
}
