#include "mpidbg/recorder/live_table.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "mpidbg/recorder/handles.h"
#include "mpidbg/recorder/requests.h"

using namespace recorder;

namespace {

// A table with its memory, and what a recorder does with an entry.
struct Requests {
  explicit Requests(std::uint32_t count) : memory(count) { table.set_memory(memory.data(), count); }
  mpidbg_record_request *add(std::uint64_t request) {
    mpidbg_record_request *entry = table.claim(request, lost, refused);
    if (entry == nullptr) return nullptr;
    *entry = {};
    entry->request = request;
    entry->time = ++time;
    entry->flags = MPIDBG_RECORD_LIVE;
    return entry;
  }
  void end(std::uint64_t request) {
    mpidbg_record_request *entry = table.find(request);
    REQUIRE(entry != nullptr);
    entry->flags = MPIDBG_RECORD_COMPLETED;
    entry->time = ++time;
    table.release();
  }
  std::uint64_t live() const {
    std::uint64_t count = 0;
    for (const auto &entry : memory) count += RequestEntries::is_live(entry);
    return count;
  }

  std::vector<mpidbg_record_request> memory;
  RequestTable table;
  std::uint64_t lost = 0, refused = 0;
  std::int64_t time = 0;
};

}  // namespace

TEST_CASE("what lives is found, whatever comes and goes, until seven eighths of the table live") {
  Requests requests(256);
  const std::size_t most = 256 - 256 / 8;
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> live;
  for (int round = 0; round < 20000; ++round) {
    const bool grow = round % 2000 < 1000 ? random() % 4 != 0 : random() % 4 == 0;
    if (live.empty() || (grow && live.size() < most)) {
      live.push_back(random() % 100000 * 64 + 1);
      if (requests.table.find(live.back()) != nullptr)
        live.pop_back();
      else
        REQUIRE(requests.add(live.back()) != nullptr);
    } else {
      const std::size_t one = random() % live.size();
      requests.end(live[one]);
      CHECK(requests.table.find(live[one]) == nullptr);
      live[one] = live.back();
      live.pop_back();
    }
    if (round % 100 == 0)
      for (const std::uint64_t request : live) REQUIRE(requests.table.find(request) != nullptr);
  }
  CHECK(requests.refused == 0);
  CHECK(requests.live() == live.size());
  CHECK(requests.lost > 0);
}

TEST_CASE("beyond that they are refused and counted, and taken again when others have ended") {
  Requests requests(64);
  for (std::uint64_t request = 1; request <= 56; ++request) REQUIRE(requests.add(request) != nullptr);
  CHECK(requests.refused == 0);
  CHECK(requests.add(57) == nullptr);
  CHECK(requests.refused == 1);
  requests.end(3);
  CHECK(requests.add(57) != nullptr);
  CHECK(requests.live() == 56);
}

TEST_CASE("a handle that comes again while it lives: the one before has ended, unseen") {
  Requests requests(64);
  mpidbg_record_request *first = requests.add(5);
  mpidbg_record_request *second = requests.add(5);
  CHECK(first != second);
  CHECK(first->flags == MPIDBG_RECORD_REPLACED);
  CHECK(requests.table.find(5) == second);
  CHECK(requests.live() == 1);
}

TEST_CASE("an object that is kept is not found, and its entry is not taken") {
  std::vector<mpidbg_record_handle> memory(64);
  HandleTable table;
  table.set_memory(memory.data(), 64);
  std::uint64_t lost = 0, refused = 0;
  const HandleKey key{.kind = MPIDBG_RECORD_COMM, .handle = 7};
  mpidbg_record_handle *kept = table.claim(key, lost, refused);
  kept->handle = 7;
  kept->kind = MPIDBG_RECORD_COMM;
  kept->flags = MPIDBG_RECORD_FREED | MPIDBG_RECORD_KEPT;
  CHECK(table.find(key) == nullptr);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    mpidbg_record_handle *entry = table.claim({.kind = MPIDBG_RECORD_INFO, .handle = i}, lost, refused);
    REQUIRE(entry != nullptr);
    REQUIRE(entry != kept);
    entry->handle = i;
    entry->kind = MPIDBG_RECORD_INFO;
    entry->freed = static_cast<std::int64_t>(i);
    entry->flags = MPIDBG_RECORD_FREED;
    table.release();
  }
  CHECK(kept->handle == 7);
  CHECK(refused == 0);
}

TEST_CASE("the blocks of the record that an entry touches are noted when it is first used, and no others") {
  std::vector<mpidbg_record_handle> memory(64);
  std::vector<unsigned char> blocks(64 * sizeof memory[0] / MPIDBG_RECORD_BLOCK_BYTES + 1);
  HandleTable table;
  table.set_memory(memory.data(), 64, UsedBlocks(memory.data(), blocks.data()));
  std::uint64_t lost = 0, refused = 0;
  std::vector<unsigned char> expected(blocks.size());
  for (std::uint64_t i = 1; i <= 20; ++i) {
    mpidbg_record_handle *entry = table.claim({.kind = MPIDBG_RECORD_INFO, .handle = i}, lost, refused);
    REQUIRE(entry != nullptr);
    entry->handle = i;
    entry->kind = MPIDBG_RECORD_INFO;
    entry->flags = MPIDBG_RECORD_LIVE;
    const std::size_t at = static_cast<std::size_t>(entry - memory.data()) * sizeof *entry;
    for (std::size_t byte = at; byte < at + sizeof *entry; ++byte) expected[byte / MPIDBG_RECORD_BLOCK_BYTES] = 1;
    REQUIRE(blocks == expected);
  }
}
