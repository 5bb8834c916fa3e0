// Jobs that hang in every way of samples/hangs.c, as record_hangs.py has recorded their ranks: said/LIBRARY.txt has the
// text of each verdict and of the queues, to be read. forms_test.py holds all other forms against each other. The
// exit code of each verdict is the one that the program itself expected when it was recorded, and the evidence of each
// rank is what its report makes again, as far as the report has it.

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "tests/golden/compare.h"
#include "tests/hangs/hung_jobs.h"

using hangs::HungJob;
using mqs_shim::Format;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;
using mqs_shim::summaries::RankSummary;

namespace why = mqs_shim::why;

namespace {

std::string why_text(const HungJob &job) {
  const auto merged = hangs::judged(job.summary);
  CHECK(static_cast<int>(merged.inquiry.verdict().outcome) == job.code);
  mqs_shim::WhyOptions options;
  options.seconds = merged.seconds;
  options.launcher = hangs::launcher;
  return hangs::written([&](mqs_shim::Sink &sink) { render_why(merged.inquiry, Format::text, options, sink); });
}

std::string queues_text(const HungJob &job) {
  std::vector<ProcessReport> reports;
  const auto read = job.summary.for_each([&](RankSummary rank) { reports.push_back(std::move(rank.report)); });
  REQUIRE_MESSAGE(read.ok(), read.error().message);
  return render(Noun::queues, Format::text, reports, {});
}

// Evidence as far as it can be made of the report that was recorded beside it: without what takes addresses of
// requests, words of stacks, channels, windows and files, which only the rank itself had.
std::string part_of_report(RankSummary rank) {
  why::Evidence &evidence = rank.evidence;
  why::Evidence part;
  part.id = evidence.id;
  part.job_known = evidence.job_known;
  part.job_name = evidence.job_name;
  part.world_size = evidence.world_size;
  part.pid = evidence.pid;
  part.host = evidence.host;
  part.target = evidence.target;
  part.state = evidence.state;
  part.callbacks_over = evidence.callbacks_over;
  part.problem = evidence.problem;
  part.is_core = evidence.is_core;
  part.queues_complete = evidence.queues_complete;
  part.thread_level = evidence.thread_level;
  part.communicators = evidence.communicators;
  for (why::Communicator &one : part.communicators) one.collectives.reset();
  part.operations = evidence.operations;
  std::erase_if(part.operations, [](const why::Operation &one) { return one.kind == why::OperationKind::extracted; });
  part.inactive = evidence.inactive;
  part.silent = evidence.silent;
  for (const why::Thread &whole : evidence.threads) {
    why::Thread &thread = part.threads.emplace_back();
    thread.tid = whole.tid;
    thread.of_c_library = whole.of_c_library;
    thread.call = whole.call;
    thread.inside = whole.inside;
    thread.system_call = whole.system_call;
    thread.site = whole.site;
    thread.path = whole.path;
    const bool is_blocked = whole.activity == why::Activity::waits || whole.activity == why::Activity::unknown;
    thread.activity = is_blocked ? why::Activity::waits : whole.activity;  // for what takes the addresses
  }
  evidence = part;
  return pack(rank);
}

void check_evidence(const HungJob &job) {
  const auto read = job.summary.for_each([&](RankSummary rank) {
    RankSummary again = rank;
    again.evidence = why::rank_evidence(rank.report);
    CHECK_MESSAGE(part_of_report(again) == part_of_report(rank), job.way, ", rank ", rank.report.world_rank);
  });
  REQUIRE_MESSAGE(read.ok(), read.error().message);
}

// The text of each job, as the file has it.
std::map<std::string, std::string> expected_texts(const std::string &path) {
  std::ifstream file(path);
  std::map<std::string, std::string> texts;
  std::string line, way;
  while (std::getline(file, line)) {
    if (line.starts_with("==== ")) way = line.substr(5, line.find(',') - 5);
    texts[way] += line + '\n';
  }
  return texts;
}

void check_all(const std::string &library) {
  const std::vector<HungJob> jobs = hangs::jobs_of(library);
  const std::string path = std::string(DIRECTORY "/said/") + library + ".txt";
  const bool collects = std::getenv("COLLECT_GOLDEN") != nullptr;
  auto expected = expected_texts(path);
  std::string all;
  for (const HungJob &job : jobs) {
    check_evidence(job);
    const std::string text = "==== " + job.way + ", exit code " + std::to_string(job.code) + "\n-- why\n" +
                             why_text(job) + "-- queues\n" + queues_text(job);
    all += text;
    if (!collects)
      CHECK_MESSAGE(text == expected[job.way], job.way, ", ", golden::first_difference(expected[job.way], text));
  }
  if (collects) std::ofstream(path) << all;
  CHECK((collects || jobs.size() == expected.size()));
}

}  // namespace

TEST_CASE("what is said of jobs of Open MPI that hang") {
  check_all("openmpi");
}

TEST_CASE("what is said of jobs of Open MPI with the recorder that hang") {
  check_all("recorded");
}

TEST_CASE("what is said of jobs of MPICH that hang") {
  check_all("mpich");
}
