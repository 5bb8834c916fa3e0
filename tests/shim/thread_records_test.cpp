#include "mqs_shim/stacks/thread_records.h"

#include <doctest/doctest.h>

using namespace mqs_shim;

namespace {

mqs_shim::Frame frame(const char *function, const char *module) {
  mqs_shim::Frame result;
  result.function = function;
  result.module = module;
  return result;
}

ThreadRecord record(std::vector<mqs_shim::Frame> frames) {
  mqs_shim::MpiStack stack;
  stack.frames = std::move(frames);
  mqs_shim::find_mpi_call(stack, {}, 8, mpidbg::ByteOrder::little,
                          [](Address, std::size_t) { return std::vector<std::byte>(); });
  return to_record(std::move(stack));
}

std::string internal_frames(const ThreadRecord &thread) {
  std::string names;
  for (const FrameRecord &one : thread.frames) {
    if (one.internal) names += (names.empty() ? "" : " ") + one.function;
  }
  return names;
}

std::string site(const ThreadRecord &thread) {
  return thread.site ? thread.call_site()->function : "none";
}

}  // namespace

TEST_CASE("the call site is the program's frame outwards of the MPI call") {
  const ThreadRecord c =
      record({frame("poll", "/lib/libc.so.6"), frame("ompi_request_wait", "/lib/libmpi.so.40"),
              frame("PMPI_Recv", "/lib/libmpi.so.40"), frame("exchange", "/home/a.out"), frame("main", "/home/a.out")});
  CHECK(c.call == "MPI_Recv");
  CHECK(c.blocking);
  CHECK(site(c) == "exchange");
  CHECK(internal_frames(c) == "poll ompi_request_wait");

  SUBCASE("Fortran: the binding is not the program") {
    const ThreadRecord fortran =
        record({frame("PMPI_Recv", "/lib/libmpi.so.40"), frame("ompi_recv_f", "/lib/libmpi_mpifh.so.40"),
                frame("MAIN__", "/home/solver"), frame("main", "/home/solver")});
    CHECK(site(fortran) == "MAIN__");
    CHECK(internal_frames(fortran) == "ompi_recv_f");
  }
  SUBCASE("C++: neither are the standard's methods") {
    CHECK(site(record({frame("PMPI_Recv", "/lib/libmpi.so.40"), frame("_ZNK3MPI4Comm4RecvEPvi", "/home/a.out"),
                       frame("_Z8exchangev", "/home/a.out")})) == "_Z8exchangev");
  }
  SUBCASE("a tool and the recorder are not the program") {
    const ThreadRecord tool =
        record({frame("PMPI_Recv", "/lib/libmpi.so.40"), frame("MPI_Recv", "/opt/libtool.so"),
                frame("thunk", "/lib/libmpidbg-record-openmpi.so"), frame("main", "/home/a.out")});
    CHECK(site(tool) == "main");
    CHECK(tool.frames[*tool.call_frame].module == "/opt/libtool.so");
  }
  SUBCASE("MPI in the program's own file, as with a static library") {
    CHECK(site(record({frame("MPIR_Wait", "/home/a.out"), frame("PMPI_Recv", "/home/a.out"),
                       frame("main", "/home/a.out")})) == "main");
  }
  SUBCASE("Open MPI's MPI_Finalize has no frame of its own") {
    const ThreadRecord finalize =
        record({frame("ompi_mpi_finalize", "/lib/libmpi.so.40"), frame("main", "/home/a.out")});
    CHECK(finalize.call == "MPI_Finalize");
    CHECK(finalize.blocking);
    CHECK(site(finalize) == "main");
  }
}

TEST_CASE("calls that test do not block") {
  for (const char *call : {"MPI_Test", "MPI_Testall", "MPI_Iprobe", "MPI_Improbe", "MPI_Isend", "MPI_Ibarrier",
                           "MPI_Comm_rank", "MPI_Put", "MPI_Start", "MPI_Wtime", "MPI_Win_test", "MPI_Parrived"}) {
    const ThreadRecord thread = record({frame(call, "/lib/libmpi.so.40"), frame("main", "/home/a.out")});
    CHECK_MESSAGE(!thread.blocking, call);
    CHECK(thread.call == call);
  }
  for (const char *call : {"MPI_Wait", "MPI_Recv_c", "MPI_Neighbor_alltoallw", "MPI_Init_thread", "MPI_File_open",
                           "MPI_Win_lock_all", "MPI_Abort", "MPI_Comm_split_type"}) {
    CHECK_MESSAGE(record({frame(call, "/lib/libmpi.so.40"), frame("main", "/home/a.out")}).blocking, call);
  }
}

TEST_CASE("outside of MPI the site is the innermost frame of the program") {
  const ThreadRecord sleeps =
      record({frame("nanosleep", "/lib/libc.so.6"), frame("think", "/home/a.out"), frame("main", "/home/a.out")});
  CHECK(sleeps.call.empty());
  CHECK_FALSE(sleeps.blocking);
  CHECK(site(sleeps) == "think");
  CHECK(internal_frames(sleeps).empty());

  for (const char *module : {"/lib/libopen-pal.so.40", "/lib/libopen_mpi.so.40"}) {
    const ThreadRecord of_library = record({frame("epoll_wait", "/lib/libc.so.6"), frame("", "/lib/libevent-2.1.so.7"),
                                            frame("progress", module), frame("start_thread", "/lib/libc.so.6")});
    CHECK_FALSE(of_library.site);
    CHECK(internal_frames(of_library) == "epoll_wait  progress");
  }
}

TEST_CASE("the site of code that the library has called is its innermost frame") {
  const ThreadRecord runs = record({frame("clock_nanosleep", "/lib/libc.so.6"), frame("slow_op", "/home/a.out"),
                                    frame("algorithm", "/lib/libmpi.so.40"),
                                    frame("PMPI_Allreduce", "/lib/libmpi.so.40"), frame("main", "/home/a.out")});
  CHECK(runs.call.empty());
  CHECK_FALSE(runs.blocking);
  CHECK(runs.inside == "MPI_Allreduce");
  CHECK(site(runs) == "slow_op");
  CHECK(internal_frames(runs) == "algorithm");

  const ThreadRecord nested = record({frame("poll", "/lib/libc.so.6"), frame("PMPI_Send", "/lib/libmpi.so.40"),
                                      frame("on_alarm", "/home/a.out"), frame("poll", "/lib/libc.so.6"),
                                      frame("PMPI_Recv", "/lib/libmpi.so.40"), frame("main", "/home/a.out")});
  CHECK(nested.call == "MPI_Send");
  CHECK(site(nested) == "on_alarm");
  CHECK(internal_frames(nested) == "poll poll");
}

TEST_CASE("a site is not made of frames of which nothing is known") {
  CHECK_FALSE(record({frame("PMPI_Recv", "/lib/libmpi.so.40"), frame("", "")}).site);
  CHECK_FALSE(record({}).site);
  CHECK_FALSE(record({frame("PMPI_Recv", "/lib/libmpi.so.40")}).site);
}

TEST_CASE("names and states are of the thread with the number") {
  std::vector<ThreadRecord> threads(2);
  threads[0].tid = 7;
  add_statuses(
      threads,
      {{8, "other", KernelState::running}, {7, "solver", KernelState::stopped}, {0, "none", KernelState::running}});
  CHECK(threads[0].name == "solver");
  CHECK(threads[0].state == KernelState::stopped);
  CHECK(threads[1].name.empty());
  CHECK(threads[1].state == KernelState::unknown);
}
