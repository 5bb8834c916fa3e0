#include "mpidbg/recorder/memory_size.h"

#include <cstdlib>

#include "mpidbg/recorder/record_format_check.h"

namespace recorder {

namespace {

std::uint32_t power_of_two_within(std::size_t bytes, std::size_t entry_size) {
  std::uint32_t count = 16;
  while (std::size_t{count} * 2 * entry_size <= bytes) count *= 2;
  return count;
}

// Returns an upper limit of the number of bytes that are not in tables: those of the header, the descriptions of calls,
// and the recorder's other memory.
constexpr std::size_t used_elsewhere(std::size_t bytes) {
  return (std::size_t{96} << 10) + bytes / 16;
}

std::size_t size_of(const TableCounts &counts) {
  return counts.threads * sizeof(mpidbg_record_thread) + counts.requests * sizeof(mpidbg_record_request) +
         counts.handles * sizeof(mpidbg_record_handle) + counts.events * sizeof(mpidbg_record_event) +
         counts.names * sizeof(mpidbg_record_name) + counts.locks * sizeof(mpidbg_record_lock) +
         counts.collectives * sizeof(mpidbg_record_collectives) + counts.catalogue + counts.samples +
         counts.snapshots * sizeof(mpidbg_record_snapshot) + counts.mpit_events * sizeof(mpidbg_record_mpit_event);
}

std::size_t bytes_for_samples(const TableCounts &others, std::size_t bytes) {
  const std::size_t used = size_of(others) + used_elsewhere(bytes);
  const std::size_t left = used < bytes ? bytes - used : 0;
  return left < bytes / 32 ? bytes / 32 : left > bytes / 8 ? bytes / 8 : left;
}

}  // namespace

TableCounts counts_within(std::size_t bytes) {
  TableCounts counts = {.threads = power_of_two_within(bytes / 128, sizeof(mpidbg_record_thread)),
                        .requests = power_of_two_within(bytes / 2, sizeof(mpidbg_record_request)),
                        .handles = power_of_two_within(bytes / 4, sizeof(mpidbg_record_handle)),
                        .events = power_of_two_within(bytes / 16, sizeof(mpidbg_record_event)),
                        .names = power_of_two_within(bytes / 64, sizeof(mpidbg_record_name)),
                        .locks = power_of_two_within(bytes / 256, sizeof(mpidbg_record_lock)),
                        .collectives = power_of_two_within(bytes / 128, sizeof(mpidbg_record_collectives)),
                        .catalogue = static_cast<std::uint32_t>(bytes / 32 / 64 * 64),
                        .samples = 0,
                        .snapshots = power_of_two_within(bytes / 1024, sizeof(mpidbg_record_snapshot)),
                        .mpit_events = power_of_two_within(bytes / 64, sizeof(mpidbg_record_mpit_event))};
  counts.samples = static_cast<std::uint32_t>(bytes_for_samples(counts, bytes) / 64 * 64);
  return counts;
}

std::size_t parse_memory(const char *text) {
  if (text == nullptr || *text < '0' || *text > '9') return default_memory;
  char *end = nullptr;
  unsigned long long bytes = std::strtoull(text, &end, 10);
  if (bytes > most_memory) bytes = most_memory;
  if (*end == 'k' || *end == 'K') bytes <<= 10;
  if (*end == 'm' || *end == 'M') bytes <<= 20;
  if (bytes < least_memory) return least_memory;
  return bytes > most_memory ? most_memory : static_cast<std::size_t>(bytes);
}

}  // namespace recorder
