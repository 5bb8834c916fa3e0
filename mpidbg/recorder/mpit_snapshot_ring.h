#pragma once
// The ring of snapshots in the record. A snapshot has no number while it is being made, and a snapshot whose bytes are
// about to be reused loses its number first. The last complete snapshot keeps its bytes until the next one is complete.
// One thread at a time may use the ring (sampling_lock). These functions call nothing but memcpy.

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"

namespace recorder {

// A snapshot under construction.
class NewSnapshot {
 public:
  // `about` has all members except number, place and checksum.
  explicit NewSnapshot(const mpidbg_record_snapshot &about);

  // `words` are numbers, or a string padded with zeros to a multiple of 8 bytes. Samples without room are counted in
  // the header.
  void add(const mpidbg_record_sample &sample, const std::uint64_t *words);

  // Repeats the samples of this kind from the last complete snapshot, with these flags added.
  void repeat(mpidbg_record_sample_kind kind, unsigned flags);

  // Makes this the last complete snapshot.
  void end();

 private:
  bool make_room(std::uint64_t more);

  mpidbg_record_snapshot &entry_;
  std::uint64_t begin_;
  // The number of bytes from begin_ on that belong to no other snapshot.
  std::uint64_t cleared_;
  std::uint64_t size_ = 0;
};

// Returns the number of bytes behind the head of a sample.
inline std::uint64_t sample_bytes(const mpidbg_record_sample &sample) {
  if ((sample.flags & MPIDBG_RECORD_SAMPLE_TEXT) != 0) return (std::uint64_t{sample.count} + 7) & ~UINT64_C(7);
  return std::uint64_t{sample.count} * 8;
}

}  // namespace recorder
