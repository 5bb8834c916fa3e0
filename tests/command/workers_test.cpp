// Work in several processes: in order, and a worker that ends or hangs is one item without an answer.

#include "corefile/command/targets/workers.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <stdexcept>
#include <string>

using command::work_in_processes;
using command::WorkLimits;
using command::WorkResult;

namespace {

// "0 1 2 -SIGSEGV 4": answers, and in their place how the workers of others ended.
std::string answers(std::size_t items, unsigned workers, const std::function<std::string(std::size_t)> &work,
                    std::chrono::milliseconds longest = std::chrono::seconds(60)) {
  WorkLimits limits;
  limits.workers = workers;
  limits.longest = longest;
  std::string text;
  std::size_t expected = 0;
  work_in_processes(items, limits, work, [&](std::size_t index, const WorkResult &result) {
    REQUIRE(index == expected++);
    text += (text.empty() ? "" : " ") + (result.problem.empty() ? result.bytes : "(" + result.problem + ")");
  });
  CHECK(expected == items);
  return text;
}

std::string number(std::size_t index) {
  return std::to_string(index);
}

}  // namespace

TEST_CASE("answers come in the order of the items, from several processes") {
  CHECK(answers(0, 3, number).empty());
  CHECK(answers(5, 1, number) == "0 1 2 3 4");
  CHECK(answers(5, 3, number) == "0 1 2 3 4");
  CHECK(answers(3, 10, number) == "0 1 2");
  const std::string pids = answers(40, 1, [](std::size_t) { return std::to_string(::getpid()); });
  CHECK(pids.find(std::to_string(::getpid())) == std::string::npos);
}

TEST_CASE("answers of any size, and none, come through") {
  std::size_t next = 0;
  const auto work = [](std::size_t index) { return std::string(index * 300'000, static_cast<char>('a' + index)); };
  work_in_processes(8, {.workers = 3}, work, [&](std::size_t index, const WorkResult &result) {
    CHECK(result.problem.empty());
    CHECK(result.bytes == work(index));
    ++next;
  });
  CHECK(next == 8);
}

TEST_CASE("a worker that ends takes no item with it but its own") {
  const auto work = [](std::size_t index) -> std::string {
    if (index == 2) ::raise(SIGKILL);
    if (index == 4) ::_exit(0);
    if (index == 5) throw std::runtime_error("unknown");
    return std::to_string(index);
  };
  for (const unsigned workers : {1U, 2U, 5U}) {
    CHECK(answers(7, workers, work) ==
          "0 1 (the process that inspected it was ended by SIGKILL) 3 (the process that inspected it ended) "
          "(the process that inspected it ended) 6");
  }
}

TEST_CASE("a worker that hangs is ended") {
  const auto work = [](std::size_t index) {
    if (index == 1) ::pause();
    return std::to_string(index);
  };
  CHECK(answers(4, 2, work, std::chrono::milliseconds(1000)) == "0 (it took longer than 1 s to inspect) 2 3");
}
