// What concerns several processes, out of reports alone.

#include "mqs_shim/job/jobs.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "mqs_shim/render/jobs_text.h"
#include "mqs_shim/render/render.h"

using namespace mqs_shim;

namespace {

ProcessReport process(int rank, int size, const std::string &job = {}) {
  ProcessReport report;
  report.world_rank = rank;
  report.world_size = size;
  report.environment_job = job;
  return report;
}

// One whose control variable has the description.
ProcessReport with_variable(ProcessReport report, const std::string &description) {
  ControlVariableRecord variable;
  variable.name = "level";
  variable.description = description;
  report.variables.control_variables.objects.push_back(variable);
  return report;
}

std::vector<int> missing(const Jobs &jobs) {
  return jobs.missing([](int) { return true; });
}

std::vector<std::string> texts(const Jobs &jobs) {
  std::vector<std::string> texts;
  for (const Mismatch &one : jobs.mismatches()) {
    texts.push_back(one.name + ": " + std::to_string(one.one_rank) + " " + one.one + ", " +
                    std::to_string(one.other_rank) + " " + one.other);
  }
  return texts;
}

}  // namespace

TEST_CASE("ranks that nobody was given for are missing") {
  Jobs jobs(Noun::ranks);
  jobs.add(process(2, 4));
  jobs.add(process(0, -1));
  CHECK(missing(jobs) == std::vector<int>{1, 3});
  CHECK(jobs.missing([](int rank) { return rank < 3; }) == std::vector<int>{1});
  CHECK(jobs.names_missing(false));
  CHECK_FALSE(jobs.has_several_launches());
  jobs.add(process(-1, -1));
  CHECK(missing(jobs) == std::vector<int>{1, 3});
  jobs.add(process(1, 2000000000));
  CHECK(missing(jobs).size() < (1 << 20));
}

TEST_CASE("of one process alone only ranks names the others") {
  Jobs queues(Noun::queues), ranks(Noun::ranks);
  queues.add(process(0, 2));
  ranks.add(process(0, 2));
  CHECK_FALSE(queues.names_missing(false));
  CHECK(queues.names_missing(true));
  CHECK(ranks.names_missing(false));
  queues.add_unseen();
  CHECK(queues.names_missing(false));
  CHECK(queues.processes() == 2);
  CHECK(queues.failures() == 1);
}

TEST_CASE("two jobs are not one, and are named") {
  Jobs jobs(Noun::cvars);
  jobs.add(with_variable(process(0, 2, "1537212417"), "how much"));
  jobs.add(with_variable(process(0, 4, "2899050497"), "how little"));
  jobs.add(with_variable(process(1, 2, "1537212417"), "how much"));
  CHECK(jobs.has_several_launches());
  CHECK_FALSE(jobs.names_missing(false));
  CHECK(texts(jobs).empty());  // variables may differ between jobs
  CHECK(jobs_text(jobs) ==
        "2 jobs:\n"
        "  job [23456,1]: ranks 0-1 of 2\n"
        "  job [44236,1]: rank 0 of 4; missing: ranks 1-3\n");
}

TEST_CASE("where jobs have to be told apart, each process says of which it is") {
  std::vector<ProcessReport> reports = {process(0, 2, "1537212417"), process(0, 4, "2899050497")};
  for (ProcessReport &report : reports) report.job_name = job_of(report).name;
  const std::string ranks = render(Noun::ranks, Format::text, reports, {});
  CHECK(ranks.find("0 of job [23456,1]") != std::string::npos);
  CHECK(ranks.find("0 of job [44236,1]") != std::string::npos);
  const std::string comms = render(Noun::comms, Format::text, reports, {});
  CHECK(comms.find("rank 0 of 2  ") != std::string::npos);
  CHECK(comms.find("  job [23456,1]") != std::string::npos);
  CHECK(render(Noun::ranks, Format::json, reports, {}).find("\"job_name\": \"2899050497\"") != std::string::npos);
}

TEST_CASE("a spawned job belongs to the launch that it was spawned in") {
  Jobs jobs(Noun::ranks);
  jobs.add(process(0, 1, "1537212417"));
  jobs.add(process(0, 2, "1537212418"));
  CHECK_FALSE(jobs.has_several_launches());
  CHECK(missing(jobs) == std::vector<int>{1});
  Jobs later(Noun::ranks);
  later.add(process(0, 1, "prterun-host-4711@1"));
  later.add(process(0, 1, "prterun-host-4711@2"));
  CHECK_FALSE(later.has_several_launches());
}

TEST_CASE("without an environment the job is what memory says") {
  ProcessReport report = process(0, 1);
  report.job = 1537212417;
  report.local_job = 1;
  CHECK(job_of(report).name == "1537212417");
  CHECK(job_of(report).launch == job_of(process(1, 2, "1537212418")).launch);
  CHECK(job_of(process(0, 1)).launch.empty());
}

TEST_CASE("the order of processes does not matter, nor in which parts they come") {
  std::vector<ProcessReport> reports = {with_variable(process(0, 5), "a"), with_variable(process(1, 5), "b"),
                                        with_variable(process(3, 5), "a"), with_variable(process(4, 5), "c")};
  Jobs expected(Noun::cvars);
  for (const ProcessReport &report : reports) expected.add(report);
  REQUIRE(texts(expected) == std::vector<std::string>{"level: 0 a, 1 b"});
  std::vector<std::size_t> order = {0, 1, 2, 3};
  do {
    for (std::size_t cut = 0; cut <= order.size(); ++cut) {
      Jobs first(Noun::cvars), second(Noun::cvars);
      for (std::size_t i = 0; i < order.size(); ++i) (i < cut ? first : second).add(reports[order[i]]);
      first.merge(second);
      CHECK(texts(first) == texts(expected));
      CHECK(missing(first) == std::vector<int>{2});
      CHECK(first.processes() == 4);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}
