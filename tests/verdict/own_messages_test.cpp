// Messages of a process to itself that no layer carries, as MPICH has them: the record of the send is that of the
// message.

#include <doctest/doctest.h>

#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

constexpr Address send_record{0x1000};

mqs_shim::Operation operation_of(bool is_send, Address record) {
  mqs_shim::Operation operation;
  operation.is_send = is_send;
  operation.record = record;
  operation.request = is_send ? Address(0xac000000) : Address();
  operation.comm_rank = 0;
  operation.tag = 9;
  return operation;
}

// The only rank is in MPI_Ssend on MPI_COMM_SELF. `message`: the record of what has arrived there.
ProcessReport sender(Address message) {
  ProcessReport report;
  report.mpi_state = MPIDBG_MPI_INITIALIZED;
  report.world_size = 1;
  report.world_rank = 0;
  CommunicatorRecord &self = report.communicators.emplace_back();
  self.handle = Address(0x44000001);
  self.name = "MPI_COMM_SELF";
  self.context_id = 16;
  self.local_members = {{0, 0, 0}};
  self.queues[MPIDBG_QUEUE_SENDS].operations = {operation_of(true, send_record)};
  self.queues[MPIDBG_QUEUE_UNEXPECTED].operations = {operation_of(false, message)};
  ThreadRecord &thread = report.threads.emplace_back();
  thread.frames.resize(2);
  thread.call = "MPI_Ssend";
  thread.blocking = true;
  thread.call_frame = 0;
  thread.site = 1;
  thread.waiting_registers = {send_record};
  return report;
}

std::string verdict_on(const ProcessReport &report) {
  std::vector<Evidence> looks = {rank_evidence(report)};
  looks[0].progress_counters = {1};
  const Looks compared = compare(looks, looks);
  const Waits waits(looks, compared.equal);
  return text_of(waits, judge(waits, &compared));
}

}  // namespace

TEST_CASE("a process that sends to itself and receives nothing waits for itself") {
  CHECK(verdict_on(sender(send_record)) == "self_deadlock/looks 0; exit 3");
  SUBCASE("unless a receive of another thread asks for it") {
    ProcessReport report = sender(send_record);
    report.communicators[0].queues[MPIDBG_QUEUE_RECEIVES].operations = {operation_of(false, Address(0x2000))};
    CHECK(verdict_on(report) == "waits_for_arrival 0; exit 6");
  }
  SUBCASE("unless what has arrived is not known to be that message") {
    CHECK(verdict_on(sender(Address(0x3000))) == "waits_for_arrival 0; exit 6");
    CHECK(verdict_on(sender(Address())) == "waits_for_arrival 0; exit 6");
  }
}

}  // namespace mqs_shim::why
