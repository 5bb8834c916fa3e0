// Requests of Open MPI that make a communicator: of a duplicate that MPI_Comm_idup began, and of what the library does
// for it. While it looks at a step of one, the step is not on the request's schedule.

#include <doctest/doctest.h>

#include "tests/fakes/fake_requests.h"
#include "tests/unit/handle_driver.h"

using fakes::FakeOpenMpi;
using fakes::FakeRequests;
using fakes::FakeSchedule;
using mpidbg::Address;

namespace {

using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;

// A duplicate of MPI_COMM_WORLD: it waits for a number, and that for a collective operation over proposed ones.
struct Duplicate {
  explicit Duplicate(const std::string &profile) : mpi(profile, 0, 2), requests(mpi) {
    for (const char *name : {"ompi_comm_cid_context_t", "ompi_comm_allreduce_context_t"})
      mpi.host.symbols[std::string(name) + "_class"] = mpi.class_of(name);
    top = request("ompi_comm_idup_with_info_context_t", 16);
    number = request("ompi_comm_cid_context_t", 112);
    const Address context(mpi.get(number, mpi.layouts.communicator_request.context));
    FakeSchedule schedule(mpi);
    allreduce = requests.new_collective({.communicator = mpi.world, .parts = {pending()}},
                                        schedule.receive(1, 1, context + mpi.layouts.object.byte_size + 40).end());
  }

  Address request(const char *context_class, std::uint32_t context_bytes) {
    const auto &layout = mpi.layouts.communicator_request;
    const Address made = mpi.new_object("ompi_comm_request_t", layout.byte_size);
    requests.set_common(made, 7, 2, false);
    mpi.set(made, layout.context, mpi.new_object(context_class, mpi.layouts.object.byte_size + context_bytes));
    link(made, made);
    wait_for(made, {});
    return made;
  }
  // Makes `next` the one behind a request in the list of those in progress.
  void link(Address request, Address next) {
    mpi.memory.write_pointer(request + mpi.layouts.list_item.opal_list_next.offset, next);
  }
  Address pending() { return mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = -27}); }

  // A step for one part; without one the step is off the schedule.
  void wait_for(Address waiting, Address part) {
    const Address schedule = waiting + mpi.layouts.communicator_request.schedule.offset;
    if (part.is_null()) return mpi.write_list(schedule, {});
    const auto &layout = mpi.layouts.communicator_request_item;
    const Address item = mpi.new_object("ompi_comm_request_item_t", layout.byte_size);
    mpi.memory.write_pointer(item + layout.subreqs.offset, part);
    mpi.set(item, layout.subreq_count, 1);
    mpi.write_list(schedule, {item});
  }

  // Makes it one for partitioned requests.
  void belong_to_partitioned_requests() {
    const auto &m = mpi.layouts.partitioned_module;
    const Address module = mpi.host.symbols["ompi_part_persist"] = mpi.memory.allocate(m.byte_size);
    mpi.set(module, m.part_comm_ready, 1);
    mpi.set(module, m.part_comm_sreq, top);
    mpi.set(module, m.init_world, 1);
  }

  FakeOpenMpi mpi;
  FakeRequests requests;
  Address top{}, number{}, allreduce{};
};

struct PartitionedDuplicate : Duplicate {
  PartitionedDuplicate() : Duplicate("openmpi-5.0.7-x86_64") { belong_to_partitioned_requests(); }
};

// "internal"; "program's"; what is not known.
std::string whose(Duplicate &of, Address request) {
  HandleSession session(of.mpi.host);
  const Request read(session, request);
  if (read->req_bitflags & MPIDBG_REQUEST_INFO_INTERNAL) return "internal";
  const std::string problem = mpidbg_kind_problem(session.process(), MPIDBG_KIND_REQUEST);
  return problem.empty() ? "program's" : problem;
}

}  // namespace

TEST_CASE("of a duplicate that a program began only what MPI_Comm_idup returned is the program's") {
  for (const char *profile : {"openmpi-4.1.4-x86_64", "openmpi-5.0.7-x86_64", "openmpi-6.0.0rc2-x86_64"}) {
    CAPTURE(profile);
    Duplicate of(profile);
    CHECK(whose(of, of.top) == "program's");
    CHECK(whose(of, of.number) == "internal");
    CHECK(whose(of, of.allreduce) == "internal");
    HandleSession session(of.mpi.host);
    CHECK(Request(session, of.top)->req_call == MPIDBG_CALL_COMM_IDUP);
    CHECK(Request(session, of.number)->req_call == MPIDBG_CALL_UNKNOWN);
  }
}

TEST_CASE("a request that agrees on a number has a schedule of the messages whose buffers it or a part of it uses") {
  for (const char *profile : {"openmpi-4.1.4-x86_64", "openmpi-5.0.7-x86_64"}) {
    CAPTURE(profile);
    Duplicate of(profile);
    const Address context(of.mpi.get(of.number, of.mpi.layouts.communicator_request.context));
    const Address numbers = of.mpi.memory.allocate(12), others = of.mpi.memory.allocate(12);
    const Address part = of.request("ompi_comm_allreduce_context_t", 512);
    const Address of_part(of.mpi.get(part, of.mpi.layouts.communicator_request.context));
    of.mpi.memory.write_pointer(of_part + of.mpi.layouts.object.byte_size, context);
    of.mpi.memory.write_pointer(of_part + of.mpi.layouts.object.byte_size + 48, numbers);
    of.link(of.number, part), of.link(part, of.number);
    const auto receive = [&](Address buffer) {
      FakeOpenMpi::Request request{.communicator = of.mpi.world, .peer = 1, .tag = 7, .count = 1};
      request.buffer = buffer;
      return of.mpi.new_receive(request).value();
    };
    const std::vector<std::uint64_t> own = {receive(numbers), receive(numbers + 4), receive(context + 40)};
    receive(others), receive(numbers + 8), receive(context + 512);
    HandleSession session(of.mpi.host);
    const Request read(session, of.number);
    std::vector<std::uint64_t> found;
    for (int i = 0; i < read->req_num_schedule; ++i) {
      CHECK(read->req_schedule[i].comm_rank == 1);
      CHECK(read->req_schedule[i].state == MPIDBG_SCHEDULE_PENDING);
      found.push_back(read->req_schedule[i].request);
    }
    CHECK(found == own);
    CHECK(std::string(read->req_schedule_problem == nullptr ? "" : read->req_schedule_problem) == "");
    CHECK(Request(session, of.top)->req_num_schedule == 0);
  }
}

TEST_CASE("a collective operation of the program's on one number of its own is the program's") {
  Duplicate of("openmpi-5.0.7-x86_64");
  const Address context(of.mpi.get(of.number, of.mpi.layouts.communicator_request.context));
  Address buffer = of.mpi.memory.allocate(8);
  SUBCASE("somewhere else") {}
  SUBCASE("right behind such a context") {
    const Address longer = of.request("ompi_comm_cid_context_t", 112 + 16);
    buffer = Address(of.mpi.get(longer, of.mpi.layouts.communicator_request.context)) +
             of.mpi.layouts.object.byte_size + 112;
  }
  SUBCASE("where such a context was freed") {
    buffer = context + 40;
    of.mpi.set(context, of.mpi.layouts.object.obj_reference_count, 0);
  }
  FakeSchedule schedule(of.mpi);
  const Address own = of.requests.new_collective({.communicator = of.mpi.world, .parts = {of.pending()}},
                                                 schedule.receive(1, 1, buffer).end());
  CHECK(whose(of, own) == "program's");
}

TEST_CASE_FIXTURE(PartitionedDuplicate, "duplicates for partitioned requests are the library's own, at any moment") {
  SUBCASE("all steps on their schedules") {
    wait_for(top, number), wait_for(number, allreduce);
  }
  SUBCASE("while it looks at the first request") {
    wait_for(number, allreduce);
  }
  SUBCASE("while it looks at the second") {
    wait_for(top, number);
  }
  for (const Address request : {top, number, allreduce}) CHECK(whose(*this, request) == "internal");
}

TEST_CASE_FIXTURE(PartitionedDuplicate,
                  "whose a complete collective operation is cannot be seen while steps are off their schedules") {
  const Address done = requests.new_collective({.communicator = mpi.world, .complete = true}, {});
  wait_for(top, number);
  CHECK(whose(*this, done).find("is the program's or the library's own") != std::string::npos);
  wait_for(number, done);
  CHECK(whose(*this, done) == "internal");
  wait_for(number, allreduce);
  CHECK(whose(*this, done) == "program's");
}
