#pragma once
// The ranks of a job, or a part of them, in the room of what is different about them.
//
// Ranks whose records differ in numbers alone are one class, whose numbers are columns (column.h): a million ranks that
// wait for their right neighbours are one shape of a few KiB, and some hundred runs. Nothing of a rank is lost. A
// summary is a set of ranks: merge() is associative, commutative and idempotent, and equal sets are equal summaries,
// byte for byte when encoded. What is about the whole job, as who is missing and why it does not go on, is decided
// by whoever has all of it.
//
// Encoded, it is CBOR: {"format": "mpidbg summary", "version": 2, "bytes": N, "zstd": ...}, where the last is CBOR of N
// bytes, compressed: a list of classes, each with its shape, which is CBOR with gaps (row_writer.h), its number of
// ranks and its columns. mqs_shim/summary/README.md has an example.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/result.h"
#include "mqs_shim/summary/column.h"
#include "mqs_shim/summary/rank_summary.h"

namespace mqs_shim::summaries {

inline constexpr std::uint64_t summary_version = 2;

class Summary {
 public:
  // Of one version of a record; another one has been seen by another look, or is of another process that claims the
  // same rank. Equal ones are one.
  void add(const RankSummary &rank);
  void merge(Summary other);

  std::size_t ranks() const;
  std::size_t classes() const { return classes_.size(); }

  // In the order of ranks, one at a time. Fails at the first one that cannot be.
  mpidbg::Status for_each(const std::function<void(RankSummary rank)> &visit,
                          GroupMembers members = GroupMembers::read) const;

  std::string encode() const;
  // Of foreign bytes. An error says what is wrong with them in a sentence.
  static mpidbg::Result<Summary> decode(std::string_view bytes);

  bool operator==(const Summary &) const = default;

 private:
  struct Class {
    std::uint32_t ranks = 0;
    std::vector<Column> numbers;  // the first one is the rank, by which they are sorted
    std::vector<TextColumn> texts;
    bool operator==(const Class &) const = default;
  };
  class Cursor;
  class ClassMerge;
  static bool is_ordered(const Class &one);
  static mpidbg::Status read_classes(std::string_view bytes, std::map<std::string, Class> &classes);

  std::map<std::string, Class> classes_;  // by shape
};

// Of many parts in less time than one after the other.
Summary merged(std::vector<Summary> parts);

}  // namespace mqs_shim::summaries
