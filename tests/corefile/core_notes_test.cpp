#include "corefile/process/core_notes.h"

#include <doctest/doctest.h>

#include <csignal>

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

namespace {

// As the kernel writes it of a thread whose signal ends the process, on x86-64.
std::string signal_info(int signal, int code, std::uint64_t address) {
  const std::int32_t numbers[] = {signal, 0, code, 0};
  std::string content(reinterpret_cast<const char *>(numbers), sizeof numbers);
  content.append(reinterpret_cast<const char *>(&address), sizeof address);
  return content + std::string(104, '\0');
}

std::string crash(int signal, int code, std::uint64_t address) {
  CoreBuilder core;
  core.thread(12);
  core.process(10);
  core.note(NT_SIGINFO, signal_info(signal, code, address));
  core.thread(10);
  core.note(NT_SIGINFO, signal_info(SIGSEGV, SEGV_MAPERR, 1));  // gcore has one for each thread
  const CoreNotes notes = read(core);
  for (const ThreadStatus &status : statuses_in(notes)) {
    const bool has_crashed = status.state == KernelState::crashed;
    CHECK(has_crashed == (notes.crash && status.tid == 12));
  }
  return notes.crash ? notes.crash->what : "";
}

}  // namespace

TEST_CASE("a signal that the process brought about itself is a crash, one that was sent is none") {
  CHECK(crash(SIGSEGV, SEGV_MAPERR, 0x10) == "SIGSEGV ended it, for an access to address 0x10");
  CHECK(crash(SIGSEGV, SI_KERNEL, 0) == "SIGSEGV ended it");
  CHECK(crash(SIGBUS, BUS_ADRERR, 0x7f00) == "SIGBUS ended it, for an access to address 0x7f00");
  CHECK(crash(SIGFPE, FPE_INTDIV, 0x4000) == "SIGFPE ended it, for the instruction at address 0x4000");
  CHECK(crash(SIGILL, ILL_ILLOPN, 0x4000) == "SIGILL ended it, for the instruction at address 0x4000");
  CHECK(crash(SIGSYS, 1, 0x4000) == "SIGSYS ended it, for a system call that is not allowed");
  CHECK(crash(SIGABRT, SI_TKILL, 10) == "SIGABRT ended it, as by abort()");
  // By others, as a user who wants a core file.
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGABRT, SIGQUIT})
    for (const int code : {SI_USER, SI_QUEUE, SI_TKILL}) CHECK(crash(signal, code, 4151) == "");
  CHECK(crash(SIGTRAP, TRAP_BRKPT, 0x4000) == "");
  CHECK(crash(0, 0, 0) == "");
}

TEST_CASE("a note of a signal that is too short is none") {
  CoreBuilder core;
  core.thread(10);
  core.note(NT_SIGINFO, signal_info(SIGSEGV, SEGV_MAPERR, 0).substr(0, 23));
  CHECK_FALSE(read(core).crash);
}
