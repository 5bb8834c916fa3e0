// What a person reads of a window's synchronisation: HW6, HW7, HW8.

#include <doctest/doctest.h>

#include "mqs_shim/render/blocks/text_output.h"
#include "mqs_shim/render/wording/handles/objects.h"
#include "mqs_shim/render/wording/handles/window_state.h"

using namespace mqs_shim;

namespace {

WindowRecord window() {
  WindowRecord record;
  record.handle = Address(0x5600);
  record.name = "halo";
  record.fortran_handle = 2;
  record.flags = MPIDBG_WIN_INFO_SYNC_KNOWN | MPIDBG_WIN_INFO_FENCE_KNOWN | MPIDBG_WIN_INFO_MEMORY_KNOWN;
  record.rank = 1;
  record.size = 4;
  record.base = Address(0x7f00);
  record.bytes = 64;
  record.disp_unit = 4;
  record.flavor = MPIDBG_WIN_FLAVOR_CREATE;
  record.component = "rdma";
  return record;
}

std::string line_text(const WindowRecord &record, const ProcessReport &report = {}) {
  std::string text;
  {
    Sink sink(write_to_string(text));
    TextOutput output(sink, false);
    const OpenBlock process(output, text_block(Role::process, "rank 0"));
    begin_listed(output, report, record, RenderOptions{});
    output.end();
  }
  return text.substr(text.find('\n') + 1);
}

}  // namespace

TEST_CASE("HW6 an epoch that MPICH notes when the call returns cannot be seen before") {
  WindowRecord record = window();
  ProcessReport report;
  report.threads.emplace_back().call = "MPI_Win_lock";
  const std::string none = "    access: none\n";
  const std::string unseen = "    access: cannot see, as the library notes it when MPI_Win_lock returns\n";
  CHECK(line_text(record, report).find(none) != std::string::npos);
  record.component = "ch4";
  CHECK(line_text(record, report).find(unseen) != std::string::npos);
  CHECK(line_text(record, report).find(none) == std::string::npos);
  CHECK(line_text(record).find(none) != std::string::npos);
  WindowRecord other = window();
  other.locks = {{1, MPIDBG_WIN_LOCK_UNKNOWN, MPIDBG_WIN_LOCK_HELD, 0, {0, 0, 0, -1}}};
  report.handles.windows.objects.push_back(other);
  CHECK(line_text(record, report).find(unseen) != std::string::npos);
  // The lock that the thread waits for is known.
  report.handles.windows.objects[0].locks[0].state = MPIDBG_WIN_LOCK_WANTED;
  CHECK(line_text(record, report).find(none) != std::string::npos);
  report.threads.emplace_back().call = "MPI_Win_start";
  CHECK(line_text(record, report).find(none) == std::string::npos);
  record.access = MPIDBG_WIN_ACCESS_LOCK;
  CHECK(line_text(record, report).find("access: cannot see") == std::string::npos);
}

TEST_CASE("HW6 locks in words: which, of whom, held or wanted, and who is in the way") {
  WindowRecord record = window();
  record.access = MPIDBG_WIN_ACCESS_LOCK;
  record.locks = {{1, MPIDBG_WIN_LOCK_EXCLUSIVE, MPIDBG_WIN_LOCK_WANTED, 0, {1, 0, 2, 1}},
                  {3, MPIDBG_WIN_LOCK_SHARED, MPIDBG_WIN_LOCK_HELD, 1, {0, 0, 0, -1}}};
  CHECK(access_text(record) ==
        "exclusive lock on 1 (wanted; there: shared by 2, 1 waiting), shared lock on 3 (held, MPI_MODE_NOCHECK)");
  record.locks = {{-1, MPIDBG_WIN_LOCK_SHARED, MPIDBG_WIN_LOCK_HELD, 0, {0, 0, 0, -1}}};
  CHECK(access_text(record) == "shared lock on all (held)");
  record.locks = {{2, MPIDBG_WIN_LOCK_UNKNOWN, MPIDBG_WIN_LOCK_HELD_OR_WANTED, 0, {1, 1, 0, 0}}};
  CHECK(access_text(record) == "lock on 2 (held or wanted; there: exclusive)");
  record.locks = {{1, MPIDBG_WIN_LOCK_SHARED, MPIDBG_WIN_LOCK_WANTED, 0, {1, 0, 0, 0}}};
  CHECK(access_text(record) == "shared lock on 1 (wanted; there: free)");
  record.locks = {{2, MPIDBG_WIN_LOCK_UNKNOWN, MPIDBG_WIN_LOCK_HELD_OR_WANTED, 0, {1, 1, 0, 0}}};
  record.flags |= MPIDBG_WIN_INFO_LOCK_ALL_INFERRED;
  CHECK(access_text(record) == "lock of every rank (lock_all, inferred), lock on 2 (held or wanted; there: exclusive)");

  record.lock_word = {1, 1, 0, 2};
  record.waiters = {{2, MPIDBG_WIN_LOCK_EXCLUSIVE}, {0, MPIDBG_WIN_LOCK_SHARED}};
  CHECK(own_lock_text(record) == "exclusive, 2 waiting: 2 (exclusive), 0 (shared)");
  record.lock_word = {1, 0, 0, 0};
  record.waiters.clear();
  CHECK(own_lock_text(record).empty());
  record.lock_all_holders = 3;
  CHECK(own_lock_text(record) == "lock_all by 3");
}

TEST_CASE("HW7 HW8 starts and posts in words, and epochs that a component does not keep") {
  WindowRecord record = window();
  CHECK(access_text(record) == "none");
  CHECK(exposure_text(record) == "none");
  record.access = MPIDBG_WIN_ACCESS_START;
  record.start_peers = {{0, 0}, {1, 1}, {2, 2}, {-1, 7}};
  record.posts_arrived = 1;
  CHECK(access_text(record) == "START to 0-2,world rank 7");
  record.flags |= MPIDBG_WIN_INFO_POSTS_COUNTED | MPIDBG_WIN_INFO_COMPLETES_COUNTED;
  CHECK(access_text(record) == "START to 0-2,world rank 7 (1 of 4 posted)");
  record.post_group = Address(0x99);
  record.post_peers = {{0, 0}, {2, 2}};
  record.completes_arrived = 1;
  CHECK(exposure_text(record) == "POST to 0,2 (1 of 2 completed)");
  record.access = MPIDBG_WIN_ACCESS_NONE;
  record.flags &= ~unsigned{MPIDBG_WIN_INFO_FENCE_KNOWN};
  CHECK(access_text(record) == "none, or FENCE");
}

TEST_CASE("the lines of a window, and what of it cannot be seen") {
  WindowRecord record = window();
  record.access = MPIDBG_WIN_ACCESS_FENCE;
  record.flags |= MPIDBG_WIN_INFO_COMMUNICATED | MPIDBG_WIN_INFO_OPERATIONS_COUNTED;
  record.pending_operations = 2;
  record.posters = {{3, 3}};
  CHECK(line_text(record) ==
        "  window 0x5600  \"halo\"  Fortran 2  create  64 bytes at 0x7f00  unit 4  osc/rdma  rank 1 of 4\n"
        "    access: FENCE (with communication)\n"
        "    exposure: FENCE\n"
        "    posted by 3: no MPI_Win_start has taken it yet\n"
        "    operations not known to be complete: 2\n");
  record.flags = 0;
  record.component.clear();
  record.sync_problem = "the component is none of them";
  CHECK(line_text(record) ==
        "  window 0x5600  \"halo\"  Fortran 2  rank 1 of 4\n    cannot see: the component is none of them\n");
}
