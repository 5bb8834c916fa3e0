// What a report says of itself.

#include <doctest/doctest.h>

#include "mqs_shim/records/records.h"

using namespace mqs_shim;

TEST_CASE("a report is complete if nothing that was asked for is missing") {
  ProcessReport report;
  CHECK(report.complete());
  report.communicators.resize(2);
  CHECK(report.complete());
  SUBCASE("a queue") {
    report.communicators[1].queues[MPIDBG_QUEUE_SENDS].problem = "cut";
  }
  SUBCASE("messages that no communicator claims") {
    report.unclaimed.problem = "cut";
  }
  SUBCASE("the process") {
    report.error = "no permission";
  }
  SUBCASE("something else, of which a warning says what") {
    report.add_gap("the stack is cut");
    report.add_gap("the stack is cut");
    CHECK(report.warnings == std::vector<std::string>{"the stack is cut"});
  }
  SUBCASE("a list of MPI_T that was asked for") {
    report.variables.performance_variables.problem = "cut";
    CHECK(report.complete());
    report.variables.control_variables.asked = true;
    report.variables.events.asked = true;
    CHECK(report.complete());
    report.variables.performance_variables.asked = true;
  }
  CHECK_FALSE(report.complete());
}

TEST_CASE("a text is kept once, and none is the first") {
  ProcessReport report;
  CHECK(report.intern("") == 0);
  const TextIndex one = report.intern("one"), two = report.intern("two");
  CHECK(one != two);
  CHECK(report.intern("one") == one);
  CHECK(report.text(one) == "one");
  CHECK(report.text(0).empty());
  CHECK(report.texts.size() == 3);
}

TEST_CASE("calls that block, and the one that cannot be seen") {
  ProcessReport report;
  CHECK(report.lost_call().empty());
  report.threads.resize(3);
  report.threads[0].call = "MPI_Test";
  report.threads[1].call = "MPI_Recv";
  report.threads[1].blocking = true;
  CHECK(report.blocked_in() == std::vector<std::string_view>{"MPI_Recv"});
  CHECK(report.lost_call().empty());
  report.threads[2].lost = true;
  report.threads[2].problem = "it ends";
  CHECK(report.lost_call() == "cannot see the MPI call of the main thread: its stack cannot be walked: it ends");
}
