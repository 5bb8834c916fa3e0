// Requests of MPI_Psend_init and MPI_Precv_init of Open MPI, in a process that is laid out as the profile of 5.0.7
// says, and what the library does to carry them.

#include <doctest/doctest.h>

#include "tests/fakes/fake_open_mpi.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;

namespace {

using Request = Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST>;

// Rank 0 of 2, which has made partitioned requests, so that there are the library's duplicates of MPI_COMM_WORLD.
struct Partitioned {
  Partitioned() {
    const auto &m = mpi.layouts.partitioned_module;
    module = mpi.host.symbols["ompi_part_persist"] = mpi.memory.allocate(m.byte_size);
    const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
    for (Address *const one : {&carrier, &setup}) *one = mpi.new_communicator("", one == &carrier ? 3 : 4, group, 0, 0);
    mpi.set(module, m.part_comm, carrier);
    mpi.set(module, m.part_comm_setup, setup);
    mpi.set(module, m.part_comm_ready, 1);
    mpi.set(module, m.part_comm_sready, 1);
    mpi.set(module, m.init_world, 1);
    sends = pool("mca_part_base_psend_requests");
    receives = pool("mca_part_base_precv_requests");
  }
  Address pool(const char *symbol) {
    return mpi.host.symbols[symbol] =
               mpi.new_pool("mca_part_persist_request_t", mpi.layouts.partitioned_request.byte_size);
  }

  struct Of {
    bool is_send = false;
    bool active = true;
    std::vector<int> flags = {};  // of a send
    int tag = 5;
    bool freed = false;
    bool first = true;
    Address setup_receive{};  // posted, and not complete
  };
  Address add(const Of &of) {
    const auto &r = mpi.layouts.request;
    const auto &p = mpi.layouts.partitioned_request;
    const Address request = mpi.new_pooled(of.is_send ? sends : receives, "mca_part_persist_request_t", p.byte_size);
    mpi.set(request, r.req_type, 8);
    mpi.set(request, r.req_state, of.active ? 2 : 1);
    mpi.set(request, r.req_complete, Address(of.active ? 0 : 1));
    mpi.set(request, r.req_persistent, 1);
    mpi.set(request, r.req_f_to_c_index, static_cast<std::uint32_t>(-32766));
    mpi.set(request, r.req_mpi_object, mpi.world);
    mpi.set(request, p.req_free_called, of.freed ? 1 : 0);
    mpi.set(request, p.req_type, of.is_send ? 0 : 1);
    mpi.set(request, p.req_comm, mpi.world);
    mpi.set(request, p.req_datatype, mpi.mpi_int);
    mpi.set(request, p.req_addr, Address(0x1234));
    mpi.set(request, p.req_parts, 4);
    mpi.set(request, p.real_parts, of.is_send ? 4 : 0);
    mpi.set(request, p.req_count, 2);
    mpi.set(request, p.req_peer, 1);
    mpi.set(request, p.req_tag, static_cast<std::uint32_t>(of.tag));
    mpi.set(request, p.first_send, of.first ? 1 : 0);
    mpi.memory.write_pointer(request + p.setup_req.offset + 8, of.setup_receive);
    if (of.flags.empty()) return request;
    const Address flags = mpi.memory.allocate(4 * of.flags.size());
    for (std::size_t i = 0; i < of.flags.size(); ++i)
      mpi.memory.write_integer(flags + 4 * i, static_cast<std::uint32_t>(of.flags[i]), 4);
    mpi.set(request, p.flags, flags);
    return request;
  }
  std::vector<mpidbg_operation_info_t> queue(int which) {
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    auto found = plugin.details(which);
    problem = plugin.last_code() == mqs_end_of_list ? "" : plugin.detail();
    return found;
  }

  FakeOpenMpi mpi{"openmpi-5.0.7-x86_64", 0, 2};
  Address module{}, carrier{}, setup{}, sends{}, receives{};
  std::string problem;  // of the last queue
};

bool is_internal(const mpidbg_operation_info_t &operation) {
  return (operation.flags & MPIDBG_OP_INTERNAL) != 0;
}

}  // namespace

TEST_CASE_FIXTURE(Partitioned, "partitioned requests of Open MPI: peer, tag, partitions, and how many are ready") {
  const Address receive = add({}), idle = add({.active = false, .tag = 6});
  const Address none = add({.is_send = true, .flags = {-1, -1, -1, -1}});
  const Address some = add({.is_send = true, .flags = {-2, 0, -1, 1}});
  // In later rounds the library itself does not know.
  const Address later = add({.is_send = true, .flags = {1, 0, 0, 1}, .first = false});
  add({.active = false, .freed = true});

  const auto posted = queue(MPIDBG_QUEUE_RECEIVES);
  CHECK(problem.empty());
  REQUIRE(posted.size() == 1);
  CHECK(posted[0].request == receive.value());
  CHECK(posted[0].flags == MPIDBG_OP_PERSISTENT);
  CHECK(posted[0].comm_rank == 1);
  CHECK(posted[0].world_rank == 1);
  CHECK(posted[0].tag == 5);
  CHECK(posted[0].bytes == 32);
  CHECK(posted[0].count == 8);
  CHECK(posted[0].partitions == 4);
  CHECK(posted[0].partitions_ready == -1);
  const auto inactive = queue(MPIDBG_QUEUE_INACTIVE);
  REQUIRE(inactive.size() == 1);
  CHECK(inactive[0].request == idle.value());
  CHECK(inactive[0].tag == 6);
  const auto sent = queue(MPIDBG_QUEUE_SENDS);
  REQUIRE(sent.size() == 3);
  CHECK(sent[0].request == none.value());
  CHECK(sent[0].partitions_ready == 0);
  CHECK(sent[1].request == some.value());
  CHECK(sent[1].partitions_ready == 3);
  CHECK(sent[2].request == later.value());
  CHECK(sent[2].partitions_ready == -1);

  HandleSession session(mpi.host);
  const Request read(session, some);
  CHECK(read->req_type == MPIDBG_REQUEST_POINT_TO_POINT);
  CHECK(read->req_call == MPIDBG_CALL_PSEND_INIT);
  CHECK(read->req_state == MPIDBG_REQUEST_ACTIVE);
  CHECK(read->req_partitions == 4);
  CHECK(read->req_partitions_ready == 3);
  CHECK(Request(session, idle)->req_state == MPIDBG_REQUEST_INACTIVE);
  CHECK(Request(session, receive)->req_call == MPIDBG_CALL_PRECV_INIT);
}

TEST_CASE_FIXTURE(Partitioned, "what Open MPI sends and receives for partitioned requests is its own") {
  const FakeOpenMpi::Request of_setup{.communicator = mpi.world, .peer = 1, .tag = 5};
  const Address known = mpi.new_receive(of_setup);
  mpi.post(known, of_setup);
  const Address receive = add({.setup_receive = known});
  // Of one that is gone only the buffer tells.
  const auto inside = receive + mpi.layouts.partitioned_request.byte_size - 40;
  const FakeOpenMpi::Request left{.communicator = mpi.world, .peer = 1, .tag = 6, .buffer = inside};
  mpi.post(mpi.new_receive(left), left);
  const FakeOpenMpi::Request own{.communicator = mpi.world, .peer = 1, .tag = 7};
  mpi.post(mpi.new_receive(own), own);

  const auto posted = queue(MPIDBG_QUEUE_RECEIVES);
  CHECK(problem.empty());
  REQUIRE(posted.size() == 4);
  CHECK(is_internal(posted[0]));
  CHECK(is_internal(posted[1]));
  CHECK(!is_internal(posted[2]));
  CHECK(posted[2].tag == 7);
  CHECK(!is_internal(posted[3]));
  CHECK(posted[3].request == receive.value());
  HandleSession session(mpi.host);
  CHECK((Request(session, known)->req_bitflags & MPIDBG_REQUEST_INFO_INTERNAL) != 0);
  using Comm = Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>;
  CHECK((Comm(session, carrier)->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) != 0);
  CHECK((Comm(session, setup)->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) != 0);
  CHECK((Comm(session, mpi.world)->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) == 0);
}

TEST_CASE_FIXTURE(Partitioned, "partitioned requests that contradict themselves are errors, and hide nothing else") {
  const FakeOpenMpi::Request own{.communicator = mpi.world, .peer = 1, .tag = 7};
  mpi.post(mpi.new_receive(own), own);
  const Address send = add({.is_send = true, .flags = {0, 0, 0, 0}});
  const auto &p = mpi.layouts.partitioned_request;
  std::string says;
  SUBCASE("in the other pool") {
    mpi.set(send, p.req_type, 1);
    says = "has req_type 1 in the pool of sends";
  }
  SUBCASE("of another kind") {
    mpi.set(send, mpi.layouts.request.req_type, 0);
    says = "is in a request of req_type 0";
  }
  SUBCASE("on two communicators") {
    mpi.set(send, p.req_comm, mpi.self);
    says = "is on two communicators";
  }
  SUBCASE("more partitions than can be") {
    mpi.set(send, p.req_parts, ~std::uint64_t{0});
    says = "has req_parts 18446744073709551615";
  }
  SUBCASE("more elements than can be") {
    mpi.set(send, p.req_count, ~std::uint64_t{0});
    says = "and req_count 18446744073709551615";
  }
  SUBCASE("a flag that is none") {
    mpi.memory.write_integer(Address(mpi.get(send, p.flags)), 9, 4);
    says = "has a partition with flag 9";
  }
  SUBCASE("flags nowhere") {
    mpi.set(send, p.flags, Address(0x8));
    says = "flags";
  }
  CHECK(queue(MPIDBG_QUEUE_SENDS).empty());
  CHECK(problem.find(says) != std::string::npos);
  CHECK(queue(MPIDBG_QUEUE_RECEIVES).size() == 1);
}

TEST_CASE_FIXTURE(Partitioned, "a damaged request of the layer hides no partitioned one") {
  mpi.new_receive({.communicator = mpi.world, .peer = 1, .tag = 7});  // in no list
  const Address partitioned = add({});
  const auto posted = queue(MPIDBG_QUEUE_RECEIVES);
  REQUIRE(posted.size() == 2);
  CHECK(posted[1].request == partitioned.value());
  CHECK(problem.find("is active and in no list of its communicator") != std::string::npos);
}

TEST_CASE_FIXTURE(Partitioned, "where no partitioned request was made none is looked for") {
  add({});
  mpi.set(module, mpi.layouts.partitioned_module.init_world, static_cast<std::uint32_t>(-1));
  CHECK(queue(MPIDBG_QUEUE_RECEIVES).empty());
  CHECK(problem.empty());
}
