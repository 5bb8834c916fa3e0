// Writes all forms of the answers about jobs for forms_test.py, which compares them: one line of JSON per job,
// {"way": ..., "size": ranks, "code": exit code of `why`, "forms": {name: text}}.
//
//   write_forms LIBRARY    the recorded jobs
//   write_forms samples    every kind of verdict, on jobs made by hand

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "mqs_shim/render/progress/pending_lines.h"
#include "mqs_shim/render/progress/render_progress.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/verdict/page/page.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "tests/hangs/hung_jobs.h"
#include "tests/render/sample_verdicts.h"

using hangs::HungJob;
using mqs_shim::Format;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;
using mqs_shim::summaries::Merged;
using mqs_shim::summaries::RankSummary;
using mqs_shim::summaries::Summary;
using mqs_shim::why::Inquiry;

namespace {

using Forms = nlohmann::ordered_json;

std::string why(const Inquiry &inquiry, double seconds, Format format, bool each = false) {
  mqs_shim::WhyOptions options;
  options.each = each;
  options.seconds = seconds;
  options.launcher = hangs::launcher;
  return hangs::written([&](mqs_shim::Sink &sink) { render_why(inquiry, format, options, sink); });
}

std::string page(const Inquiry &inquiry, double seconds) {
  const auto graph = mqs_shim::wait_graph(inquiry.waits(), inquiry.verdict(), hangs::launcher);
  mqs_shim::PageFacts facts;
  facts.seconds = seconds;
  facts.launcher = hangs::launcher;
  facts.made = "made on node1";
  return hangs::written([&](mqs_shim::Sink &sink) { write_why_page(inquiry, graph, facts, sink); });
}

void add_why(const Inquiry &inquiry, double seconds, const std::string &name, Forms &forms) {
  forms[name] = why(inquiry, seconds, Format::text);
  forms[name + " each"] = why(inquiry, seconds, Format::text, true);
  forms[name + " json"] = why(inquiry, seconds, Format::json);
  forms[name + " dot"] = why(inquiry, seconds, Format::dot);
  forms[name + " html"] = page(inquiry, seconds);
}

// The job as several collectors hand it over: a summary of each rank, merged last rank first, encoded and decoded.
Summary put_together(const Summary &summary) {
  std::vector<Summary> parts;
  const auto read = summary.for_each([&](const RankSummary &rank) {
    parts.emplace_back();
    parts.back().add(rank);
  });
  if (!read.ok()) throw std::runtime_error(read.error().message);
  Summary all;
  for (; !parts.empty(); parts.pop_back()) all.merge(hangs::value_of(Summary::decode(parts.back().encode())));
  return hangs::value_of(Summary::decode(all.encode()));
}

// The verdict of who has looked at the processes himself, as often as their collectors have, and saw the same.
std::string why_directly(const Merged &merged) {
  Inquiry inquiry;
  for (unsigned look = 0; look < merged.inquiry.looks(); ++look) {
    for (const mqs_shim::why::Evidence &evidence : merged.inquiry.waits().evidence()) inquiry.add(evidence);
    inquiry.judge();
  }
  return why(inquiry, merged.seconds, Format::json);
}

void add_reports(const HungJob &job, Forms &forms) {
  std::vector<ProcessReport> reports;
  const auto read = job.summary.for_each([&](RankSummary rank) { reports.push_back(std::move(rank.report)); });
  if (!read.ok()) throw std::runtime_error(read.error().message);
  mqs_shim::RenderOptions full;
  full.verbose = full.all = true;
  for (const Noun noun : {Noun::queues, Noun::comms, Noun::ranks, Noun::stacks}) {
    const std::string name(noun_name(noun));
    forms[name] = render(noun, Format::text, reports, {});
    forms[name + " full"] = render(noun, Format::text, reports, full);
    forms[name + " json"] = render(noun, Format::json, reports, {});
    forms[name + " full json"] = render(noun, Format::json, reports, full);
  }
  forms["stacks dot"] = render(Noun::stacks, Format::dot, reports, {});
}

// As if the ranks of one job had become those of the next.
void add_differences(const HungJob &first, const HungJob &second, const std::string &name, Forms &forms) {
  mqs_shim::why::TwoLooks looks;
  const Merged merged_first = hangs::judged(first.summary), merged_second = hangs::judged(second.summary);
  const auto add = [&](const Merged &merged, auto to) {
    std::int64_t pid = 0;
    for (mqs_shim::why::Evidence one : merged.inquiry.waits().evidence()) {
      one.pid = ++pid;
      one.id.job = 1;
      (looks.*to)(std::move(one));
    }
  };
  add(merged_first, &mqs_shim::why::TwoLooks::add_to_first);
  add(merged_second, &mqs_shim::why::TwoLooks::add_to_second);
  looks.compare();
  mqs_shim::ProgressOptions each;
  each.each = true;
  const auto add_form = [&](const std::string &form, Format format, const mqs_shim::ProgressOptions &options) {
    forms[name + form] = hangs::written(
        [&](mqs_shim::Sink &sink) { render_progress(looks, merged_second.inquiry, format, options, sink); });
  };
  add_form("", Format::text, {});
  add_form(" each", Format::text, each);
  add_form(" json", Format::json, {});
}

Forms forms_of(const HungJob &job, const HungJob &next) {
  Forms forms;
  const Merged merged = hangs::judged(job.summary);
  add_why(merged.inquiry, merged.seconds, "why", forms);
  const Merged together = hangs::judged(put_together(job.summary));
  forms["why put together json"] = why(together.inquiry, together.seconds, Format::json);
  forms["why directly json"] = why_directly(merged);
  for (int rank = 0; rank < 3; ++rank) {
    const Merged part = hangs::judged(job.summary, rank);
    add_why(part.inquiry, part.seconds, "why without rank " + std::to_string(rank), forms);
  }
  forms["pending"] = nlohmann::json(
      mqs_shim::pending_lines({merged.inquiry.waits().evidence().begin(), merged.inquiry.waits().evidence().end()}));
  add_reports(job, forms);
  add_differences(job, job, "diff of the same", forms);
  add_differences(job, next, "diff of the next", forms);
  return forms;
}

void write_recorded(const std::string &library) {
  const std::vector<HungJob> jobs = hangs::jobs_of(library);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const HungJob &job = jobs[i];
    const Forms forms = forms_of(job, jobs[(i + 1) % jobs.size()]);
    std::cout << Forms{{"way", job.way}, {"size", job.summary.ranks()}, {"code", job.code}, {"forms", forms}}.dump()
              << '\n';
  }
}

void write_samples() {
  for (const sample::Verdict &verdict : sample::verdicts()) {
    if (verdict.looks[0].size() >= 100) continue;  // as long in each form
    Inquiry inquiry;
    sample::judge(verdict, inquiry);
    Forms forms;
    add_why(inquiry, verdict.looks.size() > 1 ? 0.2 : 0, "why", forms);
    const int code = static_cast<int>(inquiry.verdict().outcome);
    std::cout
        << Forms{{"way", verdict.name}, {"size", verdict.looks[0].size()}, {"code", code}, {"forms", forms}}.dump()
        << '\n';
  }
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 2) return 2;
  try {
    const std::string what = arguments[1];
    what == "samples" ? write_samples() : write_recorded(what);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "write_forms: %s\n", error.what());
    return 1;
  }
  return 0;
}
