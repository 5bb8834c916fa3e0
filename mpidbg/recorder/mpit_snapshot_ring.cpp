#include "mpidbg/recorder/mpit_snapshot_ring.h"

#include <cstring>

#include "mpidbg/recorder/record.h"

namespace recorder {

namespace {

constexpr std::uint64_t block = 16 << 10;  // number of bytes that are cleared of older snapshots at once

std::uint64_t next_free;  // where the next snapshot starts

std::uint64_t room() {
  return record.header->tables[MPIDBG_RECORD_SAMPLES].count;
}

std::uint32_t snapshot_count() {
  return record.header->tables[MPIDBG_RECORD_SNAPSHOTS].count;
}

mpidbg_record_snapshot &entry_of(std::uint64_t number) {
  return record.snapshots[number % snapshot_count()];
}

// Returns the largest size of a snapshot: a third of the room, so that the last complete snapshot and the new one fit,
// wherever in the ring the last one is.
std::uint64_t most_of_one() {
  return room() / 3;
}

void forget_those_in(std::uint64_t begin, std::uint64_t end) {
  for (std::uint32_t i = 0; i < snapshot_count(); ++i) {
    mpidbg_record_snapshot &old = record.snapshots[i];
    if (old.number != 0 && old.offset < end && old.offset + old.size > begin)
      __atomic_store_n(&old.number, 0, __ATOMIC_RELAXED);
  }
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

// Returns the entry for the next snapshot. Its number is cleared before any byte of the older snapshot changes.
mpidbg_record_snapshot &take_entry() {
  mpidbg_record_snapshot &entry = entry_of(record.header->next_snapshot);
  __atomic_store_n(&entry.number, 0, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  return entry;
}

std::uint64_t checksum(const char *bytes, std::uint64_t size) {
  std::uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (std::uint64_t i = 0; i < size; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes + i, sizeof word);
    sum = (sum ^ word) * UINT64_C(0x100000001b3);
  }
  return sum;
}

}  // namespace

NewSnapshot::NewSnapshot(const mpidbg_record_snapshot &about) : entry_(take_entry()), begin_(next_free), cleared_(0) {
  entry_ = about;
  entry_.number = 0;
}

bool NewSnapshot::make_room(std::uint64_t more) {
  if (size_ + more > most_of_one()) return false;
  if (size_ + more <= cleared_) return true;
  if (begin_ + size_ + more > room()) {
    forget_those_in(0, size_ + more);
    std::memmove(record.samples, record.samples + begin_, size_);
    begin_ = 0;
    cleared_ = size_ + more;
    return true;
  }
  const std::uint64_t wanted = size_ + more + block;
  const std::uint64_t possible = most_of_one() < room() - begin_ ? most_of_one() : room() - begin_;
  const std::uint64_t end = wanted < possible ? wanted : possible;
  forget_those_in(begin_ + cleared_, begin_ + end);
  cleared_ = end;
  return true;
}

void NewSnapshot::add(const mpidbg_record_sample &sample, const std::uint64_t *words) {
  const std::uint64_t bytes = sample_bytes(sample);
  if (!make_room(sizeof sample + bytes)) {
    ++record.header->samples_lost;
    return;
  }
  char *place = record.samples + begin_ + size_;
  std::memcpy(place, &sample, sizeof sample);
  if (bytes != 0) std::memcpy(place + sizeof sample, words, bytes);
  size_ += sizeof sample + bytes;
}

void NewSnapshot::repeat(mpidbg_record_sample_kind kind, unsigned flags) {
  const std::uint64_t last = record.header->next_snapshot - 1;
  const mpidbg_record_snapshot &old = entry_of(last);
  if (last == 0 || old.number != last) return;
  for (std::uint64_t at = 0; at + sizeof(mpidbg_record_sample) <= old.size;) {
    mpidbg_record_sample sample;
    std::memcpy(&sample, record.samples + old.offset + at, sizeof sample);
    const auto *words = reinterpret_cast<const std::uint64_t *>(record.samples + old.offset + at + sizeof sample);
    at += sizeof sample + sample_bytes(sample);
    if (sample.kind != kind) continue;
    sample.flags = static_cast<std::uint8_t>(sample.flags | flags);
    add(sample, words);
  }
}

void NewSnapshot::end() {
  entry_.offset = begin_;
  entry_.size = size_;
  entry_.checksum = checksum(record.samples + begin_, size_);
  next_free = begin_ + size_;
  const std::uint64_t number = record.header->next_snapshot;
  __atomic_store_n(&entry_.number, number, __ATOMIC_RELEASE);
  __atomic_store_n(&record.header->next_snapshot, number + 1, __ATOMIC_RELEASE);
}

}  // namespace recorder
