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
        "  gone = (cannot see: it is unreadable)  from default  MPI_INT  scope constant  verbosity user basic\n");
  RenderOptions options = verbose();
  options.variable = "level";
  CHECK(text(Noun::cvars, report, options) ==
        "  plugin: mpidbg 0.1.0\n"
        "  level = 2 (debug)  from environment  MPI_INT  scope all equal  verbosity tuner basic\n"
        "      how much\n"
        "  and 3 inactive: their components were unloaded\n");
}

TEST_CASE("performance variables, with long values shortened") {
  const ProcessReport report = sample::rank_with_variables();
  CHECK(text(Noun::pvars, report) ==
        "  bytes = 7  counter  MPI_UNSIGNED_LONG  verbosity user basic  read-only  continuous\n"
        "  lengths  size  MPI_UNSIGNED  verbosity user basic  bound to a communicator  atomic\n"
        "      MPI_COMM_WORLD: 0 0 5 0\n"
        "      my dup: [17] 3, others 0 of 40\n"
        "  computed  timer  MPI_DOUBLE  verbosity user basic\n"
        "      cannot see the value: a function works it out\n");
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
