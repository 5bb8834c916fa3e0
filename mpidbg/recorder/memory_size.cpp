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

}  // namespace

TableCounts counts_within(std::size_t bytes) {
  return {.threads = power_of_two_within(bytes / 128, sizeof(mpidbg_record_thread)),
          .requests = power_of_two_within(bytes / 2, sizeof(mpidbg_record_request)),
          .handles = power_of_two_within(bytes / 4, sizeof(mpidbg_record_handle)),
          .events = power_of_two_within(bytes / 16, sizeof(mpidbg_record_event)),
          .names = power_of_two_within(bytes / 64, sizeof(mpidbg_record_name)),
          .locks = power_of_two_within(bytes / 256, sizeof(mpidbg_record_lock))};
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
