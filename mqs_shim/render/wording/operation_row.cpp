#include "mqs_shim/render/wording/operation_row.h"

#include <algorithm>
#include <charconv>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/records/collective_name.h"
#include "mqs_shim/render/blocks/rank_classes.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/operation_terms.h"

namespace mqs_shim {

namespace {

// Returns true for blocking point-to-point calls such as MPI_Recv. Such a call has its own request, whose address is
// meaningless to the program.
bool is_blocking_call(std::string_view call) {
  const mpidbg::CallWait wait = mpidbg::mpi_call(call).wait;
  return wait == mpidbg::CallWait::message || wait == mpidbg::CallWait::messages;
}

void append_number(std::string &text, std::int64_t value) {
  char digits[24];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
  text.append(digits, static_cast<std::size_t>(end - digits));
}

// Returns true for a synchronous send that is not complete: all its bytes have left, but no receive has matched it.
bool waits_for_match(const Operation &operation) {
  return operation.is_send && operation.send_mode == MPIDBG_SEND_SYNCHRONOUS &&
         (operation.flags & (MPIDBG_OP_MATCHED | MPIDBG_OP_COMPLETE)) == 0 && operation.bytes_done >= 0 &&
         operation.bytes_done == operation.bytes;
}

std::string times_text(std::size_t count) {
  return count == 1 ? std::string() : grouped(count) + " x";
}

std::string internal_text(std::string_view collective) {
  if (collective.empty()) return "internal";
  return "internal, of " + std::string(collective) + " by its tag (inferred)";
}

void append_hex(std::string &text, Address address) {
  text += mpidbg::hex(address);
}

}  // namespace

const Block &OperationRow::fill(const Operation &operation, mpidbg_queue_t queue) {
  row_.cells.clear();
  row_.notes.clear();
  fill_cells(operation, queue);
  return row_;
}

void OperationRow::fill_cells(const Operation &operation, mpidbg_queue_t queue) {
  Cells &cells = row_.cells;
  const bool matched = (operation.flags & MPIDBG_OP_MATCHED) != 0;
  fill_kind(queue, operation, matched);
  fill_peer(operation, matched);
  fill_tag(operation, matched);
  fill_bytes(queue, operation, matched);
  std::string &type = cells.begin();
  if (operation.datatype_name != 0) {
    append_printable(type, report_.text(operation.datatype_name));
    type += " x ";
    mark_count(operation.count);
  }
  const bool users_buffer = queue != MPIDBG_QUEUE_UNEXPECTED && queue != MPIDBG_QUEUE_UNCLAIMED;
  std::string &buffer = cells.begin();
  if (verbose_ && !operation.buffer.is_null() && users_buffer)
    append_hex(buffer += operation.is_send ? "<- " : "-> ", operation.buffer);
}

Block &OperationRow::fill_line(const OperationLine &line, bool with_count) {
  row_.cells.clear();
  row_.notes.clear();
  if (with_count) {
    row_.cells.begin();
    mark(times_text(line.count), Mark::Kind::text, "various x");
  }
  fill_cells(*line.operation, line.queue);
  fill_notes(*line.operation, line.queue);
  return row_;
}

void OperationRow::fill_kind(mpidbg_queue_t queue, const Operation &operation, bool matched) {
  std::string &kind = row_.cells.begin();
  if (operation.flags & MPIDBG_OP_PROBE) {
    kind += "probe";
  } else if (queue == MPIDBG_QUEUE_SENDS) {
    kind += "send";
  } else if (queue == MPIDBG_QUEUE_RECEIVES) {
    kind += matched ? "receiving" : "posted";
  } else {
    kind += queue == MPIDBG_QUEUE_INACTIVE ? "inactive" : "unexpected";
  }
}

void OperationRow::fill_peer(const Operation &operation, bool matched) {
  std::string &text = row_.cells.begin();
  text += operation.is_send ? "to " : "from ";
  const bool any = (operation.flags & MPIDBG_OP_ANY_SOURCE) != 0;
  if (any && !(matched && (operation.world_rank >= 0 || operation.comm_rank >= 0))) {
    text += "any";
    return;
  }
  if (operation.world_rank >= 0) {
    mark_number(operation.world_rank, Mark::Kind::rank);  // the peer is in the same job
  } else if (operation.peer_job != 0 && operation.peer_job != report_.job) {
    append_number(text, operation.peer_job_rank);
    (text += ' ') += job_text(report_, operation.peer_job);
  } else if (operation.comm_rank >= 0) {
    append_number(text += "rank ", operation.comm_rank);
    text += " in comm";
    return;
  } else {
    text += '?';
  }
  append_comm_rank(operation);
  if (any) text += " (any)";
}

void OperationRow::mark(std::string_view text, Mark::Kind kind, std::string_view otherwise) {
  marks_ ? row_.cells.append_marked(text, kind, otherwise) : row_.cells.append_to_last(text);
}

void OperationRow::mark_number(std::int64_t number, Mark::Kind kind) {
  char digits[24];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  mark({digits, static_cast<std::size_t>(end - digits)}, kind);
}

void OperationRow::mark_count(std::int64_t count) {
  count < 0 ? row_.cells.append_to_last("?") : mark_number(count, Mark::Kind::number);
}

// Appends the peer's rank in the communicator if it differs from its world rank. The rank is marked so that merging
// ignores it: ranks that differ only in this number have the same neighbour in MPI_COMM_WORLD.
void OperationRow::append_comm_rank(const Operation &operation) {
  comm_rank_.clear();
  if (operation.comm_rank >= 0 && operation.comm_rank != operation.world_rank) {
    append_number(comm_rank_ += " (rank ", operation.comm_rank);
    comm_rank_ += " in comm)";
  }
  mark(comm_rank_, Mark::Kind::own);
}

void OperationRow::fill_tag(const Operation &operation, bool matched) {
  const bool any = (operation.flags & MPIDBG_OP_ANY_TAG) != 0;
  std::string &text = row_.cells.begin();
  text += "tag ";
  if (operation.flags & MPIDBG_OP_TAG_UNKNOWN) {
    text += '?';
  } else if (any && !matched) {
    text += "any";
  } else {
    mark_number(operation.tag, Mark::Kind::number);
  }
  if (any && matched) text += " (any)";
}

void OperationRow::fill_bytes(mpidbg_queue_t queue, const Operation &operation, bool matched) {
  std::string &text = row_.cells.begin();
  if (!waits_for_match(operation) && (operation.bytes_done > 0 || (matched && queue == MPIDBG_QUEUE_RECEIVES))) {
    mark_count(operation.bytes_done);
    text += " of ";
  }
  const bool is_probe = (operation.flags & MPIDBG_OP_PROBE) != 0;
  if (!is_probe) mark_count(operation.bytes);
}

void OperationRow::fill_notes(const Operation &operation, mpidbg_queue_t queue) {
  Cells &notes = row_.notes;
  const std::string &call = report_.text(operation.waiting_call);
  const auto has = [&](std::uint32_t bit) { return (operation.flags & bit) != 0; };
  const bool waited_on = has(MPIDBG_OP_WAITED_ON);
  const bool blocking = waited_on && is_blocking_call(call);
  const auto note = [&](std::string_view text) {
    if (!text.empty()) notes.add(text);
  };
  if (verbose_ && !operation.request.is_null()) append_hex(notes.begin().append("request "), operation.request);
  if (operation.partitions > 0) {
    notes.begin();
    notes.append_with_numbers(
        partitions_text(operation.partitions, operation.partitions_ready, has(MPIDBG_OP_MAYBE_READY)));
  } else if (has(MPIDBG_OP_PERSISTENT) && queue != MPIDBG_QUEUE_INACTIVE) {
    note("persistent");
  }
  if (operation.is_send) note(send_mode_term(operation.send_mode));
  note(protocol_term(operation.protocol));
  if (waits_for_match(operation)) note("not matched yet");
  if (operation.system_buffer) note("in a system buffer");
  if (has(MPIDBG_OP_COMPLETE)) note("complete");
  if (has(MPIDBG_OP_FREED)) note("freed by the application");
  if (has(MPIDBG_OP_OUT_OF_ORDER)) {
    notes.begin().append("out of order");
    if (operation.sequence >= 0) {
      notes.append_to_last(", message ");
      notes.append_marked(std::to_string(operation.sequence), Mark::Kind::number);
    }
    notes.append_to_last(", waits for an earlier one of its sender");
  }
  if (has(MPIDBG_OP_INTERNAL)) note(internal_text(collective_name(operation.collective)));
  if (blocking) {
    notes.begin().append("blocking ").append(printable(call));
  } else if (waited_on) {
    std::string &text = notes.begin().append("waited on");
    if (!call.empty()) text.append(" in ").append(printable(call));
  }
  if (operation.waiting_inferred) notes.append_to_last(" (inferred)");
  if (!verbose_) return;
  if (operation.sequence >= 0 && !has(MPIDBG_OP_OUT_OF_ORDER))
    append_number(notes.begin().append("sequence "), operation.sequence);
  if (!operation.record.is_null() && operation.record != operation.request)
    append_hex(notes.begin().append("record "), operation.record);
}

std::string partitions_text(int count, int ready, bool perhaps_one_more) {
  std::string text = std::to_string(count) + (count == 1 ? " partition" : " partitions");
  if (ready < 0) return text;
  text += ", " + std::to_string(ready);
  if (perhaps_one_more) text += " or " + std::to_string(ready + 1);
  text += " ready";
  return text;
}

OperationColumns::OperationColumns()
    : columns_{{{.gap = 1, .right = true},
                {.width = 10},
                {.width = 11},
                {.width = 6},
                {.width = 3, .right = true, .unit = " bytes"},
                {.optional = true},
                {.gap = 3, .optional = true}}} {}

void OperationColumns::include(const Block &row) {
  // Limits the width of a column, so that one long name does not move the columns of all other rows.
  constexpr std::size_t widest = 40;
  for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
    const std::size_t size = row.cells.text(i).size();
    if (size <= widest) columns_[i + 1].width = std::max(columns_[i + 1].width, size);
  }
}

void OperationColumns::include_count(std::size_t count) {
  columns_.front().width = std::max(columns_.front().width, times_text(count).size());
}

Block OperationColumns::table() const {
  Block block{.role = Role::table};
  block.columns = std::span(columns_).subspan(with_counts() ? 0 : 1);
  return block;
}

}  // namespace mqs_shim
