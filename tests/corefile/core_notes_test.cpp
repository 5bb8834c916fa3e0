#include "corefile/process/core_notes.h"

#include <doctest/doctest.h>

#include "tests/corefile/core_builder.h"

using namespace corefile;
using corefile_test::CoreBuilder;

namespace {

CoreNotes read(const CoreBuilder &core) {
  return read_core_notes(std::as_bytes(std::span(core.notes())));
}

std::vector<pid_t> tids(const CoreNotes &notes) {
  std::vector<pid_t> result;
  for (const ThreadRegisters &thread : notes.threads) result.push_back(thread.tid);
  return result;
}

}  // namespace

TEST_CASE("the main thread is the one with the process's number, though the first note is of the thread that failed") {
  CoreBuilder core;
  core.thread(12);
  core.process(10);
  core.thread(11);
  core.thread(10);
  const CoreNotes notes = read(core);
  CHECK(notes.pid == 10);
  CHECK(tids(notes) == std::vector<pid_t>{10, 12, 11});
}

TEST_CASE("without a note of the process the first thread stands for it") {
  CoreBuilder core;
  core.thread(12);
  core.thread(11);
  const CoreNotes notes = read(core);
  CHECK(notes.pid == 12);
  CHECK(tids(notes) == std::vector<pid_t>{12, 11});
  CHECK(read(CoreBuilder()).pid == 0);
}

TEST_CASE("notes that are damaged say that threads may be missing") {
  CoreBuilder core;
  core.process(10);
  core.thread(10);
  const auto one = core.notes().size();
  core.thread(11);
  core.thread(12);
  CHECK(read(core).threads_problem.empty());
  const std::string damaged = "its notes are damaged: threads may be missing";
  auto notes = core.notes();
  // As a page of zeros in the middle of them, wherever it begins.
  for (const std::size_t begin : {one, one + 2, one + 40, one + 60}) {
    auto zeroed = notes;
    std::fill(zeroed.begin() + static_cast<std::ptrdiff_t>(begin),
              zeroed.begin() + static_cast<std::ptrdiff_t>(begin + 356), 0);
    const CoreNotes seen = read_core_notes(std::as_bytes(std::span(zeroed)));
    CHECK(seen.threads.size() < 3);
    CHECK(seen.threads_problem == damaged);
  }
  notes.resize(notes.size() - 4);
  CHECK(read_core_notes(std::as_bytes(std::span(notes))).threads_problem == damaged);
}
