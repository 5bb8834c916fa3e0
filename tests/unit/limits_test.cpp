// The limits of base/limits.h: what is at the limit is not refused for it, what is one beyond is, with its number.

#include "mpidbg/base/limits.h"

#include <doctest/doctest.h>

#include "mpidbg/debugger/list_walk.h"
#include "tests/fakes/fake_infos.h"
#include "tests/fakes/fake_open_mpi.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeInfos;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;
namespace limits = mpidbg::limits;

namespace {

struct Process {
  FakeOpenMpi mpi{8, ByteOrder::little, 0, 3};
  const fakes::openmpi_layout::Layouts &l = mpi.layouts;

  std::string error_of_update() {
    PluginDriver plugin(mpi.host);
    CHECK(plugin.update() >= mqs_first_user_code);
    return plugin.detail();
  }
  std::string error_of_queue(int queue) {
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    plugin.details(queue);
    CHECK(plugin.last_code() >= mqs_first_user_code);
    return plugin.detail();
  }
};

bool refuses(const std::string &error, std::uint64_t count) {
  return error.find("claims " + std::to_string(count) + " ") != std::string::npos;
}

}  // namespace

TEST_CASE_FIXTURE(Process, "slots of a table") {
  for (const std::uint64_t count : {limits::table_entries - 1, limits::table_entries, limits::table_entries + 1}) {
    CAPTURE(count);
    mpi.set(mpi.communicator_table, l.pointer_array.size, count);
    CHECK(refuses(error_of_update(), count) == (count > limits::table_entries));
  }
}

TEST_CASE_FIXTURE(Process, "members of a group") {
  const Address group(mpi.get(mpi.world, l.communicator.c_local_group));
  for (const std::uint64_t count : {limits::group_members - 1, limits::group_members, limits::group_members + 1}) {
    CAPTURE(count);
    mpi.set(group, l.group.grp_proc_count, count);
    CHECK(refuses(error_of_update(), count) == (count > limits::group_members));
  }
}

TEST_CASE_FIXTURE(Process, "peers of ob1") {
  const Address record = mpi.ob1_proc(mpi.world, -1);
  const std::uint64_t members = mpi.get(record, l.ob1_comm.num_procs);
  for (const std::uint64_t count : {std::uint64_t{0}, members - 1, members + 1, limits::group_members + 1}) {
    CAPTURE(count);
    mpi.set(record, l.ob1_comm.num_procs, count);
    CHECK(refuses(error_of_queue(MPIDBG_QUEUE_UNEXPECTED), count));
  }
}

TEST_CASE_FIXTURE(Process, "items of a list") {
  mpi.arrive({.communicator = mpi.world, .source = 1});
  const Address list = mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset;
  for (const std::uint64_t count : {limits::list_items - 1, limits::list_items, limits::list_items + 1}) {
    CAPTURE(count);
    mpi.set(list, l.list.opal_list_length, count);
    CHECK(refuses(error_of_queue(MPIDBG_QUEUE_UNEXPECTED), count) == (count > limits::list_items));
  }
}

TEST_CASE_FIXTURE(Process, "nodes of a graph") {
  const Address group(mpi.get(mpi.world, l.communicator.c_local_group));
  const Address communicator = mpi.new_communicator("graph", 4, group, 0, 0x200);
  const Address graph = mpi.new_object("mca_topo_base_comm_graph_2_2_0_t", l.graph.byte_size);
  const Address module = mpi.new_object("mca_topo_base_module_t", l.topology.byte_size);
  mpi.set(module, l.topology.mtc, graph);
  mpi.set(communicator, l.communicator.c_topo, module);
  mpi.write_communicator_table();
  for (const std::uint64_t count :
       {limits::topology_entries - 1, limits::topology_entries, limits::topology_entries + 1}) {
    CAPTURE(count);
    mpi.set(graph, l.graph.nnodes, count);
    const HandleSession session(mpi.host);
    CHECK(session.query(MPIDBG_KIND_COMM, communicator.value()) != MPIDBG_SUCCESS);
    CHECK(refuses(session.detail(), count) == (count > limits::topology_entries));
  }
}

TEST_CASE("items of a walk, also where the target claims no number of them") {
  mpidbg::debugger::ListWalk walk("a list");
  std::uint64_t taken = 0;
  mpidbg::Status status;
  while ((status = walk.step(Address((taken + 1) * 8))) && taken <= limits::list_items) ++taken;
  CHECK(taken == limits::list_items);
  REQUIRE_FALSE(status);
  CHECK(status.error().message == "a list does not end after 16777216 items");
}

TEST_CASE_FIXTURE(Process, "pairs of an info object") {
  FakeInfos infos(mpi);
  for (const std::size_t count : {limits::info_pairs - 1, limits::info_pairs, limits::info_pairs + 1}) {
    CAPTURE(count);
    const Address info = infos.new_info(FakeInfos::Pairs(count, {"k", "v"}));
    const HandleSession session(mpi.host);
    const int code = session.query(MPIDBG_KIND_INFO, info.value());
    CHECK((code == MPIDBG_SUCCESS) == (count <= limits::info_pairs));
    if (code != MPIDBG_SUCCESS) CHECK(session.detail().find("implausible number of pairs") != std::string::npos);
  }
}
