#pragma once
// Writes the ring of snapshots in the record. A snapshot has no number while it is being made, and a snapshot whose
// bytes are about to be reused loses its number first. The last complete snapshot keeps its bytes until the next one is
// complete. Only one thread at a time may use the ring (sampling_lock). These functions call nothing but memcpy.

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"

namespace recorder {

// Assembles a snapshot.
class NewSnapshot {
 public:
  // `about` is the description of the snapshot, with all members except number, place and checksum.
  explicit NewSnapshot(const mpidbg_record_snapshot &about);

  // Adds a value. `words` are numbers, or a string padded with zeros to a multiple of 8 bytes. Values that do not fit
  // are counted in the header.
  void add(const mpidbg_record_sample &sample, const std::uint64_t *words);

  // Adds the values of a kind from the last complete snapshot once more, with these additional flags.
  void repeat(mpidbg_record_sample_kind kind, unsigned flags);

  // Completes the snapshot, which is then the last complete one.
  void end();

 private:
  bool make_room(std::uint64_t more);

  mpidbg_record_snapshot &entry_;
  std::uint64_t begin_;
  // The number of bytes after `begin_` that belong to no other snapshot of the ring.
  std::uint64_t cleared_;
  std::uint64_t size_ = 0;
};

// Returns the number of bytes that follow the struct of a sample.
inline std::uint64_t sample_bytes(const mpidbg_record_sample &sample) {
  if ((sample.flags & MPIDBG_RECORD_SAMPLE_TEXT) != 0) return (std::uint64_t{sample.count} + 7) & ~UINT64_C(7);
  return std::uint64_t{sample.count} * 8;
}

}  // namespace recorder
