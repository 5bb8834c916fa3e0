// Communicators and groups through both families of entry points: rows HC*, HG* and rules Z* of the requirements.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <random>

#include "tests/fakes/fake_attributes.h"
#include "tests/fakes/fake_open_mpi.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

// The mpidbg_* family on one process.
class HandleDriver {
 public:
  explicit HandleDriver(FakeHost &host) : host_(host) {
    mpidbg_init_once(FakeHost::basic_callbacks());
    REQUIRE(mpidbg_init_per_image(host.image(), FakeHost::image_callbacks(), nullptr) == MPIDBG_SUCCESS);
    REQUIRE(mpidbg_init_per_process(host.process(), FakeHost::process_callbacks(), nullptr) == MPIDBG_SUCCESS);
  }
  ~HandleDriver() {
    mpidbg_finalize_per_process(host_.process(), host_.process_info);
    mpidbg_finalize_per_image(host_.image(), host_.image_info);
  }
  int comm(Address handle, mpidbg_comm_info_t **info) {
    return mpidbg_comm_query(host_.image(), host_.image_info, host_.process(), host_.process_info, handle.value(),
                             info);
  }
  int group(Address handle, mpidbg_group_info_t **info) {
    return mpidbg_group_query(host_.image(), host_.image_info, host_.process(), host_.process_info, handle.value(),
                              info);
  }

 private:
  FakeHost &host_;
};

// A communicator with what belongs to it, freed at the end of the scope.
struct Comm {
  Comm(HandleDriver &driver, Address handle) { REQUIRE(driver.comm(handle, &info) == MPIDBG_SUCCESS); }
  ~Comm() { mpidbg_free(info, MPIDBG_KIND_COMM); }
  Comm(const Comm &) = delete;
  Comm &operator=(const Comm &) = delete;
  mpidbg_comm_info_t *operator->() const { return info; }
  // Without those that say what is known of every communicator here.
  int flags() const { return info->comm_bitflags & ~(MPIDBG_COMM_INFO_HINTS | MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN); }
  mpidbg_comm_info_t *info = nullptr;
};

Address ints(FakeOpenMpi &mpi, const std::vector<int> &values) {
  const Address array = mpi.memory.allocate(4 * values.size() + 4);
  for (std::size_t i = 0; i < values.size(); ++i) {
    mpi.memory.write_integer(array + 4 * i, static_cast<std::uint32_t>(values[i]), 4);
  }
  return array;
}

// Gives a communicator a topology of the class whose object is `topology`.
void attach_topology(FakeOpenMpi &mpi, Address communicator, std::uint32_t flag, Address topology, bool reorder) {
  const Address module = mpi.new_object("mca_topo_base_module_t", mpi.layouts.topology.byte_size);
  mpi.set(module, mpi.layouts.topology.reorder, reorder ? 1 : 0);
  mpi.set(module, mpi.layouts.topology.mtc, topology);
  mpi.set(communicator, mpi.layouts.communicator.c_topo, module);
  mpi.set(communicator, mpi.layouts.communicator.c_flags, flag);
}

}  // namespace

TEST_CASE("HC1 HC2 HC4 HC5 HC6 HC7 HC14 HC15 a communicator's name, ranks, size, handles") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 1, 3);
      // Ranks 2 and 1 of the world, in this order.
      const Address group = mpi.new_group({mpi.new_proc(FakeOpenMpi::job, 2), mpi.new_proc(FakeOpenMpi::job, 1)}, 1);
      const std::string name(63, 'n');
      const Address dup = mpi.new_communicator(name, 3, group, 1, 0x2);
      {
        HandleDriver driver(mpi.host);
        Comm comm(driver, dup);
        CHECK(comm->comm_name == name);
        CHECK(comm->comm_full_name == name);
        CHECK(comm.flags() == MPIDBG_COMM_INFO_NAMED);
        CHECK(comm->comm_rank == 1);
        CHECK(comm->comm_world_rank == 1);
        CHECK(comm->comm_size == 2);
        REQUIRE(comm->comm_num_local_procs == 2);
        CHECK(comm->comm_local_procs[0].mpi_comm_world_rank == 2);
        CHECK(comm->comm_local_procs[1].mpi_comm_world_rank == 1);
        CHECK(comm->comm_num_remote_procs == 0);
        CHECK(comm->comm_remote_procs == nullptr);
        CHECK(comm->comm_c_handle == dup.value());
        CHECK(comm->comm_fortran_handle == 3);
        CHECK(comm->comm_context_id == 3);
        CHECK(comm->comm_local_group == group.value());
        Comm world(driver, mpi.world);
        CHECK(world.flags() == MPIDBG_COMM_INFO_PREDEFINED);
        Comm null(driver, mpi.null);
        CHECK((null->comm_bitflags & MPIDBG_COMM_INFO_COMM_NULL) != 0);
        CHECK(null->comm_rank == -1);

        PluginDriver plugin(mpi.host);
        REQUIRE(plugin.update() == mqs_ok);
        const auto listed = plugin.communicators();
        REQUIRE(listed.size() == 3);  // MPI_COMM_NULL is none
        CHECK(listed[2].unique_id == 3);
        CHECK(listed[2].size == 2);
        CHECK(listed[2].local_rank == 1);
        CHECK(listed[2].name == name);
        REQUIRE(plugin.select(name));
        int ranks[2] = {};
        REQUIRE(mqs_get_comm_group(mpi.host.process(), ranks) == mqs_ok);
        CHECK(ranks[0] == 2);
        CHECK(ranks[1] == 1);
      }
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

TEST_CASE("a communicator is listed once, also while it stands in for one that is being made") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.table_slots.resize(5);
  mpi.table_slots[4] = mpi.world;
  mpi.write_communicator_table();
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  const auto communicators = plugin.communicators();
  REQUIRE(communicators.size() == 2);
  CHECK(std::string(communicators[0].name) == "MPI_COMM_WORLD");
  CHECK(std::string(communicators[1].name) == "MPI_COMM_SELF");
}

TEST_CASE("HC3 a communicator that the program freed is only kept by its requests") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  const Address freed = mpi.new_communicator("freed", 3, group, 0);
  const Address held = mpi.new_communicator("held", 4, group, 0);
  mpi.new_receive({.communicator = freed, .peer = 1});
  mpi.new_receive({.communicator = held, .peer = 1});
  mpi.set(held, mpi.layouts.object.obj_reference_count, 2);
  HandleDriver driver(mpi.host);
  CHECK(Comm(driver, freed).flags() == (MPIDBG_COMM_INFO_FREED_HANDLE | MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED));
  CHECK(Comm(driver, held).flags() == 0);
}

TEST_CASE("an outline of a communicator takes its name, ranks and groups, and reads nothing else") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  const Address dup = mpi.new_communicator("my dup", 3, group, 0, 0x2);
  // Tags of nonblocking collectives count down from -27.
  mpi.set(dup, mpi.layouts.communicator.c_nbc_tag, static_cast<std::uint32_t>(-29));
  // Details that cannot be read are no part of it.
  mpi.set(dup, mpi.layouts.communicator.error_handler, Address(0x10));
  HandleDriver driver(mpi.host);
  mpidbg_comm_info_t *info = nullptr;
  CHECK(driver.comm(dup, &info) != MPIDBG_SUCCESS);

  mpidbg_communicator_outline_t outline{};
  outline.struct_size = sizeof outline;
  REQUIRE(mpidbg_communicator_outline(mpi.host.process(), dup.value(), &outline) == MPIDBG_SUCCESS);
  CHECK(std::string(outline.name) == "my dup");
  CHECK(outline.flags == MPIDBG_COMM_INFO_NAMED);
  CHECK(outline.context_id == 3);
  CHECK(outline.rank == 0);
  CHECK(outline.size == 2);
  CHECK(outline.remote_size == 0);
  CHECK(outline.local_group == group.value());
  CHECK(outline.remote_group == 0);
  CHECK(outline.nonblocking_collectives == 2);
  REQUIRE(mpidbg_communicator_outline(mpi.host.process(), mpi.world.value(), &outline) == MPIDBG_SUCCESS);
  CHECK(outline.nonblocking_collectives == -1);
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  CHECK(plugin.communicators().size() == 3);  // the historical iteration asks for no more

  SUBCASE("of a host that knows a part of the struct, that part is written") {
    mpidbg_communicator_outline_t older;
    std::memset(&older, 0x55, sizeof older);
    older.struct_size = offsetof(mpidbg_communicator_outline_t, size);
    REQUIRE(mpidbg_communicator_outline(mpi.host.process(), dup.value(), &older) == MPIDBG_SUCCESS);
    CHECK(older.rank == 0);
    CHECK(older.size == 0x55555555);
  }
  SUBCASE("a handle that is not a communicator has none") {
    CHECK(mpidbg_communicator_outline(mpi.host.process(), group.value(), &outline) == MPIDBG_ERR_NOT_FOUND);
    CHECK(mpidbg_communicator_outline(mpi.host.process(), dup.value(), nullptr) == MPIDBG_ERR_NOT_FOUND);
  }
}

TEST_CASE("HC7 HC8 HC12 an intercommunicator has two groups, and peers count in the remote one") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 2);
      const std::uint32_t spawned = FakeOpenMpi::job + 1;
      const Address local(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
      const Address remote = mpi.new_group(
          {mpi.new_proc(spawned, 0), mpi.new_proc(spawned, 1), mpi.new_proc(FakeOpenMpi::job, 1)}, -32766);
      const Address inter = mpi.new_communicator("children", 3, local, 0, 0x1, remote);
      const Address helper = mpi.new_communicator("helper", 4, local, 0);
      mpi.set(inter, mpi.layouts.communicator.c_local_comm, helper);
      mpi.arrive({.communicator = inter, .source = 1, .tag = 5});
      mpi.arrive({.communicator = inter, .source = 2, .tag = 6});

      HandleDriver driver(mpi.host);
      Comm comm(driver, inter);
      CHECK(comm.flags() == MPIDBG_COMM_INFO_INTERCOMM);
      CHECK(comm->comm_size == 2);
      REQUIRE(comm->comm_num_remote_procs == 3);
      CHECK(comm->comm_remote_procs[0].mpi_comm_world_rank == -1);
      CHECK(comm->comm_remote_procs[2].mpi_comm_world_rank == 1);
      CHECK(comm->comm_remote_names[1].job == spawned);
      CHECK(comm->comm_remote_names[1].rank == 1);
      CHECK(comm->comm_local_group == local.value());
      CHECK(comm->comm_remote_group == remote.value());
      CHECK(Comm(driver, helper).flags() == MPIDBG_COMM_INFO_INTERNAL);

      PluginDriver plugin(mpi.host);
      REQUIRE(plugin.update() == mqs_ok);
      REQUIRE(plugin.select("children"));
      const auto messages = plugin.details(MPIDBG_QUEUE_UNEXPECTED);
      REQUIRE(messages.size() == 2);
      CHECK(messages[0].comm_rank == 1);
      CHECK(messages[0].world_rank == -1);
      CHECK(messages[0].peer_job == spawned);
      CHECK(messages[0].peer_job_rank == 1);
      CHECK(messages[1].world_rank == 1);
    }
  }
}

TEST_CASE("HC9 HC10 HC11 B8 topologies") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 6);
      auto &l = mpi.layouts;
      const Address group(mpi.get(mpi.world, l.communicator.c_local_group));

      const Address cart = mpi.new_communicator("cart", 3, group, 0);
      const Address cartesian = mpi.new_object("mca_topo_base_comm_cart_2_2_0_t", l.cartesian.byte_size);
      mpi.set(cartesian, l.cartesian.ndims, 2);
      mpi.set(cartesian, l.cartesian.dims, ints(mpi, {2, 3}));
      mpi.set(cartesian, l.cartesian.periods, ints(mpi, {1, 0}));
      mpi.set(cartesian, l.cartesian.coords, ints(mpi, {1, 2}));
      attach_topology(mpi, cart, 0x100, cartesian, true);

      // Edges are as many as the last index says, not as there are nodes.
      const Address graph_comm = mpi.new_communicator("graph", 4, group, 0);
      const Address graph = mpi.new_object("mca_topo_base_comm_graph_2_2_0_t", l.graph.byte_size);
      mpi.set(graph, l.graph.nnodes, 6);
      mpi.set(graph, l.graph.index, ints(mpi, {2, 3, 4, 4, 4, 4}));
      mpi.set(graph, l.graph.edges, ints(mpi, {1, 2, 0, 0}));
      attach_topology(mpi, graph_comm, 0x200, graph, false);

      const Address dist_comm = mpi.new_communicator("dist", 5, group, 0);
      const Address dist = mpi.new_object("mca_topo_base_comm_dist_graph_2_2_0_t", l.distributed_graph.byte_size);
      mpi.set(dist, l.distributed_graph.indegree, 1);
      mpi.set(dist, l.distributed_graph.in, ints(mpi, {5}));
      mpi.set(dist, l.distributed_graph.inw, ints(mpi, {50}));
      mpi.set(dist, l.distributed_graph.outdegree, 2);
      mpi.set(dist, l.distributed_graph.out, ints(mpi, {1, 2}));
      mpi.set(dist, l.distributed_graph.outw, ints(mpi, {10, 20}));
      mpi.set(dist, l.distributed_graph.weighted, 1);
      attach_topology(mpi, dist_comm, 0x400, dist, false);

      HandleDriver driver(mpi.host);
      Comm a(driver, cart);
      CHECK(a.flags() == (MPIDBG_COMM_INFO_CARTESIAN | MPIDBG_COMM_INFO_TOPO_REORDERED));
      REQUIRE(a->comm_cart_num_dims == 2);
      CHECK(std::vector<int>(a->comm_cart_dims, a->comm_cart_dims + 2) == std::vector{2, 3});
      CHECK(std::vector<int>(a->comm_cart_periods, a->comm_cart_periods + 2) == std::vector{1, 0});
      CHECK(std::vector<int>(a->comm_cart_coords, a->comm_cart_coords + 2) == std::vector{1, 2});
      Comm b(driver, graph_comm);
      CHECK(b.flags() == MPIDBG_COMM_INFO_GRAPH);
      REQUIRE(b->comm_graph_num_nodes == 6);
      CHECK(std::vector<int>(b->comm_graph_index, b->comm_graph_index + 6) == std::vector{2, 3, 4, 4, 4, 4});
      CHECK(std::vector<int>(b->comm_graph_edges, b->comm_graph_edges + 4) == std::vector{1, 2, 0, 0});
      Comm c(driver, dist_comm);
      CHECK(c.flags() == (MPIDBG_COMM_INFO_DIST_GRAPH | MPIDBG_COMM_INFO_WEIGHTED));
      REQUIRE(c->comm_dist_graph_indegree == 1);
      CHECK(c->comm_dist_graph_sources[0] == 5);
      CHECK(c->comm_dist_graph_source_weights[0] == 50);
      REQUIRE(c->comm_dist_graph_outdegree == 2);
      CHECK(c->comm_dist_graph_destinations[1] == 2);
      CHECK(c->comm_dist_graph_destination_weights[1] == 20);

      const auto outline_flags = [&](Address communicator) {
        mpidbg_communicator_outline_t outline{};
        outline.struct_size = sizeof outline;
        REQUIRE(mpidbg_communicator_outline(mpi.host.process(), communicator.value(), &outline) == MPIDBG_SUCCESS);
        return outline.flags;
      };
      CHECK(outline_flags(dist_comm) == MPIDBG_COMM_INFO_DIST_GRAPH);
      CHECK(outline_flags(graph_comm) == 0);
    }
  }
}

TEST_CASE("a Cartesian topology without dimensions has no arrays to read") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 6);
  const Address group(mpi.get(mpi.self, mpi.layouts.communicator.c_local_group));
  const Address point = mpi.new_communicator("point", 3, group, 0);
  const Address cartesian = mpi.new_object("mca_topo_base_comm_cart_2_2_0_t", mpi.layouts.cartesian.byte_size);
  attach_topology(mpi, point, 0x100, cartesian, false);
  HandleDriver driver(mpi.host);
  Comm read(driver, point);
  CHECK(read.flags() == MPIDBG_COMM_INFO_CARTESIAN);
  CHECK(read->comm_cart_num_dims == 0);
}

TEST_CASE("a topology that the communicator's processes cannot have is an error") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 6);
  auto &l = mpi.layouts;
  const Address group(mpi.get(mpi.world, l.communicator.c_local_group));
  const Address cart = mpi.new_communicator("cart", 3, group, 0);
  const Address cartesian = mpi.new_object("mca_topo_base_comm_cart_2_2_0_t", l.cartesian.byte_size);
  mpi.set(cartesian, l.cartesian.ndims, 2);
  mpi.set(cartesian, l.cartesian.periods, ints(mpi, {1, 0}));
  attach_topology(mpi, cart, 0x100, cartesian, true);
  const auto claims = [&](std::initializer_list<int> dims, std::initializer_list<int> coords) {
    mpi.set(cartesian, l.cartesian.dims, ints(mpi, dims));
    mpi.set(cartesian, l.cartesian.coords, ints(mpi, coords));
    mpidbg_comm_info_t *info = nullptr;
    HandleDriver driver(mpi.host);
    const bool is_read = driver.comm(cart, &info) == MPIDBG_SUCCESS;
    mpidbg_free(info, MPIDBG_KIND_COMM);
    return is_read ? std::string() : std::string(mpidbg_error_detail(mpi.host.process()));
  };
  CHECK(claims({2, 3}, {1, 2}) == "");
  CHECK(claims({2, 2}, {1, 1}).find("its Cartesian topology has 4 places for 6 processes") != std::string::npos);
  CHECK(claims({-2, -3}, {1, 2}).find("its Cartesian dims are implausible") != std::string::npos);
  CHECK(claims({2, 3}, {1, 3}).find("its Cartesian coords are outside of the grid: 3 of 3") != std::string::npos);
}

TEST_CASE("HC13 the error handler, with the name of a predefined one") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 1);
  const Address handler = mpi.new_object("ompi_errhandler_t", mpi.layouts.errhandler.byte_size);
  mpi.memory.write_string(handler + mpi.layouts.errhandler.eh_name.offset, "MPI_ERRORS_RETURN");
  mpi.set(mpi.world, mpi.layouts.communicator.error_handler, handler);
  const Address own = mpi.new_object("ompi_errhandler_t", mpi.layouts.errhandler.byte_size);
  mpi.set(own, mpi.layouts.errhandler.eh_mpi_object_type, 1);
  mpi.set(mpi.self, mpi.layouts.communicator.error_handler, own);
  HandleDriver driver(mpi.host);
  Comm world(driver, mpi.world), self(driver, mpi.self);
  CHECK(world->comm_errhandler == handler.value());
  CHECK(std::string(world->comm_errhandler_name) == "MPI_ERRORS_RETURN");
  CHECK(self->comm_errhandler == own.value());
  CHECK(self->comm_errhandler_name == nullptr);
}

TEST_CASE("HG1 HG2 HG3 HG4 HG5 HG8 groups, sentinels and sparse storage included") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 1, 9);
      auto &l = mpi.layouts.group;
      const Address world_group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
      // A sentinel holds rank 7: in 64 bits with its job, in 32 bits of the own job.
      const std::uint64_t sentinel = kind.pointer_size == 8 ? std::uint64_t{7} << 32 | (FakeOpenMpi::job & 0xffff0000) |
                                                                  (FakeOpenMpi::job & 0x7fff) << 1 | 1
                                                            : 7 << 1 | 1;
      const Address dense = mpi.new_group({mpi.new_proc(FakeOpenMpi::job, 1), Address(sentinel)}, 0);

      const auto sparse = [&](std::uint32_t flag, int count) {
        const Address group = mpi.new_group({}, -32766, flag);
        mpi.set(group, l.grp_proc_count, static_cast<std::uint32_t>(count));
        mpi.set(group, l.grp_parent_group_ptr, world_group);
        return group;
      };
      const Address strided = sparse(0x10, 3);
      mpi.memory.write_integer(strided + l.sparse_data.offset, 2, 4);
      mpi.memory.write_integer(strided + l.sparse_data.offset + 4, 3, 4);
      const Address sporadic = sparse(0x8, 3);
      mpi.memory.write_pointer(sporadic + l.sparse_data.offset, ints(mpi, {6, 2, 1, 1}));
      mpi.memory.write_integer(sporadic + l.sparse_data.offset + kind.pointer_size, 2, 4);
      const Address bitmap = sparse(0x20, 2);
      const Address bits = mpi.memory.allocate(2);
      mpi.memory.write_integer(bits, 0x10, 1);
      mpi.memory.write_integer(bits + 1, 0x01, 1);
      mpi.memory.write_pointer(bitmap + l.sparse_data.offset, bits);
      mpi.memory.write_integer(bitmap + l.sparse_data.offset + kind.pointer_size, 2, 4);

      HandleDriver driver(mpi.host);
      const auto ranks = [&](Address handle) {
        mpidbg_group_info_t *info = nullptr;
        REQUIRE(driver.group(handle, &info) == MPIDBG_SUCCESS);
        std::vector<int> result;
        result.reserve(static_cast<std::size_t>(info->gr_size));
        for (int i = 0; i < info->gr_size; ++i) result.push_back(info->gr_procs[i].mpi_comm_world_rank);
        mpidbg_free(info, MPIDBG_KIND_GROUP);
        return result;
      };
      CHECK(ranks(dense) == std::vector{1, 7});
      CHECK(ranks(strided) == std::vector{2, 5, 8});
      CHECK(ranks(sporadic) == std::vector{6, 7, 1});
      CHECK(ranks(bitmap) == std::vector{4, 8});

      mpidbg_group_info_t *info = nullptr;
      REQUIRE(driver.group(world_group, &info) == MPIDBG_SUCCESS);
      CHECK(info->gr_c_handle == world_group.value());
      CHECK(info->gr_fortran_handle == 2);
      CHECK(info->gr_rank == 1);
      REQUIRE(info->gr_num_comms == 1);
      CHECK(info->gr_comms[0] == mpi.world.value());
      mpidbg_free(info, MPIDBG_KIND_GROUP);
      REQUIRE(driver.group(strided, &info) == MPIDBG_SUCCESS);
      CHECK(info->gr_rank == -1);
      CHECK(info->gr_storage == MPIDBG_GROUP_STRIDED);
      mpidbg_free(info, MPIDBG_KIND_GROUP);
      const mpidbg_name_map_t *names = mpidbg_name_map(mpi.host.process(), MPIDBG_KIND_GROUP);
      CHECK(std::string(names[0].map_name) == "MPI_GROUP_NULL");
      CHECK(std::string(names[1].map_name) == "MPI_GROUP_EMPTY");
      CHECK(names[2].map_name == nullptr);
      REQUIRE(driver.group(Address(names[1].map_handle), &info) == MPIDBG_SUCCESS);
      CHECK(std::string(info->gr_name) == "MPI_GROUP_EMPTY");
      constexpr unsigned empty = MPIDBG_GROUP_INFO_GROUP_EMPTY | MPIDBG_GROUP_INFO_PREDEFINED;
      CHECK((info->gr_bitflags & empty) == empty);
      CHECK(info->gr_size == 0);
      mpidbg_free(info, MPIDBG_KIND_GROUP);
    }
  }
}

TEST_CASE("Z6 B3 B4 Fortran handles become C handles; lists hold every live handle") {
  FakeOpenMpi mpi(8, ByteOrder::big, 0, 2);
  HandleDriver driver(mpi.host);
  FakeHost &h = mpi.host;
  mqs_taddr_t handle = 0;
  CHECK(mpidbg_comm_f2c(h.image(), h.image_info, h.process(), h.process_info, 1, &handle) == MPIDBG_SUCCESS);
  CHECK(handle == mpi.self.value());
  handle = 77;
  CHECK(mpidbg_comm_f2c(h.image(), h.image_info, h.process(), h.process_info, 3, &handle) == MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(mpidbg_comm_f2c(h.image(), h.image_info, h.process(), h.process_info, 0xffffffff, &handle) ==
        MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(handle == 77);
  CHECK(mpidbg_group_f2c(h.image(), h.image_info, h.process(), h.process_info, 0, &handle) == MPIDBG_SUCCESS);

  int count = 0;
  mqs_taddr_t *handles = nullptr;
  REQUIRE(mpidbg_comm_list(h.image(), h.image_info, h.process(), h.process_info, &count, &handles) == MPIDBG_SUCCESS);
  REQUIRE(count == 3);
  CHECK(handles[2] == mpi.null.value());
  FakeHost::basic_callbacks()->mqs_free_fp(handles);
  REQUIRE(mpidbg_group_list(h.image(), h.image_info, h.process(), h.process_info, &count, &handles) == MPIDBG_SUCCESS);
  CHECK(count == 4);
  FakeHost::basic_callbacks()->mqs_free_fp(handles);

  // MPI::Comm: a pointer to virtual functions, then the C handle.
  const Address object = mpi.memory.allocate(16);
  mpi.memory.write_pointer(object + 8, mpi.world);
  CHECK(mpidbg_comm_cxx2c(h.image(), h.image_info, h.process(), h.process_info, object.value(),
                          static_cast<mpidbg_comm_info_bitmap_t>(0), &handle) == MPIDBG_SUCCESS);
  CHECK(handle == mpi.world.value());

  CHECK(mpidbg_kind_name(MPIDBG_KIND_COMM) == std::string("MPI_Comm"));
  CHECK(mpidbg_kind_name(MPIDBG_KIND_GROUP) == std::string("MPI_Group"));
  CHECK(mpidbg_kind_name(MPIDBG_KIND_WIN) == std::string("MPI_Win"));
  CHECK(mpidbg_kind_name(MPIDBG_KIND_MAX) == nullptr);
  CHECK((mpidbg_comm_capabilities & MPIDBG_COMM_CAP_BASIC) != 0);
  CHECK(std::string(mpidbg_comm_name_map[0].map_name) == "MPI_COMM_WORLD");
  CHECK(mpidbg_comm_name_map[0].map_handle == mpi.world.value());
}

TEST_CASE("the communicator to the parents is among the predefined ones where its variable can be read") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  const Address variable = mpi.memory.allocate(8);
  mpi.memory.write_pointer(variable, mpi.world);
  const auto names_with = [&](Address parent) {
    mpi.host.symbols["ompi_mpi_comm_parent"] = parent;
    const HandleSession session(mpi.host);
    std::vector<std::pair<std::string, mqs_taddr_t>> names;
    for (const auto *name = mpidbg_name_map(session.process(), MPIDBG_KIND_COMM); name->map_name != nullptr; ++name)
      names.emplace_back(name->map_name, name->map_handle);
    return names;
  };
  const auto names = names_with(variable);
  REQUIRE(names.size() == 4);
  CHECK(names[3] == std::pair<std::string, mqs_taddr_t>("MPI_COMM_PARENT", mpi.world.value()));
  CHECK(names_with(Address(0x7000'0000'0000)).size() == 3);
}

TEST_CASE("Z7 garbage, foreign and misaligned handles are not found, whatever they are") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  HandleDriver driver(mpi.host);
  std::mt19937_64 random(20261121);
  mpidbg_comm_info_t *comm = nullptr;
  mpidbg_group_info_t *group = nullptr;
  for (int i = 0; i < 4000; ++i) {
    // Half of them near real objects.
    const std::uint64_t value = i % 2 == 0 ? random() : mpi.world.value() - 256 + random() % 512;
    if (value == mpi.world.value()) continue;
    CHECK(driver.comm(Address(value), &comm) == MPIDBG_ERR_NOT_FOUND);
    CHECK(driver.group(Address(value), &group) == MPIDBG_ERR_NOT_FOUND);
  }
  CHECK(driver.comm(Address(0), &comm) == MPIDBG_ERR_NOT_FOUND);
  CHECK(comm == nullptr);
  CHECK(std::string(mpidbg_error_detail(mpi.host.process())) == "0x0 is not a live communicator");
  // A handle of another kind.
  CHECK(driver.group(mpi.world, &group) == MPIDBG_ERR_NOT_FOUND);
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("Z2 nothing stays allocated when the debugger's memory runs out") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.set(mpi.world, mpi.layouts.communicator.c_keyhash, fakes::new_attributes(mpi, {{14, -3, 2, 4}}));
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  HandleDriver driver(mpi.host);
  int failures = 0;
  for (long successes = 0;; ++successes) {
    mpidbg_comm_info_t *info = nullptr;
    FakeHost::fail_allocations_after(successes);
    const int code = driver.comm(mpi.world, &info);
    FakeHost::fail_allocations_after(-1);
    if (code == MPIDBG_SUCCESS) {
      mpidbg_free(info, MPIDBG_KIND_COMM);
      break;
    }
    CHECK(code == MPIDBG_ERR_NO_MEM);
    CHECK(info == nullptr);
    CHECK(FakeHost::live_allocations() == 0);
    ++failures;
  }
  CHECK(failures >= 6);  // struct, full name, members in two forms, attributes and what they have
  CHECK(FakeHost::live_allocations() == 0);
  for (long successes = 0; successes < 3; ++successes) {
    mpidbg_group_info_t *info = nullptr;
    FakeHost::fail_allocations_after(successes);
    CHECK(driver.group(group, &info) == MPIDBG_ERR_NO_MEM);
    FakeHost::fail_allocations_after(-1);
  }
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("a world that is not in the order of its job is translated by name") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  auto &l = mpi.layouts;
  const Address shuffled = mpi.new_group(
      {mpi.new_proc(FakeOpenMpi::job, 2), mpi.new_proc(FakeOpenMpi::job, 0), mpi.new_proc(FakeOpenMpi::job, 1)}, 0);
  mpi.set(mpi.world, l.communicator.c_local_group, shuffled);
  mpi.set(mpi.world, l.communicator.c_remote_group, shuffled);
  const Address pair = mpi.new_group({mpi.new_proc(FakeOpenMpi::job, 1), mpi.new_proc(FakeOpenMpi::job, 2)}, -32766);
  HandleDriver driver(mpi.host);
  mpidbg_group_info_t *info = nullptr;
  REQUIRE(driver.group(pair, &info) == MPIDBG_SUCCESS);
  CHECK(info->gr_procs[0].mpi_comm_world_rank == 2);
  CHECK(info->gr_procs[1].mpi_comm_world_rank == 0);
  mpidbg_free(info, MPIDBG_KIND_GROUP);
}

TEST_CASE("queries read afresh, unless the debugger promises that the process is held") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  HandleDriver driver(mpi.host);
  const Comm read_before(driver, mpi.world);
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));

  const Address before = mpi.new_communicator("before", 3, group, 0);  // before the promise
  REQUIRE(mpidbg_set_held(mpi.host.process(), 1) == MPIDBG_SUCCESS);
  CHECK(std::string(Comm(driver, before)->comm_name) == "before");
  const Address later = mpi.new_communicator("later", 4, group, 0);  // against it
  mpidbg_comm_info_t *info = nullptr;
  CHECK(driver.comm(later, &info) == MPIDBG_ERR_NOT_FOUND);

  REQUIRE(mpidbg_set_held(mpi.host.process(), 0) == MPIDBG_SUCCESS);
  CHECK(std::string(Comm(driver, later)->comm_name) == "later");
  mpi.table_slots[4] = Address();
  mpi.write_communicator_table();
  CHECK(driver.comm(later, &info) == MPIDBG_ERR_NOT_FOUND);
}

TEST_CASE("a communicator has the rank of its group, also after the process has run") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  const HandleSession session(mpi.host);
  const auto problem = [&] {
    mpidbg_set_held(session.process(), 0);
    mpidbg_set_held(session.process(), 1);
    for (const mqs_taddr_t handle : session.list(MPIDBG_KIND_COMM)) session.query(MPIDBG_KIND_COMM, handle);
    return std::string(mpidbg_kind_problem(session.process(), MPIDBG_KIND_COMM));
  };
  CHECK(problem() == "");
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  mpi.set(mpi.world, mpi.layouts.communicator.c_my_rank, 1);
  CHECK(problem().find("has c_my_rank 1, and its group has grp_my_rank 0") != std::string::npos);
  mpi.set(group, mpi.layouts.group.grp_my_rank, 1);
  CHECK(problem() == "");
}
