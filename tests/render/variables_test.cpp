// The text of `cvars`, `pvars` and `categories`.

#include <doctest/doctest.h>

#include "mqs_shim/render/render.h"
#include "tests/render/sample_reports.h"

using namespace mqs_shim;

namespace {

// Without the line of the process.
std::string text(Noun noun, const ProcessReport &report, const RenderOptions &options = {}) {
  const std::string all = render(noun, Format::text, {&report, 1}, options);
  return all.substr(all.find('\n') + 1);
}

RenderOptions verbose() {
  RenderOptions options;
  options.verbose = true;
  return options;
}

}  // namespace

TEST_CASE("a control variable in a line") {
  const ProcessReport report = sample::rank_with_variables();
  CHECK(text(Noun::cvars, report) ==
        "  level = 2 (debug)  from environment  MPI_INT  scope all equal  verbosity tuner basic\n"
        "  evil\\x1b[31m = \"a\\x0ab\"  from file /etc/x.conf:63  MPI_CHAR  scope constant  verbosity user basic  "
        "bound to a window  synonym of level  deprecated  internal  cannot be set\n"
        "  empty = (no text)  from default  MPI_CHAR  scope constant  verbosity user basic\n"
        "  ratio = 0.1  from default  MPI_DOUBLE  scope constant  verbosity user basic\n"
        "  gone = (cannot see: it is unreadable)  from default  MPI_INT  scope constant  verbosity user basic\n"
        "  cannot see 1 value of 5\n"
        "  and 3 inactive: their components were unloaded\n");
  RenderOptions options = verbose();
  options.variable = "level";
  CHECK(text(Noun::cvars, report, options) ==
        "  plugin: mpidbg 0.1.0\n"
        "  level = 2 (debug)  from environment  MPI_INT  scope all equal  verbosity tuner basic\n"
        "      how much\n"
        "  and 3 inactive: their components were unloaded\n");
}

TEST_CASE("a synonym of a variable that is not listed") {
  ProcessReport report = sample::rank_with_variables();
  auto &evil = report.variables.control_variables.objects[1];
  evil.origin->synonym_of = 454;
  CHECK(text(Noun::cvars, report).find("synonym of an inactive variable  ") != std::string::npos);
  evil.original_name = "btl_old\x1b";
  CHECK(text(Noun::cvars, report).find("synonym of btl_old\\x1b  ") != std::string::npos);
}

TEST_CASE("a value that is not shown limits no answer") {
  const ProcessReport report = sample::rank_with_variables();
  CHECK(value_limit(report, Noun::cvars, {}) == "it is unreadable");
  RenderOptions options;
  options.variable = "level";
  CHECK(value_limit(report, Noun::cvars, options).empty());
  options.variable = "g*";
  CHECK(value_limit(report, Noun::cvars, options) == "it is unreadable");
  options.changed = true;  // it is the default
  CHECK(value_limit(report, Noun::cvars, options).empty());
}

TEST_CASE("changed variables, where it is not known which are") {
  ProcessReport report = sample::rank_with_variables();
  RenderOptions options;
  options.changed = true;
  auto &objects = report.variables.control_variables.objects;
  const std::string known =
      "  level = 2 (debug)  from environment  MPI_INT  scope all equal  verbosity tuner basic\n"
      "  evil\\x1b[31m = \"a\\x0ab\"  from file /etc/x.conf:63  MPI_CHAR  scope constant  verbosity user basic  "
      "bound to a window  synonym of level  deprecated  internal  cannot be set\n";
  const std::string empty = "  empty = (no text)  MPI_CHAR  scope constant  verbosity user basic\n";
  CHECK(text(Noun::cvars, report, options) == known);
  CHECK(value_limit(report, Noun::cvars, options).empty());
  objects[2].origin->source = MPIDBG_CVAR_SOURCE_UNKNOWN;
  CHECK(text(Noun::cvars, report, options) ==
        known + empty + "  cannot see where 1 value comes from: it is listed, too\n");
  CHECK(value_limit(report, Noun::cvars, options) == "where the value comes from is not known");
  objects[3].origin.reset();
  CHECK(text(Noun::cvars, report, options) == known + empty +
                                                  "  ratio = 0.1  MPI_DOUBLE  scope constant  verbosity user basic\n"
                                                  "  cannot see where 2 values come from: they are listed, too\n");
  options.variable = "level";
  CHECK(value_limit(report, Noun::cvars, options).empty());
  options.variable.clear();
  options.changed = false;
  CHECK(text(Noun::cvars, report, options).find("come from") == std::string::npos);
  CHECK(value_limit(report, Noun::cvars, options) == "it is unreadable");
}

TEST_CASE("performance variables, with long values shortened") {
  const ProcessReport report = sample::rank_with_variables();
  CHECK(text(Noun::pvars, report) ==
        "  bytes = 7  counter  MPI_UNSIGNED_LONG  verbosity user basic  read-only  continuous\n"
        "  lengths  size  MPI_UNSIGNED  verbosity user basic  bound to a communicator  atomic\n"
        "      MPI_COMM_WORLD: 0 0 5 0\n"
        "      my dup: [17] 3, others 0 of 40\n"
        "  computed  timer  MPI_DOUBLE  verbosity user basic\n"
        "      cannot see the value: a function works it out\n"
        "  cannot see 1 value of 3; mpidbg record keeps values that the library computes\n");
}

TEST_CASE("what is left out is counted, unless some are asked for by their names") {
  ProcessReport report = sample::rank_with_variables();
  report.variables.performance_variables.inactive = report.variables.events.inactive = 1;
  report.variables.events.asked = true;
  const std::string inactive = "  and 1 inactive: their components were unloaded\n";
  CHECK(text(Noun::pvars, report).ends_with(inactive));
  CHECK(text(Noun::events, report) == "  the MPI library has no types of events\n" + inactive);
  report.communicators[1].flags = MPIDBG_COMM_INFO_INTERNAL;
  const std::string hidden = "  and values for 1 communicator of the library's own: --all shows them\n";
  CHECK(text(Noun::pvars, report).find("my dup") == std::string::npos);
  CHECK(text(Noun::pvars, report).find(hidden) != std::string::npos);
  RenderOptions options;
  options.variable = "lengths";
  CHECK(text(Noun::pvars, report, options).ends_with("      MPI_COMM_WORLD: 0 0 5 0\n" + hidden));
  options.all = true;
  CHECK(text(Noun::pvars, report, options).ends_with("      my dup: [17] 3, others 0 of 40\n"));
  options = {};
  options.changed = true;
  CHECK(text(Noun::cvars, report, options).find("inactive") == std::string::npos);
}

TEST_CASE("P15 values over the snapshots, with their times and reasons") {
  const ProcessReport report = sample::rank_with_history();
  RenderOptions options;
  options.variable = "bytes";
  CHECK(text(Noun::pvars, report, options) ==
        "  bytes = 7  (snapshot 8, 2.5 s ago)  counter  MPI_UNSIGNED_LONG  verbosity user basic  continuous\n"
        "      snapshot 7  22:13:21.000 UTC  at MPI_Init  9\n"
        "      snapshot 8  22:13:22.500 UTC  before signal 11  7  (less than before: it ran over, or was reset)\n"
        "  snapshots: snapshot 9 is not complete\n");
  options.variable = "level";
  CHECK(
      text(Noun::cvars, report, options) ==
      "  level = 2 (debug)  from environment  MPI_INT  scope all equal  verbosity tuner basic\n"
      "      snapshots 7-8  22:13:21.000 UTC to 22:13:22.500 UTC  first at MPI_Init, last before signal 11  2 (debug)\n"
      "  snapshots: snapshot 9 is not complete\n");
}

TEST_CASE("a snapshot that is overdue") {
  ProcessReport report = sample::rank_with_history();
  VariableLists &lists = report.variables;
  RenderOptions options;
  options.variable = "bytes";
  const auto is_overdue = [&] { return text(Noun::pvars, report, options).find("overdue") != std::string::npos; };
  CHECK_FALSE(is_overdue());
  lists.newest_snapshot = 2'500'000'000;  // 2.5 s before the look
  lists.snapshot_interval = 1'500'000'000;
  CHECK_FALSE(is_overdue());
  lists.snapshot_interval = 500'000'000;
  CHECK(text(Noun::pvars, report, options)
            .ends_with("  a snapshot is overdue: the newest is 2.5 s old, and one is due every 0.5 s; below "
                       "MPI_THREAD_MULTIPLE none is taken while the program computes or waits in one call\n"));
  lists.latest.reset();  // a core file's
  CHECK_FALSE(is_overdue());
}

TEST_CASE("the same value in snapshots of several reasons") {
  ProcessReport report = sample::rank_with_history();
  RenderOptions options;
  options.variable = "level";
  auto &snapshots = report.variables.snapshots;
  auto &history = report.variables.control_variables.objects[0].history;
  snapshots.push_back(snapshots[1]);
  snapshots[2].number = 9;
  history.push_back(history[1]);
  history[2].snapshot = 2;
  const auto reasons = [&](int first, int second, int last) {
    snapshots[0].reason = first, snapshots[1].reason = second, snapshots[2].reason = last;
    const std::string all = text(Noun::cvars, report, options);
    const std::size_t begin = all.find("UTC  ") + 5;
    return all.substr(begin, all.find("  2 (debug)", begin) - begin);
  };
  constexpr int init = MPIDBG_SNAPSHOT_AT_INIT, time = MPIDBG_SNAPSHOT_AT_INTERVAL, call = MPIDBG_SNAPSHOT_AT_PCONTROL;
  CHECK(reasons(init, time, time) == "first at MPI_Init, last at its time");
  CHECK(reasons(time, time, time) == "at its time");
  CHECK(reasons(time, call, time) == "first and last at its time");
}

TEST_CASE("S1 E1 types of events with their instances, and sources") {
  const ProcessReport report = sample::rank_with_history();
  CHECK(text(Noun::events, report) ==
        "  arrived  verbosity user basic  1 recorded  2 dropped\n"
        "      at 12 of network: 5 (not kept)\n");
  CHECK(text(Noun::sources, report) == "  network  ordered  1000 ticks per second  at most 4095\n");
  CHECK(text(Noun::events, sample::rank_with_variables()) == "  the MPI library has no types of events\n");
}

TEST_CASE("G11 C11 what means another thing on another rank is told") {
  const std::vector<ProcessReport> job = {sample::rank_with_variables(), sample::rank_with_history()};
  const auto mismatches = [&](Noun noun) {
    const std::string all = render(noun, Format::text, job, {});
    std::string found;
    for (std::size_t at = all.find("\nmismatch: "); at != std::string::npos; at = all.find("\nmismatch: ", at + 1)) {
      found += all.substr(at + 1, all.find('\n', at + 1) - at);
    }
    return found;
  };
  CHECK(mismatches(Noun::cvars) ==
        "mismatch: the control variable level has description how much on rank 0 and how little on rank 3\n");
  CHECK(mismatches(Noun::pvars) ==
        "mismatch: the performance variable bytes has read-only yes on rank 0 and no on rank 3\n");
  CHECK(mismatches(Noun::categories) ==
        "mismatch: the category inner has description none on rank 0 and of rank 3 on rank 3\n");
}

TEST_CASE("C10 categories as a tree, each once, whatever contains what") {
  ProcessReport report = sample::rank_with_variables();
  CHECK(text(Noun::categories, report) ==
        "  outer  1 control variable\n"
        "    inner  2 performance variables\n"
        "      leaf\n"
        "    leaf  (shown above)\n");
  RenderOptions options;
  options.variable = "inner";
  CHECK(text(Noun::categories, report, options) == "  inner  2 performance variables\n    leaf\n");
  CHECK(text(Noun::categories, report, verbose()) ==
        "  plugin: mpidbg 0.1.0\n"
        "  outer  1 control variable\n"
        "      everything\n"
        "      cvar level\n"
        "    inner  2 performance variables\n"
        "        pvar bytes\n"
        "        pvar 9 (inactive)\n"
        "      leaf\n"
        "    leaf  (shown above)\n");
  SUBCASE("a circle ends") {
    report.variables.categories.objects[2].categories = {0};
    CHECK(text(Noun::categories, report) ==
          "  outer  1 control variable\n"
          "    inner  2 performance variables\n"
          "      leaf\n"
          "        outer  (shown above)\n"
          "    leaf  (shown above)\n");
  }
  SUBCASE("what cannot be seen") {
    report.variables.categories.problem = "the category x contains itself, or one that does";
    CHECK(text(Noun::categories, report).ends_with("  cannot see: the category x contains itself, or one that does\n"));
    CHECK(first_limit(report, Noun::categories) == "the category x contains itself, or one that does");
  }
}

TEST_CASE("a name that no variable has") {
  const ProcessReport report = sample::rank_with_variables();
  CHECK(has_variable(report, Noun::cvars, "level"));
  CHECK_FALSE(has_variable(report, Noun::pvars, "level"));
  CHECK(has_variable(report, Noun::categories, "leaf"));
  CHECK_FALSE(has_variable(report, Noun::queues, "level"));
}
