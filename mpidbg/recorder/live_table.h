#pragma once
// Implements a hash table of live objects, such as requests, which are found by their keys. All other places may
// contain objects that have ended, as a history. The table's size is a power of two.
//
// The key of an object determines the object's own place. The object is at this place or at most `reach` places after
// it. A search for a key ends after these places, or at a place that was never used. A new object takes an unused place
// nearby. If it finds none, it takes the place of the ended object nearby that ended first. It never takes the place of
// a live object. If all places within reach belong to live objects, the reach grows. Once seven eighths of the table
// are live, new objects are refused.
//
// The template argument Traits has: the types Entry and Key; number(key), a number that is spread over the table;
// same(entry, key); is_live(entry); is_held(entry), true for live objects and for those that must stay for another
// reason; is_unused(entry); ended_at(entry); set_replaced(entry), which marks an object whose end was not seen; and
// replaces_itself, which lets a new object replace an ended one with the same key first. Callers that use an entry must
// hold LockedTables.

#include <cstdint>

#include "mpidbg/recorder/used_blocks.h"

namespace recorder {

// Returns a hash of the number, which is then reduced to the table's size.
inline std::uint32_t spread(std::uint64_t number) {
  return static_cast<std::uint32_t>((number * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

template <class Traits>
class LiveTable {
 public:
  using Entry = typename Traits::Entry;
  using Key = typename Traits::Key;

  // Sets the memory of the table. Must be called once, before anything else. `count` is a power of two, and the entries
  // are zero.
  void set_memory(Entry *entries, std::uint32_t count, UsedBlocks blocks = {}) {
    entries_ = entries;
    mask_ = count - 1;
    blocks_ = blocks;
  }

  // Returns the live entry with the key; null if there is none.
  [[gnu::always_inline]] Entry *find(const Key &key) const {
    Entry &first = at(Traits::number(key), 0);
    if (Traits::same(first, key) && Traits::is_live(first)) [[likely]]
      return &first;
    return Traits::is_unused(first) ? nullptr : find_behind(key);
  }

  // Returns an entry for a new object; the caller fills in all members, and last the one that makes the entry valid.
  // `history_lost` is incremented if an ended object is overwritten. Returns null and increments `refused` if room is
  // lacking.
  [[gnu::always_inline]] Entry *claim(const Key &key, std::uint64_t &history_lost, std::uint64_t &refused) {
    Entry &first = at(Traits::number(key), 0);
    Entry *entry = &first;
    const bool free =
        Traits::is_unused(first) || (Traits::replaces_itself && Traits::same(first, key) && !Traits::is_held(first));
    if (!free || held_ >= mask_ - mask_ / 8) [[unlikely]]
      entry = claim_behind(key, refused);
    if (entry == nullptr) return nullptr;
    if (Traits::is_unused(*entry)) {
      blocks_.note(entry, sizeof *entry);
    } else {
      ++history_lost;
    }
    ++held_;
    return entry;
  }

  // Must be called when an entry has ceased to be held (Traits::is_held). The caller records how the object ended.
  void release() { --held_; }

  // The next two functions give access to all entries.
  std::uint32_t count() const { return mask_ + 1; }
  Entry &operator[](std::uint32_t i) { return entries_[i]; }

 private:
  // The number of ended entries among which the oldest is chosen.
  static constexpr std::uint32_t candidates = 8;

  // Returns the entry `i` places after the own place of a key with this number.
  Entry &at(std::uint64_t number, std::uint32_t i) const { return entries_[(spread(number) + i) & mask_]; }

  // Finds an entry that is not at the place of its key; part of find().
  [[gnu::noinline]] Entry *find_behind(const Key &key) const {
    for (std::uint32_t i = 0; i < reach_; ++i) {
      Entry &entry = at(Traits::number(key), i);
      if (Traits::same(entry, key) && Traits::is_live(entry)) return &entry;
      if (Traits::is_unused(entry)) return nullptr;
    }
    return nullptr;
  }

  // Looks for a place within reach, and lets the reach grow if all of its places are held; part of claim().
  [[gnu::noinline]] Entry *claim_behind(const Key &key, std::uint64_t &refused) {
    if (Entry *same = find(key)) {
      Traits::set_replaced(*same);
      --held_;
    }
    if (held_ >= mask_ - mask_ / 8) {
      ++refused;
      return nullptr;
    }
    Entry *oldest = nullptr;
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i <= mask_; ++i) {
      if (i == reach_) {
        if (oldest != nullptr) break;
        reach_ *= 2;
      }
      Entry &entry = at(Traits::number(key), i);
      if (Traits::is_unused(entry)) return &entry;
      if (Traits::is_held(entry)) continue;
      if (oldest == nullptr || Traits::ended_at(entry) < Traits::ended_at(*oldest)) oldest = &entry;
      if (++seen == candidates) break;
    }
    return oldest;
  }

  UsedBlocks blocks_{};
  Entry *entries_ = nullptr;
  std::uint32_t mask_ = 0;
  std::uint32_t reach_ = 16;
  std::uint32_t held_ = 0;
};

}  // namespace recorder
