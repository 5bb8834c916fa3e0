#pragma once
// Writes one operation of a queue in words, as a row of a table.

#include <array>

#include "mqs_shim/render/wording/operation_lines.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// Returns a text about a partitioned operation, such as "4 partitions, 2 or 3 ready". `ready` is -1 if the number is
// meaningless.
std::string partitions_text(int count, int ready, bool perhaps_one_more);

// Describes operations as rows. The report must outlive this object.
class OperationRow {
 public:
  OperationRow(const ProcessReport &report, const RenderOptions &options)
      : report_(report), verbose_(options.verbose), marks_(options.merges_processes()) {}

  // Fills in the row without its notes, in order to measure the columns. The result is overwritten by the next call.
  const Block &fill(const Operation &operation, mpidbg_queue_t queue);
  // Fills in the row with its notes. With `with_count`, the row begins with the number of operations of the line.
  Block &fill_line(const OperationLine &line, bool with_count);

 private:
  void fill_cells(const Operation &operation, mpidbg_queue_t queue);
  void fill_kind(mpidbg_queue_t queue, const Operation &operation, bool matched);
  void fill_peer(const Operation &operation, bool matched);
  // Appends the text to the last cell, and marks it (Mark) if processes are merged.
  void mark(std::string_view text, Mark::Kind kind, std::string_view otherwise = {});
  void mark_number(std::int64_t number, Mark::Kind kind);
  // Appends and marks a count; a negative count becomes "?".
  void mark_count(std::int64_t count);
  void append_comm_rank(const Operation &operation);
  void fill_tag(const Operation &operation, bool matched);
  void fill_bytes(mpidbg_queue_t queue, const Operation &operation, bool matched);
  void fill_notes(const Operation &operation, mpidbg_queue_t queue);

  const ProcessReport &report_;
  bool verbose_, marks_;
  Block row_{.role = Role::row};
  std::string comm_rank_;
};

// Defines the columns of a table of operations. The minimum widths suit most rows, so that short lists of different
// communicators are aligned.
class OperationColumns {
 public:
  OperationColumns();
  // Widens the columns so that a row, without its count, fits.
  void include(const Block &row);
  void include_count(std::size_t count);
  bool with_counts() const { return columns_.front().width != 0; }
  // Returns the block of the table, which is valid while this object lives.
  Block table() const;

 private:
  std::array<Column, 7> columns_;  // the first column is for counts
};

}  // namespace mqs_shim
