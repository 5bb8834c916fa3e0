#include "mqs_shim/targets/thread_stacks.h"

#include <doctest/doctest.h>

using namespace mqs_shim;

namespace {

corefile::ThreadStack stack(std::uint64_t inner, std::uint64_t outer, const std::string &call) {
  corefile::ThreadStack result;
  for (const std::uint64_t pointer : {inner, outer}) {
    corefile::Frame frame;
    frame.stack_pointer = Address(pointer);
    result.frames.push_back(frame);
  }
  result.mpi_call = call;
  return result;
}

}  // namespace

TEST_CASE("the waiting thread's call is found by the address on its stack") {
  ProcessReport report;
  report.communicators.emplace_back();
  auto &receives = report.communicators[0].queues[MPIDBG_QUEUE_RECEIVES].operations;
  receives.resize(4);
  receives[0].waiter = Address(0x7000500);
  receives[1].waiter = Address(0x9000800);
  receives[2].waiter = Address(0x9002000);  // beyond the frames that could be unwound
  attach_stacks(report, {stack(0x9000000, 0x9001000, "MPI_Wait"), stack(0x7000000, 0x7001000, "MPI_Recv"),
                         stack(0x5000000, 0x5001000, ""), corefile::ThreadStack{}});
  CHECK(report.blocked_in == std::vector<std::string>{"MPI_Wait", "MPI_Recv"});
  CHECK(report.text(receives[0].waiting_call) == "MPI_Recv");
  CHECK(report.text(receives[1].waiting_call) == "MPI_Wait");
  CHECK(report.text(receives[2].waiting_call) == "MPI_Wait");
  CHECK(report.text(receives[3].waiting_call).empty());
}
