#pragma once
// The ring of snapshots in the record. A snapshot has no number while it is made, and one whose bytes are needed loses
// its number first. The last complete snapshot keeps its bytes until the next one is complete. Used by one thread at a
// time (sampling_lock); calls nothing but memcpy.

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"

namespace recorder {

class NewSnapshot {
 public:
  // `about`: everything but number, place and checksum.
  explicit NewSnapshot(const mpidbg_record_snapshot &about);

  // `words` are numbers, or a text padded with zeros to whole words. Samples without room are counted in the header.
  void add(const mpidbg_record_sample &sample, const std::uint64_t *words);

  // Samples of this kind as in the last complete snapshot, with these flags added.
  void repeat(mpidbg_record_sample_kind kind, unsigned flags);

  // From now on it is the last complete one.
  void end();

 private:
  bool make_room(std::uint64_t more);

  mpidbg_record_snapshot &entry_;
  std::uint64_t begin_;
  std::uint64_t cleared_;  // bytes from begin_ on that no other snapshot has
  std::uint64_t size_ = 0;
};

// Bytes behind the head of a sample.
inline std::uint64_t sample_bytes(const mpidbg_record_sample &sample) {
  if ((sample.flags & MPIDBG_RECORD_SAMPLE_TEXT) != 0) return (std::uint64_t{sample.count} + 7) & ~UINT64_C(7);
  return std::uint64_t{sample.count} * 8;
}

}  // namespace recorder
