// A target that lies: no crash, no hang, and an error that names what was wrong and where.

#include <doctest/doctest.h>

#include <cstdio>
#include <random>

#include "tests/fakes/fake_open_mpi.h"
#include "tests/fakes/random_rounds.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

struct Broken {
  Broken() : mpi(8, ByteOrder::little, 0, 3), plugin(mpi.host) {}

  // The error that reading a queue of MPI_COMM_WORLD ends with.
  std::string error(int queue) {
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    plugin.details(queue);
    CHECK(plugin.last_code() >= mqs_first_user_code);
    return plugin.detail();
  }
  std::string hex(Address address) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address.value()));
    return text;
  }

  FakeOpenMpi mpi;
  PluginDriver plugin;
};

}  // namespace

TEST_CASE_FIXTURE(Broken, "a list that loops") {
  const auto &l = mpi.layouts;
  mpi.arrive({.communicator = mpi.world, .source = 1, .tag = 1});
  mpi.arrive({.communicator = mpi.world, .source = 1, .tag = 2});
  mpi.arrive({.communicator = mpi.world, .source = 1, .tag = 3});
  const Address list = mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset;
  const Address first(mpi.get(list + l.list.opal_list_sentinel.offset, l.list_item.opal_list_next));
  const Address second(mpi.get(first, l.list_item.opal_list_next));
  const Address third(mpi.get(second, l.list_item.opal_list_next));
  SUBCASE("with back links that give it away") {
    mpi.set(third, l.list_item.opal_list_next, second);
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED) ==
          "list item at " + hex(second) + " points back to " + hex(first) + " and not to " + hex(third));
  }
  SUBCASE("to itself, consistently") {
    mpi.set(third, l.list_item.opal_list_next, third);
    mpi.set(third, l.list_item.opal_list_prev, third);
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("points back to") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(Broken, "a ring of early messages that never comes back to its head") {
  const auto &l = mpi.layouts;
  const Address head = mpi.new_message({.source = 1}), loop = mpi.new_message({.source = 1});
  mpi.set(head, l.list_item.opal_list_next, loop);
  mpi.set(loop, l.list_item.opal_list_next, loop);
  mpi.set(mpi.ob1_proc(mpi.world, 1), l.ob1_comm_proc.frags_cant_match, head);
  CHECK(error(MPIDBG_QUEUE_UNEXPECTED) == "ring of early messages loops at " + hex(loop));
}

TEST_CASE_FIXTURE(Broken, "a list with another number of items than it says") {
  mpi.arrive({.communicator = mpi.world, .source = 1, .tag = 1});
  const Address list = mpi.ob1_proc(mpi.world, 1) + mpi.layouts.ob1_comm_proc.unexpected_frags.offset;
  mpi.set(list, mpi.layouts.list.opal_list_length, 7);
  CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("has 1 items but says 7") != std::string::npos);
}

TEST_CASE_FIXTURE(Broken, "counts of 2^31 and beyond") {
  const auto &l = mpi.layouts;
  SUBCASE("in the table of communicators") {
    mpi.set(mpi.communicator_table, l.pointer_array.size, 0x7fffffff);
    CHECK(plugin.update() >= mqs_first_user_code);
    CHECK(plugin.detail() ==
          "opal_pointer_array_t at " + hex(mpi.communicator_table) + " claims 2147483647 slots, 0 of them free");
  }
  SUBCASE("negative") {
    mpi.set(mpi.communicator_table, l.pointer_array.size, 0x80000000);
    CHECK(plugin.update() >= mqs_first_user_code);
    CHECK(plugin.detail().find("claims -2147483648 slots") != std::string::npos);
  }
  SUBCASE("in a group") {
    const Address group(mpi.get(mpi.world, l.communicator.c_local_group));
    mpi.set(group, l.group.grp_proc_count, 0x7fffffff);
    CHECK(plugin.update() >= mqs_first_user_code);
    CHECK(plugin.detail() == "ompi_group_t at " + hex(group) + " claims 2147483647 members");
  }
  SUBCASE("of peers") {
    const Address record = mpi.ob1_proc(mpi.world, -1);
    mpi.set(record, l.ob1_comm.num_procs, ~std::uint64_t{0});
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("claims 18446744073709551615 processes") != std::string::npos);
  }
  SUBCASE("in a list") {
    mpi.set(mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset, l.list.opal_list_length,
            std::uint64_t{1} << 31);
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("claims 2147483648 items") != std::string::npos);
  }
  SUBCASE("of elements: the product must not wrap") {
    const FakeOpenMpi::Request request{.communicator = mpi.world, .peer = 1, .count = std::uint64_t{1} << 62};
    mpi.post(mpi.new_receive(request), request);
    CHECK(error(MPIDBG_QUEUE_RECEIVES).find("claims 4611686018427387904 elements of 4 bytes") != std::string::npos);
  }
  SUBCASE("of segments") {
    mpi.arrive({.communicator = mpi.world, .source = 1});
    const Address list = mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset;
    const Address fragment(mpi.get(list + l.list.opal_list_sentinel.offset, l.list_item.opal_list_next));
    mpi.set(fragment, l.ob1_receive_fragment.num_segments, std::uint64_t{1} << 31);
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("claims 2147483648 segments") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(Broken, "pointers into nowhere name the address and the field") {
  const auto &l = mpi.layouts;
  SUBCASE("a list item") {
    mpi.arrive({.communicator = mpi.world, .source = 1});
    const Address list = mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset;
    mpi.set(list + l.list.opal_list_sentinel.offset, l.list_item.opal_list_next, Address(0xdead0000beef0000));
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("cannot read opal_list_item_t at 0xdead0000beef") != std::string::npos);
  }
  SUBCASE("the slots of a table") {
    mpi.set(mpi.communicator_table, l.pointer_array.addr, Address(0xfffffffffffffff0));
    CHECK(plugin.update() >= mqs_first_user_code);
    CHECK(plugin.detail() == "cannot read opal_pointer_array_t.addr at 0xfffffffffffffff0");
  }
  SUBCASE("null") {
    mpi.set(mpi.communicator_table, l.pointer_array.addr, Address(0));
    CHECK(plugin.update() >= mqs_first_user_code);
    CHECK(plugin.detail() == "null pointer where opal_pointer_array_t.addr was expected");
  }
  SUBCASE("a page that the core lacks") {
    mpi.arrive({.communicator = mpi.world, .source = 1});
    const Address list = mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset;
    const Address fragment(mpi.get(list + l.list.opal_list_sentinel.offset, l.list_item.opal_list_next));
    mpi.memory.make_unreadable(fragment + l.ob1_receive_fragment.hdr.offset + 1);
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("cannot read mca_pml_ob1_recv_frag_t at") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(Broken, "a layout that fails its check is an error with both numbers, never data") {
  const auto &l = mpi.layouts;
  const Address group_class = mpi.class_of("ompi_group_t");
  mpi.set(group_class, l.object_class.cls_sizeof, l.group.byte_size + 8);
  CHECK(plugin.update() >= mqs_first_user_code);
  CHECK(plugin.detail() == "layout check failed: ompi_group_t is " + std::to_string(l.group.byte_size + 8) +
                               " bytes in the process and " + std::to_string(l.group.byte_size) + " in the layout");
}

TEST_CASE_FIXTURE(Broken, "an object of another class is not taken for what it should be") {
  const auto &l = mpi.layouts;
  mpi.arrive({.communicator = mpi.world, .source = 1});
  const Address list = mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset;
  const Address fragment(mpi.get(list + l.list.opal_list_sentinel.offset, l.list_item.opal_list_next));
  SUBCASE("a real class") {
    mpi.set(fragment, l.object.obj_class, mpi.class_of("ompi_group_t"));
  }
  SUBCASE("no class at all") {
    mpi.set(fragment, l.object.obj_class, Address(0x41414141));
  }
  SUBCASE("a class whose parents loop") {
    const Address group_class = mpi.class_of("opal_list_item_t");
    mpi.set(group_class, l.object_class.cls_parent, group_class);
    mpi.set(fragment, l.object.obj_class, group_class);
  }
  CHECK(error(MPIDBG_QUEUE_UNEXPECTED) == "there is no mca_pml_ob1_recv_frag_t at " + hex(fragment));
}

TEST_CASE_FIXTURE(Broken, "one communicator that is just being freed does not hide the others") {
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  const Address torn = mpi.new_communicator("torn", 3, group, 0);
  mpi.new_communicator("whole", 4, group, 0);
  mpi.set(torn, mpi.layouts.object.obj_class, Address(0));
  REQUIRE(plugin.update() == mqs_ok);
  CHECK(plugin.communicators().size() == 3);  // MPI_COMM_WORLD, MPI_COMM_SELF, whole
  CHECK(plugin.detail() == "there is no ompi_communicator_t at " + hex(torn));
  CHECK(plugin.select("whole"));
}

TEST_CASE_FIXTURE(Broken, "ranks outside of their group, and unknown kinds") {
  const auto &l = mpi.layouts;
  SUBCASE("a message's sender") {
    mpi.write_list(mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset,
                   {mpi.new_message({.source = 3})});
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("comes from rank 3 in a group of 3") != std::string::npos);
  }
  SUBCASE("a request's peer") {
    FakeOpenMpi::Request request{.communicator = mpi.world, .peer = 1};
    const Address posted = mpi.new_receive(request);
    mpi.post(posted, request);
    mpi.set(posted, l.pml_request.req_peer, 0x7fffffff);
    CHECK(error(MPIDBG_QUEUE_RECEIVES) == "request at " + hex(posted) + " has peer 2147483647 in a group of 3");
  }
  SUBCASE("a header type") {
    const Address fragment = mpi.new_message({.source = 1});
    mpi.set(fragment + l.ob1_receive_fragment.hdr.offset, l.ob1_common_header.hdr_type, 99);
    mpi.write_list(mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset, {fragment});
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("has header type 99") != std::string::npos);
  }
  SUBCASE("a state of a pooled request") {
    const Address request = mpi.new_receive({.communicator = mpi.world, .peer = 1, .state = 17});
    CHECK(error(MPIDBG_QUEUE_SENDS) == "ompi_request_t at " + hex(request) + " has state 17");
  }
  SUBCASE("a message shorter than its header") {
    const Address fragment = mpi.new_message({.source = 1});
    mpi.set(fragment + l.ob1_receive_fragment.segments.offset, l.segment.seg_len, 3);
    mpi.write_list(mpi.ob1_proc(mpi.world, 1) + l.ob1_comm_proc.unexpected_frags.offset, {fragment});
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED).find("is shorter than its header") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(Broken, "a damaged request costs itself, or one value, and the queue ends with why") {
  const auto &l = mpi.layouts;
  const FakeOpenMpi::Request request{.communicator = mpi.world, .peer = 1, .tag = 4};
  const Address first = mpi.new_receive(request), second = mpi.new_receive(request);
  mpi.post(first, request);
  mpi.post(second, request);
  const Address send = mpi.new_send({.communicator = mpi.world, .peer = 2}),
                other = mpi.new_send({.communicator = mpi.world});
  const auto queue = [&](int which) {
    REQUIRE(plugin.update() == mqs_ok);
    REQUIRE(plugin.select("MPI_COMM_WORLD"));
    return plugin.details(which);
  };
  SUBCASE("the state of a send that is in use") {
    mpi.set(send, l.request.req_state, 0);
    const auto sends = queue(MPIDBG_QUEUE_SENDS);
    REQUIRE(sends.size() == 1);
    CHECK(sends[0].request == other.value());
    CHECK(plugin.detail() ==
          "ompi_request_t at " + hex(send) + " has state 0 (free) and is not among the free ones of its pool");
  }
  SUBCASE("the class of a send") {
    mpi.set(send, l.object.obj_class, mpi.class_of("ompi_group_t"));
    CHECK(queue(MPIDBG_QUEUE_SENDS).size() == 1);
    CHECK(plugin.detail() == "there is no mca_pml_base_request_t at " + hex(send));
  }
  SUBCASE("the datatype of a receive") {
    mpi.set(first, l.pml_request.req_datatype, mpi.world);
    const auto receives = queue(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 2);
    CHECK(receives[0].tag == 4);
    CHECK(receives[0].bytes == -1);
    CHECK(receives[1].bytes == 4);
    CHECK(plugin.detail().starts_with("req_datatype of the request at " + hex(first) + ": "));
  }
  SUBCASE("the communicator of a receive") {
    mpi.set(first, l.pml_request.req_comm, mpi.self);
    const auto receives = queue(MPIDBG_QUEUE_RECEIVES);
    REQUIRE(receives.size() == 1);
    CHECK(receives[0].request == second.value());
    CHECK(plugin.detail() == "ompi_request_t at " + hex(first) + " is on two communicators: req_comm " + hex(mpi.self) +
                                 ", req_mpi_object " + hex(mpi.world));
  }
  SUBCASE("the record of a peer: what is posted there is still in the pool") {
    const Address record = mpi.ob1_proc(mpi.world, -1);
    mpi.memory.write_pointer(Address(mpi.get(record, l.ob1_comm.procs)) + 8, Address());
    CHECK(queue(MPIDBG_QUEUE_RECEIVES).size() == 2);
    CHECK(plugin.detail() == "the receive at " + hex(first) + " is active and in no list of its communicator");
  }
  SUBCASE("one list does not hide the next") {
    mpi.arrive({.communicator = mpi.world, .source = 0});
    mpi.arrive({.communicator = mpi.world, .source = 2});
    mpi.set(mpi.ob1_proc(mpi.world, 0) + l.ob1_comm_proc.unexpected_frags.offset, l.list.opal_list_length, 7);
    const auto messages = queue(MPIDBG_QUEUE_UNEXPECTED);
    CHECK(messages.size() == 2);
    CHECK(plugin.detail().find("has 1 items but says 7") != std::string::npos);
  }
  CHECK(plugin.last_code() >= mqs_first_user_code);
}

TEST_CASE_FIXTURE(Broken, "sparse groups that nest without end or reach outside of their parent") {
  const auto &l = mpi.layouts.group;
  const Address group = mpi.new_group({}, 0, 0x10);
  mpi.set(group, l.grp_proc_count, 1);
  mpi.set(mpi.world, mpi.layouts.communicator.c_remote_group, group);
  SUBCASE("its own parent") {
    mpi.set(group, l.grp_parent_group_ptr, group);
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED) == "sparse groups are nested without end at " + hex(group));
  }
  SUBCASE("outside") {
    mpi.set(group, l.grp_parent_group_ptr, Address(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group)));
    mpi.memory.write_integer(group + l.sparse_data.offset, 3, 4);
    CHECK(error(MPIDBG_QUEUE_UNEXPECTED) == "sparse group at " + hex(group) + " refers to rank 3 of 3");
  }
}

TEST_CASE("memory that fails at any single place ends in an answer, never in a crash") {
  // Places in everything that exists, one after the other.
  constexpr std::uint64_t step = fakes::sanitized ? 8 * 67 : 8 * 13;
  const auto run = [](std::uint64_t poisoned) {
    FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
    const FakeOpenMpi::Request request{.communicator = mpi.world, .peer = 1};
    mpi.post(mpi.new_receive(request), request);
    mpi.arrive({.communicator = mpi.world, .source = 1});
    mpi.memory.make_unreadable(Address(poisoned));
    PluginDriver plugin(mpi.host);
    if (plugin.update() != mqs_ok) {
      CHECK(plugin.detail() != "");
      return;
    }
    for (const auto &communicator : plugin.communicators()) {
      plugin.select(communicator.name);
      for (int queue = 0; queue < MPIDBG_QUEUE_COUNT; ++queue) {
        plugin.details(queue);
        const bool clean_end = plugin.last_code() == mqs_end_of_list;
        const bool explained = plugin.last_code() != mqs_ok && !plugin.detail().empty();
        CHECK((clean_end || explained));
      }
    }
  };
  const FakeOpenMpi extent(8, ByteOrder::little, 0, 2);
  for (std::uint64_t at = 0x10000; at < extent.module.value() + 0x8000; at += step) run(at);
}

TEST_CASE("memory with random words in random places ends in an answer, never in a crash or a hang") {
  std::mt19937_64 random(20261121);
  for (unsigned round = 0; round < fakes::random_rounds(1500); ++round) {
    const TargetKind &kind = all_targets[round % 4];
    FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 3);
    const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
    const Address dup = mpi.new_communicator("dup", 3, group, 0);
    const FakeOpenMpi::Request request{.communicator = dup, .peer = 1, .persistent = true};
    mpi.post(mpi.new_receive(request), request);
    mpi.new_send({.communicator = dup, .peer = 2});
    for (int i = 0; i < 3; ++i) mpi.arrive({.communicator = dup, .source = 1, .tag = i});
    mpi.set(mpi.ob1_proc(dup, 2), mpi.layouts.ob1_comm_proc.frags_cant_match,
            mpi.ring({mpi.new_message({.source = 2, .sequence = 9}), mpi.new_message({.source = 2, .sequence = 11})}));

    const std::vector<Address> objects = mpi.memory.block_addresses();
    for (std::uint64_t damage = 1 + random() % 4; damage > 0; --damage) {
      const Address object = objects[random() % objects.size()];
      const Address place = object + random() % 64 * 4;
      // Small numbers, addresses of other objects, and anything.
      const std::uint64_t values[] = {random() % 8, objects[random() % objects.size()].value(), random()};
      std::uint64_t ignored = 0;
      if (mpi.memory.read(place, &ignored, 4)) mpi.memory.write_integer(place, values[random() % 3], 4);
    }

    PluginDriver plugin(mpi.host);
    if (plugin.update() != mqs_ok) continue;
    for (int code = mqs_setup_communicator_iterator(mpi.host.process()); code == mqs_ok;
         code = mqs_next_communicator(mpi.host.process())) {
      for (int queue = 0; queue < MPIDBG_QUEUE_COUNT; ++queue) plugin.details(queue);
      mpidbg_comm_info_t *info = nullptr;
      const mqs_taddr_t handle = mpidbg_current_comm(mpi.host.process());
      mpidbg_comm_query(mpi.host.image(), nullptr, mpi.host.process(), nullptr, handle, &info);
      mpidbg_free(info, MPIDBG_KIND_COMM);
    }
  }
  CHECK(fakes::FakeHost::live_allocations() == 0);
}
