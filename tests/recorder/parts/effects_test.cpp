// What calls do to handles, windows and communicators in the tables; callers.

#include "mpidbg/recorder/effects.h"

#include <doctest/doctest.h>

#include "mpidbg/recorder/callers.h"
#include "mpidbg/recorder/record.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

using namespace recorder;

namespace {

mpidbg_record_handle *find(mpidbg_record_kind kind, std::uint64_t handle) {
  return record.handles.find({.kind = static_cast<std::uint8_t>(kind), .handle = handle});
}

const Doer freeing = {.call = call_Group_free, .site = 21, .time = 23};

[[gnu::noinline]] Callers callers_after(int depth, std::uint64_t site) {
  const Callers found = depth == 0 ? callers_of(site) : callers_after(depth - 1, site);
  __asm__ volatile("" ::: "memory");
  return found;
}

[[gnu::noinline]] Callers callers_at(int depth) {
  const Callers found = callers_after(depth, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
  __asm__ volatile("" ::: "memory");
  return found;
}

}  // namespace

TEST_CASE("a handle that the program was given twice has to be freed twice") {
  in_child([] {
    initialise();
    const Creation given = {.kind = MPIDBG_RECORD_GROUP, .handle = 0x1000, .shared = true};
    for (int i = 0; i < 3; ++i) created({.call = call_Comm_group, .site = 1, .time = 2}, given);
    mpidbg_record_handle *entry = find(MPIDBG_RECORD_GROUP, 0x1000);
    REQUIRE(entry != nullptr);
    CHECK(entry->given == 3);
    CHECK(freed(freeing, MPIDBG_RECORD_GROUP, 0x1000, false) == nullptr);
    CHECK(freed(freeing, MPIDBG_RECORD_GROUP, 0x1000, false) == nullptr);
    CHECK(entry->given == 1);
    CHECK(entry->freed_at == 0);
    CHECK(freed(freeing, MPIDBG_RECORD_GROUP, 0x1000, false) == entry);
    CHECK(entry->given == 0);
    CHECK(entry->freed_at == 21);
    CHECK(entry->freed == 23);
    CHECK(entry->freed_by == call_Group_free);
    CHECK(entry->flags == MPIDBG_RECORD_FREED);
    CHECK(freed(freeing, MPIDBG_RECORD_GROUP, 0x1000, false) == nullptr);
    // Not shared: another object, whose handle is the same.
    created({.call = call_Group_incl, .site = 1, .time = 2}, {.kind = MPIDBG_RECORD_INFO, .handle = 0x2000});
    created({.call = call_Group_incl, .site = 5, .time = 2}, {.kind = MPIDBG_RECORD_INFO, .handle = 0x2000});
    CHECK(find(MPIDBG_RECORD_INFO, 0x2000)->given == 1);
    CHECK(find(MPIDBG_RECORD_INFO, 0x2000)->created_at == 5);
  });
}

TEST_CASE("a name is that of the live object of its kind") {
  in_child([] {
    initialise();
    create(MPIDBG_RECORD_WIN, 0x1000);
    create(MPIDBG_RECORD_COMM, 0x1000);
    named(MPIDBG_RECORD_WIN, 0x1000, "window", 6);
    CHECK(find(MPIDBG_RECORD_WIN, 0x1000)->name == 1);
    CHECK(find(MPIDBG_RECORD_COMM, 0x1000)->name == 0);
    named(MPIDBG_RECORD_COMM, 257, "predefined", 10);
    CHECK(header().next_name == 3);
  });
}

TEST_CASE("locks are those of one window and rank, until the window is freed") {
  in_child([] {
    initialise();
    create(MPIDBG_RECORD_WIN, 0x1000);
    const auto has = [](std::uint64_t window, int rank) {
      return record.locks.find({.window = window, .rank = rank}) != nullptr;
    };
    const Doer doer = {.call = call_Win_lock, .site = 3, .time = 4};
    locked(doer, {.window = 0x1000, .rank = 1}, MPIDBG_RECORD_LOCK_SHARED);
    locked(doer, {.window = 0x1000, .rank = 2}, MPIDBG_RECORD_LOCK_EXCLUSIVE);
    locked(doer, {.window = 0x2000, .rank = 1}, MPIDBG_RECORD_LOCK_SHARED);
    const mpidbg_record_lock *entry = record.locks.find({.window = 0x1000, .rank = 2});
    REQUIRE(entry != nullptr);
    CHECK(entry->site == 3);
    CHECK(entry->time == 4);
    CHECK(entry->type == MPIDBG_RECORD_LOCK_EXCLUSIVE);
    unlocked({.window = 0x1000, .rank = 3});
    unlocked({.window = 0x1000, .rank = 1});
    CHECK_FALSE(has(0x1000, 1));
    CHECK(has(0x1000, 2));
    window_freed(0x1000);
    CHECK_FALSE(has(0x1000, 2));
    CHECK(has(0x2000, 1));
    synchronised({.call = call_Win_fence, .site = 5, .time = 6}, 0x1000, 7);
    synchronised({.call = call_Win_fence, .site = 5, .time = 6}, 0x3000, 7);
    CHECK(find(MPIDBG_RECORD_WIN, 0x1000)->last_used == 6);
    CHECK(find(MPIDBG_RECORD_WIN, 0x1000)->last_use_argument == 7);
    CHECK(find(MPIDBG_RECORD_WIN, 0x1000)->last_use == call_Win_fence);
    const std::uint32_t most = record.locks.count() - record.locks.count() / 8;
    for (std::uint32_t i = 1; i < most + 3; ++i)
      locked(doer, {.window = 0x4000, .rank = static_cast<int>(i)}, MPIDBG_RECORD_LOCK_SHARED);
    CHECK(header().locks_not_recorded == 3);
  });
}

TEST_CASE("collective operations are counted from the communicator's creation to its end or first failure") {
  in_child([] {
    initialise();
    const auto counted = [](std::uint64_t communicator) { return record.collectives.find(communicator); };
    REQUIRE(counted(257) != nullptr);
    REQUIRE(counted(258) != nullptr);
    CHECK(counted(257)->begun == 0);
    create(MPIDBG_RECORD_COMM, 0x1000);
    create(MPIDBG_RECORD_WIN, 0x2000);
    CHECK(counted(0x2000) == nullptr);
    begun_collective(0x1000, 3);
    begun_collective(0x1000, 0);
    begun_collective(0x1000, -1);
    begun_collective(0x9000, 3);
    REQUIRE(counted(0x1000) != nullptr);
    CHECK(counted(0x1000)->begun == 3);
    for (int i = 0; i < MPIDBG_RECORD_OPERATIONS; ++i)
      CHECK(counted(0x1000)->operations[i] == (i == 3 || i == 0 ? 1u : 0u));
    freed(freeing, MPIDBG_RECORD_WIN, 0x1000, false);
    CHECK(counted(0x1000) != nullptr);
    failed_collective(0x1000);
    failed_collective(0x1000);
    CHECK(counted(0x1000) == nullptr);
    create(MPIDBG_RECORD_COMM, 0x1000);
    REQUIRE(counted(0x1000) != nullptr);
    CHECK(counted(0x1000)->begun == 0);
    CHECK(counted(0x1000)->operations[3] == 0);
    freed(freeing, MPIDBG_RECORD_COMM, 0x1000, false);
    CHECK(counted(0x1000) == nullptr);
  });
}

TEST_CASE("callers are those of the function that made the call, as far as they are near") {
  const Callers near = callers_at(3), nearest = callers_at(0);
  for (const Callers &callers : {near, nearest})
    for (const std::uint64_t site : callers.sites) CHECK(site != 0);
  CHECK(near.sites[0] == nearest.sites[0]);
  CHECK(near.sites[0] != near.sites[1]);
  for (const std::uint64_t site : callers_at(80).sites) CHECK(site == 0);
  for (const std::uint64_t site : callers_of(1).sites) CHECK(site == 0);
}
