// The synchronisation of windows, component by component: rows HW6 to HW9 of the requirements.

#include <doctest/doctest.h>

#include "mpidbg/base/limits.h"
#include "tests/fakes/fake_windows.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeOpenMpi;
using fakes::FakeWindows;
using mpidbg::Address;
using Window = Queried<mpidbg_win_info_t, MPIDBG_KIND_WIN>;

namespace {

// One window of four processes, of which this one is rank 1.
struct Fixture {
  explicit Fixture(const std::string &component, const TargetKind &kind = all_targets[2])
      : mpi(kind.pointer_size, kind.order, 1, 4),
        windows(mpi),
        window(windows.add("w", component)),
        module(windows.module_of(window)) {}

  FakeOpenMpi mpi;
  FakeWindows windows;
  Address window, module;
  const fakes::openmpi_layout::Layouts &l = mpi.layouts;

  // Ranks of MPI_COMM_WORLD.
  Address group(const std::vector<int> &ranks) {
    std::vector<Address> members;
    members.reserve(ranks.size());
    for (const int rank : ranks) members.push_back(mpi.new_proc(FakeOpenMpi::job, static_cast<std::uint32_t>(rank)));
    return mpi.new_group(members, -1);
  }
  // Objects are searched where the test says that there is memory.
  void search(const std::vector<std::pair<Address, std::uint64_t>> &places) {
    for (const auto &[begin, bytes] : places) ranges.push_back({begin.value(), (begin + bytes).value()});
  }
  std::vector<mpidbg_memory_range_t> ranges;
};

struct Session : HandleSession {
  explicit Session(Fixture &fixture) : HandleSession(fixture.mpi.host) {
    if (!fixture.ranges.empty()) {
      mpidbg_set_memory_ranges(process(), static_cast<int>(fixture.ranges.size()), fixture.ranges.data());
    }
  }
};

std::vector<int> ranks(int count, const mpidbg_win_peer_t *peers) {
  std::vector<int> result;
  result.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) result.push_back(peers[i].rank);
  return result;
}

bool has(const Window &window, unsigned bit) {
  return (window->wi_bitflags & bit) != 0;
}

std::string problem(const Window &window) {
  return window->wi_sync_problem == nullptr ? "" : window->wi_sync_problem;
}

}  // namespace

TEST_CASE("osc/rdma: a count of operations that cannot be read is a problem, not 0") {
  Fixture f("rdma");
  const Address held = f.windows.new_lock("rdma", f.module, 3, 2, 1);
  f.search({{held, f.l.osc_rdma_sync.byte_size}});
  f.mpi.set(f.module, f.l.osc_rdma_module.passive_target_access_epoch, 1);
  fakes::new_hash_table(f.mpi, {{3, held}}, f.module + f.l.osc_rdma_module.outstanding_locks.offset);
  f.mpi.memory.make_unreadable(held + f.l.osc_rdma_sync.outstanding_rdma.offset);
  Session session(f);
  Window info(session, f.window);
  CHECK(problem(info).find("a lock that is held: cannot read ompi_osc_rdma_sync_t at") == 0);
  CHECK_FALSE(has(info, MPIDBG_WIN_INFO_OPERATIONS_COUNTED));
}

TEST_CASE("a lock that is damaged hides no other one") {
  for (const std::string component : {"rdma", "pt2pt"}) {
    CAPTURE(component);
    Fixture f(component);
    const Address good = f.windows.new_lock(component, f.module, 3, 2, 1);
    const Address damaged = f.windows.new_lock(component, f.module, -2093400571, 2, 1);
    const bool is_rdma = component == "rdma";
    const Address table = f.module + (is_rdma ? f.l.osc_rdma_module.outstanding_locks.offset
                                              : f.l.osc_pt2pt_module.outstanding_locks.offset);
    if (is_rdma) f.mpi.set(f.module, f.l.osc_rdma_module.passive_target_access_epoch, 2);
    f.search({{good, 8}});
    fakes::new_hash_table(f.mpi, {{1, damaged}, {3, good}}, table);
    Session session(f);
    Window info(session, f.window);
    REQUIRE(info->wi_num_locks == 1);
    CHECK(info->wi_locks[0].target == 3);
    CHECK(problem(info).find("has rank -2093400571 of 4") != std::string::npos);
    if (is_rdma) CHECK_FALSE(has(info, MPIDBG_WIN_INFO_OPERATIONS_COUNTED));
  }
}

TEST_CASE("HW7 HW8 HW9 osc/rdma: start with the posts that have come, post with the completes, fences") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      Fixture f("rdma", kind);
      const auto &module = f.l.osc_rdma_module;
      const auto &sync = f.l.osc_rdma_sync;
      const Address all = f.module + module.all_sync.offset;
      const Address state(f.mpi.get(f.module, module.state));
      f.mpi.set(all, sync.type, 3);
      const Address started = f.group({2, 0}), posted = f.group({0, 3});
      f.mpi.memory.write_pointer(all + sync.sync.offset, started);
      f.mpi.set(state, f.l.osc_rdma_state.num_post_msgs, 1);
      f.mpi.set(f.module, module.pw_group, posted);
      f.mpi.set(state, f.l.osc_rdma_state.num_complete_msgs, 2);
      f.windows.write(state + f.l.osc_rdma_state.post_peers.offset + 8, 4, 8);
      const Address pending = f.mpi.memory.allocate(f.l.osc_rdma_pending_post.byte_size);
      f.mpi.set(pending, f.l.osc_rdma_pending_post.rank, 2);
      f.mpi.write_list(f.module + module.pending_posts.offset, {pending});
      f.mpi.set(f.module, module.no_locks, 1);
      f.windows.write(all + sync.outstanding_rdma.offset, 5, 8);
      Session session(f);
      Window info(session, f.window);
      CHECK(problem(info) == "");
      CHECK(info->wi_access == MPIDBG_WIN_ACCESS_START);
      CHECK(info->wi_start_group == started.value());
      CHECK(info->wi_post_group == posted.value());
      CHECK(ranks(info->wi_num_start_peers, info->wi_start_peers) == std::vector{2, 0});
      CHECK(info->wi_start_peers[0].mpi_comm_world_rank == 2);
      CHECK(has(info, MPIDBG_WIN_INFO_POSTS_COUNTED));
      CHECK(info->wi_posts_arrived == 1);
      CHECK(ranks(info->wi_num_post_peers, info->wi_post_peers) == std::vector{0, 3});
      CHECK(info->wi_completes_arrived == 2);
      CHECK(ranks(info->wi_num_posters, info->wi_posters) == std::vector{2, 3});
      CHECK(has(info, MPIDBG_WIN_INFO_NO_LOCKS));
      CHECK(info->wi_pending_operations == 5);
      CHECK_FALSE(has(info, MPIDBG_WIN_INFO_LAST_CALL_INFERRED));  // the start, or the post

      f.mpi.set(all, sync.type, 2);
      f.mpi.set(all, sync.epoch_active, 1);
      f.mpi.set(f.module, module.pw_group, Address(0));
      Window fence(session, f.window);
      CHECK(fence->wi_access == MPIDBG_WIN_ACCESS_FENCE);
      CHECK(has(fence, MPIDBG_WIN_INFO_COMMUNICATED));
      CHECK(fence->wi_start_group == 0);
      CHECK(fence->wi_last_call == MPIDBG_WIN_CALL_FENCE);
      CHECK(has(fence, MPIDBG_WIN_INFO_LAST_CALL_INFERRED));
    }
  }
}

TEST_CASE("HW6 osc/rdma: locks that are held, wanted and being released, and the lock at their targets") {
  Fixture f("rdma");
  const auto &module = f.l.osc_rdma_module;
  const Address there = f.windows.new_rdma_state(), leader(f.mpi.get(f.module, module.leader));
  f.mpi.set(there, f.l.osc_rdma_state.local_lock, std::uint64_t{1} << 63 | 2);
  f.mpi.set(Address(f.mpi.get(leader, f.l.osc_rdma_peer.state)), f.l.osc_rdma_state.global_lock,
            std::uint64_t{3} << 32 | 1);
  f.mpi.set(Address(f.mpi.get(f.module, module.state)), f.l.osc_rdma_state.local_lock, 2);
  const Address held = f.windows.new_lock("rdma", f.module, 3, 2, 1);
  const Address wanted = f.windows.new_lock("rdma", f.module, 0, 1, 0, f.windows.new_rdma_peer(0, there));
  const Address of_another = f.windows.new_lock("rdma", Address(0x1234), 2, 1, 0);
  const Address of_no_type = f.windows.new_lock("rdma", f.module, 2, 9, 0);
  const Address of_all = f.windows.new_lock("rdma", f.module, -1, 2, 0);
  for (const Address lock : {held, wanted, of_another, of_no_type, of_all})
    f.search({{lock, f.l.osc_rdma_sync.byte_size}});
  f.mpi.set(f.module, module.passive_target_access_epoch, 1);
  SUBCASE("in a table by target") {
    fakes::new_hash_table(f.mpi, {{3, held}}, f.module + module.outstanding_locks.offset);
  }
  SUBCASE("in an array by target") {
    const Address array = f.mpi.memory.allocate(4 * 8);
    f.mpi.memory.write_pointer(array + 3 * 8, held);
    f.mpi.set(f.module, module.outstanding_lock_array, array);
  }
  Session session(f);
  {
    Window info(session, f.window);
    CHECK(problem(info) == "");
    CHECK(info->wi_access == MPIDBG_WIN_ACCESS_LOCK);
    REQUIRE(info->wi_num_locks == 2);
    const auto &first = info->wi_locks[0], &second = info->wi_locks[1];
    CHECK(first.target == 0);
    CHECK(first.type == MPIDBG_WIN_LOCK_EXCLUSIVE);
    CHECK(first.state == MPIDBG_WIN_LOCK_WANTED);
    CHECK(first.nocheck == 0);
    CHECK(first.at_target.known == 1);
    CHECK(first.at_target.exclusive == 1);
    CHECK(first.at_target.shared == 0);  // those are on their way in, and will turn round
    CHECK(first.at_target.waiting == -1);
    CHECK(second.target == 3);
    CHECK(second.type == MPIDBG_WIN_LOCK_SHARED);
    CHECK(second.state == MPIDBG_WIN_LOCK_HELD);
    CHECK(second.nocheck == 1);
    CHECK(second.at_target.known == 0);
    CHECK(info->wi_lock_word.exclusive == 0);
    CHECK(info->wi_lock_word.shared == 2);
    CHECK(info->wi_num_lock_all_holders == 3);
  }
  // An unlock leaves the table first and the count last.
  f.mpi.set(f.module, module.passive_target_access_epoch, 2);
  CHECK(Window(session, f.window)->wi_locks[0].state == MPIDBG_WIN_LOCK_RELEASING);
}

TEST_CASE("HW6 osc/rdma: lock_all, wanted until it counts") {
  Fixture f("rdma");
  const Address all = f.module + f.l.osc_rdma_module.all_sync.offset;
  f.mpi.set(all, f.l.osc_rdma_sync.type, 1);
  f.windows.write(all + f.l.osc_rdma_sync.sync.offset, 0xffffffff, 4);
  f.windows.write(all + f.l.osc_rdma_sync.sync.offset + 4, 2, 2);
  f.search({{all, f.l.osc_rdma_sync.byte_size}});
  Session session(f);
  {
    Window wanted(session, f.window);
    CHECK(wanted->wi_access == MPIDBG_WIN_ACCESS_LOCK_ALL);
    REQUIRE(wanted->wi_num_locks == 1);
    CHECK(wanted->wi_locks[0].target == -1);
    CHECK(wanted->wi_locks[0].state == MPIDBG_WIN_LOCK_WANTED);
  }
  f.mpi.set(f.module, f.l.osc_rdma_module.passive_target_access_epoch, 1);
  Window held(session, f.window);
  CHECK(held->wi_locks[0].state == MPIDBG_WIN_LOCK_HELD);
  CHECK(held->wi_last_call == MPIDBG_WIN_CALL_LOCK_ALL);
}

TEST_CASE("osc/rdma: memory that is attached to a dynamic window") {
  Fixture f("rdma");
  const auto &l = f.l;
  f.mpi.set(f.window, l.window.w_keyhash,
            fakes::new_attributes(f.mpi, {{7, 0, 0, 0}, {8, 0, 3, 0}, {9, 1, 1, 4}, {10, 3, 1, 4}, {11, 0, 1, 4}}));
  const Address handle = f.mpi.new_object("ompi_osc_rdma_handle_t", l.osc_rdma_handle.byte_size);
  const Address attachment = f.mpi.new_object("ompi_osc_rdma_attachment_t", l.osc_rdma_attachment.byte_size);
  f.mpi.set(attachment, l.osc_rdma_attachment.base, 0x7f1000);
  f.mpi.set(attachment, l.osc_rdma_attachment.len, 100);
  f.mpi.write_list(handle + l.osc_rdma_handle.attachments.offset, {attachment});
  const Address handles = f.mpi.memory.allocate(8);
  f.mpi.memory.write_pointer(handles, handle);
  f.mpi.set(f.module, l.osc_rdma_module.dynamic_handles, handles);
  const Address state(f.mpi.get(f.module, l.osc_rdma_module.state));
  f.mpi.set(state, l.osc_rdma_state.region_count, std::uint64_t{7} << 32 | 1);
  f.search({{handle, 8}});
  Session session(f);
  {
    Window info(session, f.window);
    CHECK(info->wi_flavor == MPIDBG_WIN_FLAVOR_DYNAMIC);
    REQUIRE(has(info, MPIDBG_WIN_INFO_REGIONS_KNOWN));
    REQUIRE(info->wi_num_regions == 1);
    CHECK(info->wi_regions[0].base == 0x7f1000);
    CHECK(info->wi_regions[0].bytes == 100);
  }
  constexpr std::uint64_t limit = mpidbg::limits::topology_entries;
  for (const std::uint64_t count : {limit - 1, limit, limit + 1, std::uint64_t{0xffffffff}}) {
    CAPTURE(count);
    f.mpi.set(state, l.osc_rdma_state.region_count, count);
    Window damaged(session, f.window);
    CHECK_FALSE(has(damaged, MPIDBG_WIN_INFO_REGIONS_KNOWN));
    CHECK(problem(damaged).find("attached memory is not known: ") == 0);
    CHECK((problem(damaged).find("region_count") != std::string::npos) == (count > limit));
  }
}

TEST_CASE("HW6 HW7 HW8 osc/pt2pt: locks by their answers, who waits for the own lock, posts and completes") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      Fixture f("pt2pt", kind);
      const auto &module = f.l.osc_pt2pt_module;
      const Address held = f.windows.new_lock("pt2pt", f.module, 3, 1, 0);
      f.mpi.set(held, f.l.osc_pt2pt_sync.eager_send_active, 1);
      const Address wanted = f.windows.new_lock("pt2pt", f.module, 2, 2, 0);
      f.mpi.set(wanted, f.l.osc_pt2pt_sync.sync_expected, 1);
      const Address unchecked = f.windows.new_lock("pt2pt", f.module, 0, 2, 1);
      fakes::new_hash_table(f.mpi, {{3, held}, {2, wanted}, {0, unchecked}},
                            f.module + module.outstanding_locks.offset);
      f.mpi.set(f.module, module.lock_status, static_cast<std::uint64_t>(-1));
      const Address waiter = f.mpi.new_object("ompi_osc_pt2pt_pending_lock_t", f.l.osc_pt2pt_pending_lock.byte_size);
      f.mpi.set(waiter, f.l.osc_pt2pt_pending_lock.peer, 2);
      f.mpi.set(waiter, f.l.osc_pt2pt_pending_lock.lock_type, 2);
      f.mpi.write_list(f.module + module.locks_pending.offset, {waiter});
      f.mpi.set(f.module, module.pw_group, f.group({0, 2, 3}));
      f.mpi.set(f.module, module.num_complete_msgs, static_cast<std::uint64_t>(-2));
      f.mpi.set(f.module, module.outgoing_frag_count, static_cast<std::uint64_t>(-4));
      const Address poster = f.mpi.new_object("ompi_osc_pt2pt_peer_t", f.l.osc_pt2pt_peer.byte_size);
      f.mpi.set(poster, f.l.osc_pt2pt_peer.rank, 2);
      f.mpi.set(poster, f.l.osc_pt2pt_peer.flags, 1);
      fakes::new_hash_table(f.mpi, {{2, poster}}, f.module + module.peer_hash.offset);
      Session session(f);
      {
        Window info(session, f.window);
        CHECK(problem(info) == "");
        REQUIRE(info->wi_num_locks == 3);
        CHECK(info->wi_locks[0].target == 0);
        CHECK(info->wi_locks[0].state == MPIDBG_WIN_LOCK_HELD);
        CHECK(info->wi_locks[0].nocheck == 1);
        CHECK(info->wi_locks[1].target == 2);
        CHECK(info->wi_locks[1].type == MPIDBG_WIN_LOCK_SHARED);
        CHECK(info->wi_locks[1].state == MPIDBG_WIN_LOCK_WANTED);
        CHECK(info->wi_locks[2].type == MPIDBG_WIN_LOCK_EXCLUSIVE);
        CHECK(info->wi_locks[2].state == MPIDBG_WIN_LOCK_HELD);
        CHECK(info->wi_lock_word.exclusive == 1);
        CHECK(info->wi_lock_word.waiting == 1);
        REQUIRE(info->wi_num_waiters == 1);
        CHECK(info->wi_waiters[0].rank == 2);
        CHECK(info->wi_waiters[0].type == MPIDBG_WIN_LOCK_SHARED);
        CHECK(ranks(info->wi_num_post_peers, info->wi_post_peers) == std::vector{0, 2, 3});
        CHECK(info->wi_completes_arrived == 1);
        CHECK(ranks(info->wi_num_posters, info->wi_posters) == std::vector{2});
        CHECK(info->wi_pending_operations == 4);
      }
      const Address all = f.module + module.all_sync.offset;
      f.mpi.set(all, f.l.osc_pt2pt_sync.type, 3);
      f.mpi.set(all, f.l.osc_pt2pt_sync.sync_expected, 1);
      f.mpi.memory.write_pointer(all + f.l.osc_pt2pt_sync.sync.offset, f.group({3, 0}));
      Window start(session, f.window);
      CHECK(start->wi_access == MPIDBG_WIN_ACCESS_START);
      CHECK(start->wi_posts_arrived == 1);
    }
  }
}

TEST_CASE("HW6 HW7 HW8 osc/sm: tickets tell how many hold a lock and wait for it, and groups the other epochs") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      Fixture f("sm", kind);
      const auto &module = f.l.osc_sm_module;
      const auto &lock = f.l.osc_sm_lock;
      const Address locks(f.mpi.get(f.module, module.outstanding_locks)),
          states(f.mpi.get(f.module, module.node_states));
      const auto word = [&](int rank, unsigned counter, unsigned write, unsigned read) {
        const Address at = states + f.l.osc_sm_node_state.byte_size * static_cast<std::uint64_t>(rank) +
                           f.l.osc_sm_node_state.lock.offset;
        f.mpi.set(at, lock.counter, counter);
        f.mpi.set(at, lock.write, write);
        f.mpi.set(at, lock.read, read);
      };
      const auto own = [&](int rank, unsigned type) {
        f.windows.write(locks + 4 * static_cast<std::uint64_t>(rank), type, 4);
      };
      // Held alone with nobody waiting; shared by two with an exclusive one waiting; alone with one waiting; nobody.
      own(0, 2), word(0, 6, 5, 5);
      own(1, 2), word(1, 5, 2, 4);
      own(2, 3), word(2, 2, 0, 0);
      own(3, 1), word(3, 0, 0, 0);
      f.mpi.set(f.module, module.start_group, f.group({2, 3}));
      f.mpi.set(f.module, module.post_group, f.group({0, 3}));
      f.mpi.set(Address(f.mpi.get(f.module, module.my_node_state)), f.l.osc_sm_node_state.complete_count, 1);
      const Address posts(f.mpi.get(f.module, module.posts));
      const unsigned width = f.mpi.memory.pointer_size();
      f.windows.write(Address(f.mpi.memory.read_integer(posts + width, width)), 0b1001, width);
      Session session(f);
      {
        Window info(session, f.window);
        CHECK(problem(info) == "");
        CHECK_FALSE(has(info, MPIDBG_WIN_INFO_FENCE_KNOWN));
        CHECK(info->wi_access == MPIDBG_WIN_ACCESS_START);
        CHECK_FALSE(has(info, MPIDBG_WIN_INFO_POSTS_COUNTED));
        CHECK(ranks(info->wi_num_start_peers, info->wi_start_peers) == std::vector{2, 3});
        CHECK(ranks(info->wi_num_posters, info->wi_posters) == std::vector{0, 3});
        CHECK(info->wi_completes_arrived == 1);
        REQUIRE(info->wi_num_locks == 4);
        CHECK(info->wi_locks[0].state == MPIDBG_WIN_LOCK_HELD);
        CHECK(info->wi_locks[1].state == MPIDBG_WIN_LOCK_WANTED);
        CHECK(info->wi_locks[1].at_target.shared == 2);
        CHECK(info->wi_locks[1].at_target.waiting == 1);
        CHECK(info->wi_locks[2].type == MPIDBG_WIN_LOCK_SHARED);
        CHECK(info->wi_locks[2].state == MPIDBG_WIN_LOCK_WANTED);
        CHECK(info->wi_locks[2].at_target.exclusive == 1);
        CHECK(info->wi_locks[2].at_target.waiting == 1);
        CHECK(info->wi_locks[3].nocheck == 1);
        CHECK(info->wi_locks[3].type == MPIDBG_WIN_LOCK_UNKNOWN);
        CHECK(info->wi_lock_word.shared == 2);
      }
      f.mpi.set(f.module, module.start_group, Address(0));
      for (int rank = 0; rank < 4; ++rank) own(rank, 3), word(rank, 4, 0, 4);
      Window all(session, f.window);
      CHECK(all->wi_access == MPIDBG_WIN_ACCESS_LOCK_ALL);
      CHECK(has(all, MPIDBG_WIN_INFO_LOCK_ALL_INFERRED));
    }
  }
}

TEST_CASE("HW6 HW7 HW8 osc/ucx: epochs, locks that are granted or only counted, attached memory") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      Fixture f("ucx", kind);
      const auto &module = f.l.osc_ucx_module;
      const Address epoch = f.module + module.epoch_type.offset, state = f.module + module.state.offset;
      const auto new_lock = [&](int target) {
        const Address lock = f.mpi.new_object("ompi_osc_ucx_lock_t", f.l.osc_ucx_lock.byte_size);
        f.mpi.set(lock, f.l.osc_ucx_lock.target_rank, static_cast<std::uint64_t>(target));
        f.mpi.set(lock, f.l.osc_ucx_lock.type, 1);
        return lock;
      };
      const Address held = new_lock(2), wanted = new_lock(0), of_another = new_lock(3);
      const Address another = f.windows.module_of(f.windows.add("another", "ucx"));
      fakes::new_hash_table(f.mpi, {{3, of_another}}, another + module.outstanding_locks.offset);
      fakes::new_hash_table(f.mpi, {{2, held}}, f.module + module.outstanding_locks.offset);
      f.mpi.set(f.module, module.lock_count, 2);
      f.mpi.set(epoch, f.l.osc_ucx_epoch.access, 4);
      f.mpi.set(state, f.l.osc_ucx_state.lock, (std::uint64_t{1} << 32) + 1);
      f.mpi.set(f.module, module.post_group, f.group({2}));
      f.mpi.set(state, f.l.osc_ucx_state.complete_count, 1);
      f.windows.write(state + f.l.osc_ucx_state.post_state.offset, 4, 8);
      for (const Address lock : {held, wanted, of_another}) f.search({{lock, f.l.osc_ucx_lock.byte_size}});
      Session session(f);
      {
        Window info(session, f.window);
        CHECK(problem(info) == "");
        CHECK(info->wi_access == MPIDBG_WIN_ACCESS_LOCK);
        REQUIRE(info->wi_num_locks == 2);
        CHECK(info->wi_locks[0].target == 0);
        CHECK(info->wi_locks[0].state == MPIDBG_WIN_LOCK_WANTED);
        CHECK(info->wi_locks[0].type == MPIDBG_WIN_LOCK_UNKNOWN);
        CHECK(info->wi_locks[1].target == 2);
        CHECK(info->wi_locks[1].state == MPIDBG_WIN_LOCK_HELD);
        CHECK(info->wi_locks[1].type == MPIDBG_WIN_LOCK_SHARED);
        CHECK(info->wi_lock_word.exclusive == 1);
        CHECK(info->wi_completes_arrived == 1);
        CHECK(ranks(info->wi_num_posters, info->wi_posters) == std::vector{3});
      }
      // More is counted than can be found.
      f.mpi.set(f.module, module.lock_count, 3);
      CHECK(problem(Window(session, f.window)).find("which target is not known") != std::string::npos);

      f.mpi.set(epoch, f.l.osc_ucx_epoch.access, 3);
      f.mpi.set(f.module, module.start_group, f.group({0, 2, 3}));
      f.mpi.set(f.module, module.post_count, 2);
      {
        Window start(session, f.window);
        CHECK(start->wi_access == MPIDBG_WIN_ACCESS_START);
        CHECK(start->wi_posts_arrived == 2);
      }
      f.mpi.set(epoch, f.l.osc_ucx_epoch.access, 5);
      CHECK(Window(session, f.window)->wi_locks[0].state == MPIDBG_WIN_LOCK_HELD_OR_WANTED);
      f.mpi.set(epoch, f.l.osc_ucx_epoch.access, 1);
      f.mpi.set(f.module, *module.global_ops_num.present, 3);
      // Attached memory, with a hole in its table.
      f.mpi.set(f.window, f.l.window.w_keyhash,
                fakes::new_attributes(f.mpi, {{7, 0, 0, 0}, {8, 0, 3, 0}, {9, 1, 1, 4}, {10, 3, 1, 4}, {11, 0, 1, 4}}));
      f.mpi.set(state, f.l.osc_ucx_state.dynamic_win_count, 2);
      const auto &region = f.l.osc_ucx_region;
      const Address regions = state + f.l.osc_ucx_state.dynamic_wins.offset;
      f.mpi.set(regions, region.base, 0x1000);
      f.mpi.set(regions, region.size, 10);
      f.mpi.set(regions + 2 * region.byte_size, region.base, 0x2000);
      f.mpi.set(regions + 2 * region.byte_size, region.size, 20);
      Window fence(session, f.window);
      CHECK(fence->wi_access == MPIDBG_WIN_ACCESS_FENCE);
      CHECK(fence->wi_pending_operations == 3);
      REQUIRE(fence->wi_num_regions == 2);
      CHECK(fence->wi_regions[1].base == 0x2000);
      CHECK(fence->wi_regions[1].bytes == 20);
    }
  }
}

TEST_CASE("osc/ucx of a version that does not count operations leaves their number open") {
  Fixture f("ucx", all_targets[0]);
  f.mpi.set(f.module + f.l.osc_ucx_module.epoch_type.offset, f.l.osc_ucx_epoch.access, 1);
  f.mpi.host.types["ompi_osc_ucx_module_t"].fields.erase("global_ops_num");
  const Session session(f);
  const Window fence(session, f.window);
  CHECK(fence->wi_access == MPIDBG_WIN_ACCESS_FENCE);
  CHECK_FALSE(has(fence, MPIDBG_WIN_INFO_OPERATIONS_COUNTED));
}

TEST_CASE("Z7 damaged modules of windows are problems of their synchronisation alone") {
  const auto said = [](Fixture &f) {
    Session session(f);
    Window info(session, f.window);
    CHECK(info->wi_bytes == 0x400);
    CHECK_FALSE(has(info, MPIDBG_WIN_INFO_SYNC_KNOWN));
    return problem(info);
  };
  SUBCASE("a type of epoch that does not exist") {
    Fixture f("rdma");
    f.mpi.set(f.module + f.l.osc_rdma_module.all_sync.offset, f.l.osc_rdma_sync.type, 99);
    CHECK(said(f).find("has type 99") != std::string::npos);
  }
  SUBCASE("a state that cannot be read, as of shared memory that a core file leaves out") {
    Fixture f("rdma");
    f.mpi.set(f.module, f.l.osc_rdma_module.state, Address(0x66660000));
    CHECK(said(f).find("ompi_osc_rdma_state_t") != std::string::npos);
  }
  SUBCASE("more completes than processes") {
    Fixture f("ucx");
    f.mpi.set(f.module, f.l.osc_ucx_module.post_group, f.group({0}));
    f.mpi.set(f.module + f.l.osc_ucx_module.state.offset, f.l.osc_ucx_state.complete_count, ~std::uint64_t{0});
    CHECK(said(f).find("complete_count") != std::string::npos);
  }
  SUBCASE("tickets that were never handed out") {
    Fixture f("sm");
    const Address states(f.mpi.get(f.module, f.l.osc_sm_module.node_states));
    f.mpi.set(states + f.l.osc_sm_node_state.byte_size + f.l.osc_sm_node_state.lock.offset, f.l.osc_sm_lock.write, 5);
    CHECK(said(f).find("ompi_osc_sm_lock_t") != std::string::npos);
  }
  SUBCASE("a lock of a kind that does not exist") {
    Fixture f("sm");
    f.windows.write(Address(f.mpi.get(f.module, f.l.osc_sm_module.outstanding_locks)), 7, 4);
    CHECK(said(f).find("has a lock of kind 7") != std::string::npos);
  }
  SUBCASE("an epoch that does not exist") {
    Fixture f("ucx");
    f.mpi.set(f.module + f.l.osc_ucx_module.epoch_type.offset, f.l.osc_ucx_epoch.access, 17);
    CHECK(said(f).find("has access epoch 17") != std::string::npos);
  }
  SUBCASE("no module") {
    Fixture f("sm");
    f.mpi.set(f.window, f.l.window.w_osc_module, Address(0));
    CHECK(said(f).find("ompi_osc_base_module_3_0_0_t") != std::string::npos);
  }
}
