#include "mqs_shim/render/wording/operation_row.h"

#include <algorithm>
#include <charconv>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/operation_terms.h"

namespace mqs_shim {

namespace {

// Point-to-point calls that return when their one message is done: they own the request, so its address means nothing
// to the program.
bool is_blocking_call(std::string_view call) {
  constexpr std::string_view calls[] = {"MPI_Recv",  "MPI_Send",  "MPI_Ssend",    "MPI_Bsend",
                                        "MPI_Rsend", "MPI_Mrecv", "MPI_Sendrecv", "MPI_Sendrecv_replace",
                                        "MPI_Probe", "MPI_Mprobe"};
  return std::find(std::begin(calls), std::end(calls), call) != std::end(calls);
}

void append_number(std::string &text, std::int64_t value) {
  char digits[24];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
  text.append(digits, static_cast<std::size_t>(end - digits));
}

void append_count(std::string &text, std::int64_t count) {
  count < 0 ? text.append("?") : (append_number(text, count), text);
}

void append_hex(std::string &text, Address address) {
  text += mpidbg::hex(address);
}

}  // namespace

const Block &OperationRow::fill(const Operation &operation, mpidbg_queue_t queue) {
  Cells &cells = row_.cells;
  cells.clear();
  row_.notes.clear();
  const bool matched = (operation.flags & MPIDBG_OP_MATCHED) != 0;
  fill_kind(queue, operation, matched);
  fill_peer(operation, matched);
  fill_tag(operation, matched);
  fill_bytes(queue, operation, matched);
  std::string &type = cells.begin();
  if (operation.datatype_name != 0) {
    append_printable(type, report_.text(operation.datatype_name));
    type += " x ";
    append_count(type, operation.count);
  }
  const bool users_buffer = queue != MPIDBG_QUEUE_UNEXPECTED && queue != MPIDBG_QUEUE_UNCLAIMED;
  std::string &buffer = cells.begin();
  if (!operation.buffer.is_null() && users_buffer)
    append_hex(buffer += operation.is_send ? "<- " : "-> ", operation.buffer);
  return row_;
}

const Block &OperationRow::fill_with_notes(const Operation &operation, mpidbg_queue_t queue) {
  fill(operation, queue);
  fill_notes(operation, queue);
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
    append_number(text, operation.world_rank);
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
  if (operation.comm_rank >= 0 && operation.comm_rank != operation.world_rank) {
    append_number(text += " (rank ", operation.comm_rank);
    text += " in comm)";
  }
  if (any) text += " (any)";
}

void OperationRow::fill_tag(const Operation &operation, bool matched) {
  const bool any = (operation.flags & MPIDBG_OP_ANY_TAG) != 0;
  std::string &text = row_.cells.begin();
  text += "tag ";
  if (any && !matched) {
    text += "any";
  } else {
    append_number(text, operation.tag);
  }
  if (any && matched) text += " (any)";
}

void OperationRow::fill_bytes(mpidbg_queue_t queue, const Operation &operation, bool matched) {
  std::string &text = row_.cells.begin();
  if (operation.bytes_done > 0 || (matched && queue == MPIDBG_QUEUE_RECEIVES)) {
    append_count(text, operation.bytes_done);
    text += " of ";
  }
  const bool is_probe = (operation.flags & MPIDBG_OP_PROBE) != 0;
  if (!is_probe) append_count(text, operation.bytes);
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
  if (!operation.request.is_null() && (!blocking || verbose_))
    append_hex(notes.begin().append("request "), operation.request);
  if (has(MPIDBG_OP_PERSISTENT) && queue != MPIDBG_QUEUE_INACTIVE) note("persistent");
  if (operation.is_send) note(send_mode_term(operation.send_mode));
  note(protocol_term(operation.protocol));
  if (operation.system_buffer) note("in a system buffer");
  if (has(MPIDBG_OP_COMPLETE)) note("complete");
  if (has(MPIDBG_OP_FREED)) note("freed by the application");
  if (has(MPIDBG_OP_OUT_OF_ORDER)) {
    std::string &text = notes.begin().append("out of order");
    if (operation.sequence >= 0) append_number(text += ", message ", operation.sequence);
    text += ", waits for an earlier one of its sender";
  }
  if (has(MPIDBG_OP_INTERNAL)) note("internal");
  if (blocking) {
    notes.begin().append("blocking ").append(call);
  } else if (waited_on) {
    std::string &text = notes.begin().append("waited on");
    if (!call.empty()) text.append(" in ").append(call);
  }
  if (operation.waiting_inferred) notes.append_to_last(" (inferred)");
  if (!verbose_) return;
  if (operation.sequence >= 0 && !has(MPIDBG_OP_OUT_OF_ORDER))
    append_number(notes.begin().append("sequence "), operation.sequence);
  if (!operation.record.is_null() && operation.record != operation.request)
    append_hex(notes.begin().append("record "), operation.record);
}

OperationColumns::OperationColumns()
    : columns_{{{.width = 10},
                {.width = 11},
                {.width = 6},
                {.width = 3, .right = true, .unit = " bytes"},
                {.optional = true},
                {.gap = 3, .optional = true}}} {}

void OperationColumns::include(const Block &row) {
  // One long name does not push the columns of all others away.
  constexpr std::size_t widest = 40;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::size_t size = row.cells.text(i).size();
    if (size <= widest) columns_[i].width = std::max(columns_[i].width, size);
  }
}

Block OperationColumns::table() const {
  Block block{.role = Role::table};
  block.columns = columns_;
  return block;
}

}  // namespace mqs_shim
