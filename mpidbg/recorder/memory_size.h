#pragma once
// How many entries each table has: powers of two, from the number of bytes that the record may take.

#include <cstddef>
#include <cstdint>

namespace recorder {

inline constexpr std::size_t default_memory = std::size_t{16} << 20;
inline constexpr std::size_t least_memory = std::size_t{1} << 20;
inline constexpr std::size_t most_memory = std::size_t{1} << 30;

struct TableCounts {
  std::uint32_t threads, requests, handles, events, names, locks, collectives;
  std::uint32_t catalogue, samples;  // bytes
  std::uint32_t snapshots, mpit_events;
};

// Of all bytes, half are for requests, a quarter for other handles, a sixteenth for events, the rest for everything
// else; samples have what powers of two leave over.
TableCounts counts_within(std::size_t bytes);

// "8m", "512k", "1000000"; the default if it is null or not a number; within the limits above.
std::size_t parse_memory(const char *text);

}  // namespace recorder
