#pragma once
// One operation of a queue as a row of a table.

#include <array>

#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

class OperationRow {
 public:
  OperationRow(const ProcessReport &report, bool verbose) : report_(report), verbose_(verbose) {}

  // The row, without its notes: what the columns are measured with. Filled again by the next call.
  const Block &fill(const Operation &operation, mpidbg_queue_t queue);
  const Block &fill_with_notes(const Operation &operation, mpidbg_queue_t queue);

 private:
  void fill_kind(mpidbg_queue_t queue, const Operation &operation, bool matched);
  void fill_peer(const Operation &operation, bool matched);
  void fill_tag(const Operation &operation, bool matched);
  void fill_bytes(mpidbg_queue_t queue, const Operation &operation, bool matched);
  void fill_notes(const Operation &operation, mpidbg_queue_t queue);

  const ProcessReport &report_;
  bool verbose_;
  Block row_{.role = Role::row};
};

// The columns of such rows, as wide as most need, so that short lists of different communicators look alike.
class OperationColumns {
 public:
  OperationColumns();
  void include(const Block &row);
  // A block of the table; valid while this object lives.
  Block table() const;

 private:
  std::array<Column, 6> columns_;
};

}  // namespace mqs_shim
