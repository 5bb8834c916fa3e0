// What is said of the communicator that --comm names, where processes do not have it.

#include "corefile/command/targets/named_communicator.h"

#include <doctest/doctest.h>

namespace {

mqs_shim::ProcessReport with_communicators(int rank, int first, int last) {
  mqs_shim::ProcessReport report;
  report.world_rank = rank;
  for (int number = first; number <= last; ++number) {
    report.communicators.emplace_back();
    report.communicators.back().name = "c" + std::to_string(number);
  }
  return report;
}

const std::string halo = "halo";

}  // namespace

TEST_CASE("where no process has the communicator that --comm names, those that there are are named, at most 12") {
  const auto problem = [](int last) {
    command::NamedCommunicator named(halo);
    named.add(with_communicators(0, 10, last));
    named.add(with_communicators(1, 10, 10));
    return named.problem();
  };
  CHECK(problem(9) == "no process has a communicator 'halo'; there are c10");
  CHECK(problem(11) == "no process has a communicator 'halo'; there are c10, c11");
  const std::string twelve =
      "no process has a communicator 'halo'; there are c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21";
  CHECK(problem(21) == twelve);
  CHECK(problem(22) == twelve + ", ...");
  CHECK(problem(99) == twelve + ", ...");
}

TEST_CASE("where some have it, the ranks are named that do not") {
  command::NamedCommunicator named(halo);
  CHECK(named.problem().empty());
  auto with = with_communicators(0, 1, 2);
  with.communicators.back().name = "halo";
  named.add(with);
  CHECK(named.found());
  CHECK(named.problem().empty());
  named.add(with_communicators(2, 1, 2));
  named.add(with_communicators(1, 1, 2));
  CHECK(named.problem() == "2 of the processes (ranks 1-2) have no communicator 'halo'");
}
