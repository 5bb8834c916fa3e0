#pragma once
// Stores one number for each of many ranks, in their order, as runs with equal steps. Numbers that are equal, or change
// by equal steps from rank to rank, take the space of one run. Equal sequences have equal runs, however they were made.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mqs_shim::summaries {

// Holds one number for each rank. The numbers are looked up in their order, through a Place.
class Column {
 public:
  struct Run {
    std::uint32_t count = 0;
    std::uint64_t first = 0, step = 0;  // all arithmetic is modulo 2^64
    bool operator==(const Run &) const = default;
    std::uint64_t at(std::uint32_t index) const { return first + index * step; }
  };
  // Holds a position in a column, which can only move forward.
  struct Place {
    std::size_t run = 0;
    std::uint32_t index = 0;  // index in the run
  };

  void add(std::int64_t value) { add_run({1, static_cast<std::uint64_t>(value), 0}); }
  void add_run(Run run);
  // Appends the next `count` numbers of another column, and advances `place` past them.
  void add(const Column &other, Place &place, std::size_t count);

  std::int64_t at(Place place) const { return static_cast<std::int64_t>(runs_[place.run].at(place.index)); }
  // Moves the position by `count` numbers, across runs if necessary.
  void advance(Place &place, std::size_t count = 1) const;

  const std::vector<Run> &runs() const { return runs_; }
  bool operator==(const Column &) const = default;

 private:
  void add_one(std::uint64_t value);

  std::vector<Run> runs_;
};

// Stores one text for each rank, as runs of equal texts.
class TextColumn {
 public:
  struct Run {
    std::uint32_t count = 0;
    std::string text;
    bool operator==(const Run &) const = default;
  };
  using Place = Column::Place;

  void add(const std::string &text, std::uint32_t count = 1);
  void add(const TextColumn &other, Place &place, std::size_t count);
  const std::string &at(Place place) const { return runs_[place.run].text; }
  void advance(Place &place, std::size_t count = 1) const;

  const std::vector<Run> &runs() const { return runs_; }
  bool operator==(const TextColumn &) const = default;

 private:
  std::vector<Run> runs_;
};

}  // namespace mqs_shim::summaries
