// The text of `requests` and `show request`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

namespace {

constexpr std::string_view call_names[] = {
    "",
    "MPI_Isend",
    "MPI_Ibsend",
    "MPI_Issend",
    "MPI_Irsend",
    "MPI_Irecv",
    "MPI_Send_init",
    "MPI_Bsend_init",
    "MPI_Ssend_init",
    "MPI_Rsend_init",
    "MPI_Recv_init",
    "MPI_File_iread",
    "MPI_File_iread_at",
    "MPI_File_iread_shared",
    "MPI_File_iwrite",
    "MPI_File_iwrite_at",
    "MPI_File_iwrite_shared",
    "MPI_File_iread_all",
    "MPI_File_iwrite_all",
    "nonblocking collective",
    "persistent collective",
    "MPI_Rput",
    "MPI_Rget",
    "MPI_Raccumulate",
    "MPI_Rget_accumulate",
    "MPI_Grequest_start",
    "MPI_Comm_idup",
};
static_assert(std::size(call_names) == MPIDBG_CALL_MAX);

// "send", "receive", "collective": what the request is for.
std::string kind_text(const RequestRecord &record) {
  switch (record.type) {
    case MPIDBG_REQUEST_POINT_TO_POINT:
      if (record.capabilities != 0 && !(record.capabilities & MPIDBG_REQUEST_CAP_POINT_TO_POINT)) return "message";
      return record.send_mode == MPIDBG_REQUEST_MODE_NONE ? "receive" : "send";
    case MPIDBG_REQUEST_COLLECTIVE:
      return "collective";
    case MPIDBG_REQUEST_FILE:
      return "file";
    case MPIDBG_REQUEST_WINDOW:
      return "one-sided";
    case MPIDBG_REQUEST_GENERALIZED:
      return "generalized";
    case MPIDBG_REQUEST_COMM:
      return "communicator";
    case MPIDBG_REQUEST_NOOP:
      return "nothing to do";
    case MPIDBG_REQUEST_NULL:
      return "null";
    default:
      return "unknown";
  }
}

std::string state_text(const RequestRecord &record) {
  const bool freed = record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE);
  switch (record.state) {
    case MPIDBG_REQUEST_INACTIVE:
      return record.has(MPIDBG_REQUEST_INFO_PERSISTENT) ? "inactive (persistent)" : "inactive";
    case MPIDBG_REQUEST_COMPLETE:
      return freed ? "complete, freed by the application" : "complete, not waited for";
    case MPIDBG_REQUEST_CANCELLED:
      return "cancelled";
    default:
      break;
  }
  if (freed) return "freed by the application, still active";
  return record.has(MPIDBG_REQUEST_INFO_PERSISTENT) ? "active (persistent)" : "active";
}

std::string peer_column(const ProcessReport &report, const RequestRecord &record) {
  const bool send = record.send_mode != MPIDBG_REQUEST_MODE_NONE || record.type == MPIDBG_REQUEST_WINDOW;
  std::string text = send ? "to " : "from ";
  if (record.has(MPIDBG_REQUEST_INFO_ANY_SOURCE)) {
    return text + (record.matched ? peer_text(report, record.matched->source) + " (any)" : "any");
  }
  return record.peer ? text + peer_text(report, *record.peer) : std::string();
}

std::string tag_column(const RequestRecord &record) {
  if (record.has(MPIDBG_REQUEST_INFO_ANY_TAG)) {
    return "tag " + (record.matched ? std::to_string(record.matched->tag) + " (any)" : "any");
  }
  return record.tag ? "tag " + std::to_string(*record.tag) : std::string();
}

std::string bytes_column(const RequestRecord &record) {
  std::string text;
  if (record.bytes_done && (*record.bytes_done > 0 || record.matched)) text = std::to_string(*record.bytes_done);
  const std::optional<std::int64_t> whole = record.matched ? record.matched->bytes : record.bytes;
  if (whole) text += (text.empty() ? "" : " of ") + std::to_string(*whole);
  return text.empty() ? text : text + " bytes";
}

std::string type_column(const RequestRecord &record) {
  if (record.datatype_name.empty()) return {};
  return printable(record.datatype_name) + " x " + (record.count ? std::to_string(*record.count) : "?");
}

void append(std::string &text, const std::string &part) {
  if (!part.empty()) text += "  " + part;
}

std::string action_text(const ProcessReport &report, const ScheduleOperationRecord &operation) {
  const auto peer = [&] {
    return peer_text(report, operation.peer) + (operation.in_local_group ? " (of the local group)" : "");
  };
  const std::string type =
      operation.datatype_name.empty() ? "datatype " + hex_text(operation.datatype) : printable(operation.datatype_name);
  const std::string data = type + " x " + std::to_string(operation.count);
  const bool pending = operation.state == MPIDBG_SCHEDULE_PENDING;
  switch (operation.action) {
    case MPIDBG_SCHEDULE_SEND:
      return (pending ? "waits for message to " : "message to ") + peer() + "  " + data;
    case MPIDBG_SCHEDULE_RECEIVE:
      return (pending ? "waits for message from " : "message from ") + peer() + "  " + data;
    case MPIDBG_SCHEDULE_REDUCE:
      return "reduction with " + (operation.op_name.empty() ? "op " + hex_text(operation.op) : operation.op_name) +
             "  " + data;
    case MPIDBG_SCHEDULE_COPY:
      return "copy  " + data;
    default:
      return "unpacking  " + data;
  }
}

void write_schedule(TextWriter &writer, const ProcessReport &report, const RequestRecord &record) {
  if (!record.schedule_problem.empty()) {
    writer.line("    ", "schedule      cannot see: " + printable(record.schedule_problem), Color::yellow);
  }
  if (!record.schedule) return;
  const ScheduleRecord &schedule = *record.schedule;
  std::string text = "    schedule      ";
  if (schedule.round == 0) {
    text += std::to_string(schedule.rounds) + " rounds, not started";
  } else if (schedule.round > schedule.rounds) {
    text += "all " + std::to_string(schedule.rounds) + " rounds done";
  } else {
    text += "round " + std::to_string(schedule.round) + " of " + std::to_string(schedule.rounds);
  }
  writer.line(text + (record.created_by.empty() ? "; which collective operation it is, memory does not tell"
                                                : " of " + printable(record.created_by) + " (recorder)"));
  for (const ScheduleOperationRecord &operation : schedule.operations) {
    text = "      round " + std::to_string(operation.round) + ": " + action_text(report, operation);
    if (operation.state == MPIDBG_SCHEDULE_PENDING) {
      if (record.tag) text += "  (tag " + std::to_string(*record.tag) + ')';
      text += "  request " + hex_text(operation.request);
    } else {
      text += operation.state == MPIDBG_SCHEDULE_DONE ? "  done" : "  later";
    }
    writer.line(text);
  }
  if (record.has(MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED)) writer.line("      ...");
}

void write_address(TextWriter &writer, const char *label, Address address, const std::string &more = {}) {
  if (!address.is_null()) writer.line(std::string("    ") + label + hex_text(address) + more);
}

void write_transfer(TextWriter &writer, const RequestRecord &record) {
  if (!record.transfer_started && !record.transfer_completed) return;
  const bool completed = record.transfer_completed.value_or(false);
  std::string text = completed ? "completed" : record.transfer_started.value_or(false) ? "started" : "not started";
  if (record.bytes_done) text += ", " + std::to_string(*record.bytes_done) + " bytes done";
  writer.line("    transfer      " + text);
}

}  // namespace

void write_line(TextWriter &writer, const ProcessReport &report, const RequestRecord &record,
                const RenderOptions &options) {
  write_handle_heading(writer, "request", record);
  std::string text = "  ";
  if (is_predefined(record) && record.type == MPIDBG_REQUEST_NULL) return writer.sink().end_line();
  text += kind_text(record);
  append(text, peer_column(report, record));
  append(text, tag_column(record));
  append(text, bytes_column(record));
  append(text, type_column(record));
  if (!record.buffer.is_null()) {
    append(text, (record.send_mode != MPIDBG_REQUEST_MODE_NONE ? "<- " : "-> ") + hex_text(record.buffer));
  }
  append(text, state_text(record));
  constexpr std::string_view modes[] = {"", "", "synchronous", "buffered", "ready"};
  if (const auto mode = static_cast<std::size_t>(record.send_mode); mode < std::size(modes)) {
    append(text, std::string(modes[mode]));
  }
  if (!record.waiter.is_null()) append(text, "waited on");
  if (record.has(MPIDBG_REQUEST_INFO_INTERNAL)) append(text, "internal");
  if (record.schedule && record.schedule->round > 0 && record.schedule->round <= record.schedule->rounds) {
    append(text, "round " + std::to_string(record.schedule->round) + " of " + std::to_string(record.schedule->rounds));
  }
  if (!record.communicator.is_null()) append(text, "on " + communicator_text(report, record.communicator));
  if (!record.file.is_null()) append(text, "on file " + hex_text(record.file));
  if (!record.window.is_null()) append(text, "on window " + hex_text(record.window));
  static_cast<void>(options);
  writer.line(text);
}

void write_full(TextWriter &writer, const ProcessReport &report, const RequestRecord &record,
                const RenderOptions &options) {
  write_line(writer, report, record, options);
  if (const std::string_view call = call_name(record.call); !call.empty()) {
    std::string text = "    made by       " + std::string(call);
    if (record.has(MPIDBG_REQUEST_INFO_CALL_INFERRED)) text += " or a call that leaves the same in memory (inferred)";
    writer.line(text);
  }
  if (record.matched) {
    writer.line("    matched       message from " + peer_text(report, record.matched->source) + "  tag " +
                std::to_string(record.matched->tag) + "  " + std::to_string(record.matched->bytes) + " bytes");
  }
  write_transfer(writer, record);
  write_address(writer, "buffer        ", record.buffer);
  write_address(writer, "system buffer ", record.library_buffer);
  write_address(writer, "datatype      ", record.datatype,
                record.has(MPIDBG_REQUEST_INFO_DATATYPE_NAMED) ? "  " + printable(record.datatype_name) : "");
  if (record.sequence) writer.line("    sequence      " + std::to_string(*record.sequence));
  write_address(writer, "waited on at  ", record.waiter);
  if (record.status) writer.line("    status        " + status_text(*record.status));
  if (record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE)) {
    writer.line(std::string("    freed         MPI_Request_free was called") +
                (record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED) ? " (inferred)" : ""));
  }
  if (record.generalized) {
    const char *language = record.has(MPIDBG_REQUEST_INFO_FORTRAN_CALLBACKS) ? "  in Fortran" : "";
    write_address(writer, "query         ", record.generalized->query, language);
    write_address(writer, "free          ", record.generalized->free, language);
    write_address(writer, "cancel        ", record.generalized->cancel, language);
    write_address(writer, "extra state   ", record.generalized->extra_state);
  }
  write_schedule(writer, report, record);
  if (record.reference_count >= 0) writer.line("    references    " + std::to_string(record.reference_count));
}

std::string peer_text(const ProcessReport &report, const RequestPeerRecord &peer) {
  std::string text;
  if (peer.world_rank >= 0) {
    text = std::to_string(peer.world_rank);
  } else if (peer.job != 0 && peer.job != report.job) {
    text = std::to_string(peer.job_rank) + ' ' + job_text(report, peer.job);
  } else if (peer.rank >= 0) {
    return "rank " + std::to_string(peer.rank) + " in comm";
  } else {
    return "?";
  }
  if (peer.rank >= 0 && peer.rank != peer.world_rank) text += " (rank " + std::to_string(peer.rank) + " in comm)";
  return text;
}

std::string_view call_name(int call) {
  return call >= 0 && static_cast<std::size_t>(call) < std::size(call_names) ? call_names[call] : call_names[0];
}

}  // namespace mqs_shim
