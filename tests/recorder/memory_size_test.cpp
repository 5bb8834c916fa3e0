#include "mpidbg/recorder/memory_size.h"

#include <doctest/doctest.h>

#include "mpidbg/recorder/record_format_check.h"

using namespace recorder;

TEST_CASE("memory is a number with k or m, and stays within its limits") {
  CHECK(parse_memory(nullptr) == default_memory);
  CHECK(parse_memory("") == default_memory);
  CHECK(parse_memory("much") == default_memory);
  CHECK(parse_memory("-1") == default_memory);
  CHECK(parse_memory("8m") == 8u << 20);
  CHECK(parse_memory("1768k") == 1768u << 10);
  CHECK(parse_memory("3000000") == 3000000);
  CHECK(parse_memory("1") == least_memory);
  CHECK(parse_memory("99999999999999999999999") == most_memory);
  CHECK(parse_memory("9999999999m") == most_memory);
}

TEST_CASE("all tables together fit, and are not much smaller than they could be") {
  for (std::size_t bytes = least_memory; bytes <= most_memory; bytes += bytes / 3) {
    const TableCounts counts = counts_within(bytes);
    const std::size_t used =
        counts.threads * sizeof(mpidbg_record_thread) + counts.requests * sizeof(mpidbg_record_request) +
        counts.handles * sizeof(mpidbg_record_handle) + counts.events * sizeof(mpidbg_record_event) +
        counts.names * sizeof(mpidbg_record_name) + counts.locks * sizeof(mpidbg_record_lock) +
        counts.collectives * sizeof(mpidbg_record_collectives) + counts.catalogue + counts.samples +
        counts.snapshots * sizeof(mpidbg_record_snapshot) + counts.mpit_events * sizeof(mpidbg_record_mpit_event);
    const std::size_t calls = 512 * sizeof(mpidbg_record_call);
    CHECK(used + calls <= bytes);
    CHECK(used >= bytes / 4);
    CHECK(used >= MPIDBG_RECORD_LEAST_BYTES);
    CHECK(counts.catalogue % 8 == 0);
    CHECK(counts.samples % 8 == 0);
    CHECK(counts.samples >= bytes / 32 - 64);
  }
}

TEST_CASE("how many entries there are in the smallest record, the default one and one that is not a power of two") {
  const TableCounts smallest = counts_within(least_memory), some = counts_within(3'000'000),
                    usual = counts_within(default_memory);
  const auto same = [](const TableCounts &counts, const std::uint32_t(&expected)[11]) {
    const std::uint32_t found[] = {counts.threads, counts.requests,  counts.handles,     counts.events,
                                   counts.names,   counts.locks,     counts.collectives, counts.catalogue,
                                   counts.samples, counts.snapshots, counts.mpit_events};
    for (int i = 0; i < 11; ++i) {
      CAPTURE(i);
      CHECK(found[i] == expected[i]);
    }
  };
  same(smallest, {32, 8192, 1024, 2048, 64, 128, 64, 32768, 32768, 16, 64});
  same(some, {64, 16384, 2048, 4096, 128, 256, 256, 93696, 374976, 32, 256});
  // 16 MiB hold seven eighths of 131,072 requests and of 16,384 other handles (README.md of the recorder).
  same(usual, {512, 131072, 16384, 32768, 1024, 2048, 1024, 524288, 1865728, 128, 1024});
}
