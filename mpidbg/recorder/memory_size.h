#pragma once
// Computes the number of entries in each table. The numbers are powers of two that follow from the size of the record.

#include <cstddef>
#include <cstdint>

namespace recorder {

// The default, the smallest and the largest size of the record in bytes.
inline constexpr std::size_t default_memory = std::size_t{16} << 20;
inline constexpr std::size_t least_memory = std::size_t{1} << 20;
inline constexpr std::size_t most_memory = std::size_t{1} << 30;

// Holds the number of entries in each table of the record.
struct TableCounts {
  std::uint32_t threads, requests, handles, events, names, locks, collectives;
  // The sizes in bytes of the two tables that consist of bytes.
  std::uint32_t catalogue, samples;
  std::uint32_t snapshots, mpit_events;
};

// Divides the bytes among the tables: half are for requests, a quarter for other handles, a sixteenth for events, and
// the rest for all other tables. `samples` also gets the bytes that remain after rounding down to powers of two.
TableCounts counts_within(std::size_t bytes);

// Parses a size such as "8m", "512k" or "1000000". Returns the default if `text` is null or not a number; clamps the
// result to the limits above.
std::size_t parse_memory(const char *text);

}  // namespace recorder
