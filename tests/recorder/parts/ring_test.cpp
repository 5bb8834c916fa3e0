// The ring of snapshots: which of them are left, and that these are whole.

#include <algorithm>
#include <random>

#include "mpidbg/recorder/mpit_snapshot_ring.h"
#include "mpidbg/recorder/mpit_snapshots.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

namespace {

constexpr std::uint64_t block = 16 << 10;  // that is cleared at once

mpidbg_record_snapshot about(int detail) {
  mpidbg_record_snapshot made{};
  made.detail = detail;
  return made;
}

mpidbg_record_sample numbers(int index, std::uint32_t count) {
  return {.kind = MPIDBG_RECORD_SAMPLE_CVAR,
          .flags = 0,
          .unused = 0,
          .index = index,
          .object = 0,
          .error = 0,
          .count = count};
}

const std::vector<std::uint64_t> &words() {
  static const std::vector<std::uint64_t> many = [] {
    std::vector<std::uint64_t> made(1 << 17);
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = i * 7919 + 1;
    return made;
  }();
  return many;
}

std::uint64_t room() {
  return header().tables[MPIDBG_RECORD_SAMPLES].count;
}

// A snapshot of so many samples of so many numbers each; its number.
std::uint64_t write(int samples, std::uint32_t count) {
  recorder::NewSnapshot made(about(samples));
  for (int i = 0; i < samples; ++i) made.add(numbers(i, count), words().data() + i);
  made.end();
  return header().next_snapshot - 1;
}

bool has(std::uint64_t number, int count_of_samples, std::uint32_t count) {
  const std::vector<Sample> found = samples(number);
  if (found.size() != static_cast<std::size_t>(count_of_samples)) return false;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].head.index != static_cast<int>(i) || found[i].numbers.size() != count) return false;
    for (std::size_t k = 0; k < count; ++k)
      if (static_cast<std::uint64_t>(found[i].numbers[k]) != words()[i + k]) return false;
  }
  return true;
}

void map_record(const char *memory) {
  setenv("MPIDBG_RECORD_MEMORY", memory, 1);
  setenv("MPIDBG_RECORD_MPIT", "0", 1);
  initialise();
  REQUIRE(header().next_snapshot == 1);
}

}  // namespace

TEST_CASE("snapshots of any size: the last two are whole, and older ones as long as nobody needs their bytes") {
  in_child([] {
    map_record("4m");
    std::mt19937 random(5);
    struct Written {
      std::uint64_t number, begin, end;
      int samples;
      std::uint32_t count;
    };
    std::vector<Written> all;
    for (int i = 0; i < 600; ++i) {
      const int count_of_samples = static_cast<int>(random() % 30);
      const std::uint32_t count = random() % 200;
      const std::uint64_t number = write(count_of_samples, count);
      REQUIRE(number == static_cast<std::uint64_t>(i) + 1);
      const mpidbg_record_snapshot *made = snapshot(number);
      REQUIRE(made != nullptr);
      REQUIRE(made->size == static_cast<std::uint64_t>(count_of_samples) * (sizeof(mpidbg_record_sample) + 8 * count));
      REQUIRE(made->detail == count_of_samples);
      REQUIRE(has(number, count_of_samples, count));
      all.push_back({number, made->offset, made->offset + made->size, count_of_samples, count});
      if (all.size() < 2) continue;
      const Written &last = all[all.size() - 2];
      REQUIRE(has(last.number, last.samples, last.count));
      REQUIRE((made->offset == last.end || made->offset == 0));
      if (made->offset == 0 && last.end != 0) REQUIRE(last.end + made->size > room());
    }
    CHECK(header().samples_lost == 0);
    // Of the older ones all are there whose bytes are outside of what was written since, and a block behind it.
    const std::uint64_t entries = header().tables[MPIDBG_RECORD_SNAPSHOTS].count;
    std::uint64_t there = 0;
    for (std::size_t i = all.size() - entries; i < all.size(); ++i) {
      bool is_overwritten = false, may_be_cleared = false;
      for (std::size_t k = i + 1; k < all.size(); ++k) {
        is_overwritten |= all[k].begin < all[i].end && all[i].begin < all[k].end;
        may_be_cleared |= all[k].begin < all[i].end && all[i].begin < all[k].end + block + 8;
      }
      const bool is_there = snapshot(all[i].number) != nullptr;
      there += is_there;
      if (is_overwritten) CHECK_FALSE(is_there);
      if (!may_be_cleared) CHECK(is_there);
      if (is_there) CHECK(has(all[i].number, all[i].samples, all[i].count));
    }
    CHECK(there > 2);
    CHECK(snapshot(all.size() - entries) == nullptr);
  });
}

TEST_CASE("a snapshot takes a third of the ring, and counts what does not fit") {
  in_child([] {
    map_record("1m");
    const auto most = static_cast<std::uint32_t>((room() / 3 - sizeof(mpidbg_record_sample)) / 8);
    for (int i = 0; i < 8; ++i) {  // at each place in the ring
      const std::uint64_t full = write(1, most);
      CHECK(has(full, 1, most));
      CHECK(snapshot(full)->size == sizeof(mpidbg_record_sample) + 8 * most);
      if (full > 1) CHECK(has(full - 1, 1, most));
      CHECK(header().samples_lost == 0);
    }
    const std::uint64_t too_large = write(1, most + 1);
    CHECK(samples(too_large).empty());
    CHECK(header().samples_lost == 1);
    recorder::NewSnapshot both(about(0));
    both.add(numbers(0, most / 2), words().data());
    both.add(numbers(1, most), words().data());
    both.add(numbers(1, 4), words().data() + 1);
    both.end();
    CHECK(samples(too_large + 1).size() == 2);
    CHECK(header().samples_lost == 2);
  });
}

TEST_CASE("texts are padded with zeros to whole words") {
  in_child([] {
    map_record("1m");
    for (std::uint32_t length = 0; length < 18; ++length) {
      mpidbg_record_sample text = numbers(0, length);
      text.flags = MPIDBG_RECORD_SAMPLE_TEXT;
      CHECK(recorder::sample_bytes(text) == (length + 7) / 8 * 8);
    }
    CHECK(recorder::sample_bytes(numbers(0, 3)) == 24);
  });
}

TEST_CASE("a snapshot in haste has the last one's control variables, with a flag") {
  in_child([] {
    static const int number = 5;
    static const double time = .25;
    set_sources({{"s", "", MPI_T_SOURCE_ORDERED, 1, 2, 8, 0, 0}});
    initialise_with({variable("c", MPI_INT, &number), variable("t", MPI_CHAR, "a text of words", 20)},
                    {variable("p", MPI_DOUBLE, &time)});
    recorder::write_snapshot_in_haste(MPIDBG_RECORD_AT_SIGNAL, 15);
    const auto first = samples(1), second = samples(2);
    REQUIRE(second.size() == first.size());
    for (const Sample &one : second) {
      const bool is_cvar = one.head.kind == MPIDBG_RECORD_SAMPLE_CVAR;
      CHECK((one.head.flags & MPIDBG_RECORD_SAMPLE_REPEATED) == (is_cvar ? MPIDBG_RECORD_SAMPLE_REPEATED : 0));
      const bool is_in_first = std::any_of(first.begin(), first.end(), [&one](const Sample &other) {
        return other.head.kind == one.head.kind && other.head.index == one.head.index && other.numbers == one.numbers &&
               other.text == one.text;
      });
      CHECK(is_in_first);
    }
    CHECK(last_snapshot().reason == MPIDBG_RECORD_AT_SIGNAL);
    CHECK(last_snapshot().detail == 15);
    CHECK(last_snapshot().cvar_count == 2);
    recorder::write_snapshot_in_haste(MPIDBG_RECORD_AT_SIGNAL, 15);
    CHECK(samples(3).size() == first.size());
  });
}

TEST_CASE("without a snapshot before it there is nothing to repeat") {
  in_child([] {
    map_record("1m");
    recorder::NewSnapshot made(about(0));
    made.repeat(MPIDBG_RECORD_SAMPLE_CVAR, MPIDBG_RECORD_SAMPLE_REPEATED);
    made.end();
    CHECK(samples(1).empty());
  });
}
