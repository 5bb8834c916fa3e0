#pragma once
// Summary stores the ranks of a job, or a part of them, in space that depends on their differences only.
//
// Ranks whose records differ only in numbers form a class. The numbers of a class are columns (column.h): a million
// ranks that wait for their right neighbours take one shape of a few KiB, and some hundred runs. No data of a rank is
// lost. A summary is a set of ranks: merge() is associative, commutative and idempotent, and equal sets have equal
// encodings, byte for byte. Some questions are about the complete job, such as which ranks are missing and why the job
// hangs. They are answered where all parts of the summary are merged.
//
// The encoding is CBOR: {"format": "mpidbg summary", "version": 2, "bytes": N, "zstd": ...}. The last member is
// compressed and contains N bytes of CBOR: a list of classes. Each class has a shape (CBOR with gaps, see
// row_writer.h), a number of ranks, and columns. mqs_shim/summary/README.md has an example.

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

// This is the version of the encoding. decode() rejects summaries of other versions.
inline constexpr std::uint64_t summary_version = 2;

// Holds the records of ranks, grouped by class. All operations except for_each() work on classes, not on single ranks.
class Summary {
 public:
  // Adds the record of a rank. Adding an equal record again changes nothing. Different records of the same rank are all
  // kept: they are from different looks, or from processes that claim the same rank.
  void add(const RankSummary &rank);
  void merge(Summary other);
  // Removes the records for which the function returns true; they are passed to it without the members of groups. Fails
  // at the first record that cannot be restored, and removes nothing then.
  mpidbg::Status erase_if(const std::function<bool(const RankSummary &rank)> &is_unwanted);

  std::size_t ranks() const;
  std::size_t classes() const { return classes_.size(); }

  // Calls `visit` for each rank in ascending order, with one record in memory at a time. Fails at the first record that
  // cannot be restored.
  mpidbg::Status for_each(const std::function<void(RankSummary rank)> &visit,
                          GroupMembers members = GroupMembers::read) const;

  std::string encode() const;
  // Decodes bytes that may be hostile. An error describes the damage in a sentence.
  static mpidbg::Result<Summary> decode(std::string_view bytes);

  bool operator==(const Summary &) const = default;

 private:
  struct Class {
    std::uint32_t ranks = 0;
    std::vector<Column> numbers;  // the first column is the rank, by which the class is sorted
    std::vector<TextColumn> texts;
    bool operator==(const Class &) const = default;
  };
  class Cursor;
  class ClassMerge;
  static bool is_ordered(const Class &one);
  static mpidbg::Status read_classes(std::string_view bytes, std::map<std::string, Class> &classes);

  std::map<std::string, Class> classes_;  // by shape
};

// Merges many summaries into one, in less time than repeated calls of merge() need.
Summary merged(std::vector<Summary> parts);

}  // namespace mqs_shim::summaries
