#pragma once
// One operation of a queue as a row of a table.

#include <array>

#include "mqs_shim/render/wording/operation_lines.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// "4 partitions, 2 or 3 ready"; `ready`: -1 where that means nothing.
std::string partitions_text(int count, int ready, bool perhaps_one_more);

class OperationRow {
 public:
  OperationRow(const ProcessReport &report, const RenderOptions &options)
      : report_(report), verbose_(options.verbose), marks_(options.merges_processes()) {}

  // The row, without its notes: what the columns are measured with. Filled again by the next call.
  const Block &fill(const Operation &operation, mpidbg_queue_t queue);
  // All of it; with the number of operations in front, if the table has such a column.
  Block &fill_line(const OperationLine &line, bool with_count);

 private:
  void fill_cells(const Operation &operation, mpidbg_queue_t queue);
  void fill_kind(mpidbg_queue_t queue, const Operation &operation, bool matched);
  void fill_peer(const Operation &operation, bool matched);
  // More of the last cell, marked where that is of use.
  void mark(std::string_view text, Mark::Kind kind, std::string_view otherwise = {});
  void mark_number(std::int64_t number, Mark::Kind kind);
  // Likewise; "?" if it is negative.
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

// The columns of such rows, as wide as most need, so that short lists of different communicators look alike.
class OperationColumns {
 public:
  OperationColumns();
  // A row without count.
  void include(const Block &row);
  void include_count(std::size_t count);
  bool with_counts() const { return columns_.front().width != 0; }
  // A block of the table; valid while this object lives.
  Block table() const;

 private:
  std::array<Column, 7> columns_;  // the first one is that of the counts
};

}  // namespace mqs_shim
