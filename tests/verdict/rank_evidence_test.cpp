// Threads of a report as evidence: which of them may call MPI, and what those do that are outside of it.

#include "mqs_shim/job/why/rank_evidence.h"

#include <doctest/doctest.h>

#include "mqs_shim/job/why/roles.h"

namespace mqs_shim::why {

namespace {

// Rank 0, whose main thread is in MPI_Recv; what that waits for is not asked here.
struct Reported {
  explicit Reported(int level) {
    report.thread_level = level;
    report.mpi_state = MPIDBG_MPI_INITIALIZED;
    report.pid = 100;
    in_call("MPI_Recv");
  }
  ThreadRecord &thread(const std::vector<std::pair<const char *, const char *>> &frames) {
    ThreadRecord &record = report.threads.emplace_back();
    record.tid = 99 + report.threads.size();
    record.state = KernelState::sleeping;
    for (const auto &[function, module] : frames) {
      record.frames.emplace_back().function = function;
      record.frames.back().module = module;
    }
    return record;
  }
  ThreadRecord &in_call(const char *call) {
    ThreadRecord &record = thread({{call, "/lib/libmpi.so.40"}, {"work", "/home/program"}});
    record.call = call;
    record.blocking = true;
    record.call_frame = 0;
    record.site = 1;
    return record;
  }
  ThreadRecord &outside(const char *function) {
    ThreadRecord &record = thread({{function, "/lib/libc.so.6"}, {"work", "/home/program"}});
    record.site = 1;
    record.system_function = function;
    return record;
  }

  ProcessReport report;
};

}  // namespace

TEST_CASE("a thread that the C library has started may call the program") {
  Reported one(MPIDBG_THREAD_MULTIPLE);
  one.thread({{"__sigtimedwait", "/lib/x86_64-linux-gnu/libc.so.6"}, {"clone3", "/lib/x86_64-linux-gnu/libc.so.6"}});
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.threads.size() == 2);
  CHECK(evidence.threads[1].of_c_library);
  CHECK(role_of(evidence) == Role::runs);
}

TEST_CASE("a thread whose stack ends before the program's frames does nobody knows what") {
  Reported one(MPIDBG_THREAD_SINGLE);
  one.report.threads.clear();
  one.thread({{"epoll_wait", "/lib/libc.so.6"}}).problem = "the call frame information is damaged";
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.threads.size() == 1);
  CHECK(evidence.threads[0].activity == Activity::unknown);
  CHECK(evidence.threads[0].why_unknown ==
        "at a place that is not known: its stack cannot be walked: the call frame information is damaged");
  CHECK(role_of(evidence) == Role::unknown);

  // The program was reached: what it is in is known.
  Reported other(MPIDBG_THREAD_SINGLE);
  other.report.threads.clear();
  other.outside("nanosleep").problem = "the call frame information is damaged";
  CHECK(rank_evidence(other.report).threads[0].activity == Activity::runs);
}

TEST_CASE("threads that other libraries have started wait for the program") {
  Reported one(MPIDBG_THREAD_MULTIPLE);
  one.thread({{"epoll_wait", "/lib/libc.so.6"}, {"progress", "/lib/libopen-pal.so.40"}, {"clone3", "/lib/libc.so.6"}});
  one.thread({{"", "/lib/libgomp.so.1"}, {"clone3", "/lib/libc.so.6"}});
  CHECK(rank_evidence(one.report).threads.size() == 1);
}

TEST_CASE("a handler of a signal may wake what sleeps in a semaphore or in a futex of the program's own") {
  for (const char *function : {"sem_wait", "syscall"}) {
    CAPTURE(function);
    Reported one(MPIDBG_THREAD_MULTIPLE);
    one.outside(function).sleeps_for_own_process = true;
    CHECK(rank_evidence(one.report).threads[1].activity == Activity::runs);
  }
  Reported one(MPIDBG_THREAD_MULTIPLE);
  one.outside("pthread_cond_wait").sleeps_for_own_process = true;
  CHECK(rank_evidence(one.report).threads[1].activity == Activity::sleeps);
}

TEST_CASE("a thread that may not call MPI is no agent, and is not forgotten") {
  Reported one(MPIDBG_THREAD_FUNNELED);
  one.outside("nanosleep");
  const Evidence evidence = rank_evidence(one.report);
  CHECK(evidence.threads.size() == 1);
  REQUIRE(evidence.silent);
  CHECK(evidence.silent->front().function == "work");
  CHECK(forbidden_threads(evidence) == 0);
}

TEST_CASE("a communicator whose name is its handle has none") {
  Reported one(MPIDBG_THREAD_SINGLE);
  for (const char *name : {"0x84000002", "halo"}) {
    CommunicatorRecord &record = one.report.communicators.emplace_back();
    record.name = name;
    record.handle = Address(0x84000002 + one.report.communicators.size() - 1);
  }
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.communicators.size() == 2);
  CHECK(evidence.communicators[0].name.empty());
  CHECK(evidence.communicators[1].name == "halo");
}

TEST_CASE("once the thread level is broken any thread may call MPI") {
  for (const int level : {MPIDBG_THREAD_SINGLE, MPIDBG_THREAD_FUNNELED, MPIDBG_THREAD_SERIALIZED}) {
    CAPTURE(level);
    Reported one(level);
    one.outside("nanosleep");
    one.in_call("MPI_Barrier");
    const Evidence evidence = rank_evidence(one.report);
    CHECK(evidence.threads.size() == 3);
    CHECK(forbidden_threads(evidence) == 2);
    CHECK_FALSE(evidence.silent);
  }
}

}  // namespace mqs_shim::why
