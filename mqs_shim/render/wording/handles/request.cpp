// This file puts the answers of the commands `requests` and `show request` into words.

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/render/terms/request_terms.h"
#include "mqs_shim/render/wording/handles/objects.h"
#include "mqs_shim/render/wording/operation_row.h"

namespace mqs_shim {

namespace {

// Returns true if the request is a send. The send mode alone does not show that, because MPICH does not store it for a
// send to the process itself.
bool is_send(const RequestRecord &record) {
  return record.send_mode != MPIDBG_REQUEST_MODE_NONE || record.call == MPIDBG_CALL_ISEND ||
         record.call == MPIDBG_CALL_PSEND_INIT;
}

// Returns true if it is not known whether the request is a send or a receive. With UCX, for example, Open MPI keeps no
// data of a completed operation.
bool is_of_unknown_direction(const RequestRecord &record) {
  return !is_send(record) && record.call == MPIDBG_CALL_UNKNOWN && !record.has(MPIDBG_REQUEST_INFO_ANY_SOURCE) &&
         !record.has(MPIDBG_REQUEST_INFO_ANY_TAG) && !record.matched;
}

// Returns the purpose of the request, such as "send", "receive" or "collective".
std::string kind_text(const RequestRecord &record) {
  switch (record.type) {
    case MPIDBG_REQUEST_POINT_TO_POINT:
      if (record.capabilities != 0 && !(record.capabilities & MPIDBG_REQUEST_CAP_POINT_TO_POINT)) return "message";
      if (is_of_unknown_direction(record)) return "send or receive";
      return is_send(record) ? "send" : "receive";
    case MPIDBG_REQUEST_NOOP:
      return "nothing to do";
    case MPIDBG_REQUEST_UNKNOWN:
      return "unknown";
    default:
      return std::string(request_type_term(record.type));
  }
}

// If a thread waits for several requests: returns the name of its call, such as MPI_Waitall; otherwise empty. Some of
// the requests may be complete already.
std::string wait_in_progress(const ProcessReport &report) {
  for (const ThreadRecord &thread : report.threads) {
    if (mpidbg::mpi_call(thread.call).takes_requests()) return thread.call;
  }
  return {};
}

std::string complete_text(const ProcessReport &report) {
  const std::string wait = wait_in_progress(report);
  return wait.empty() ? "complete, not waited for" : "complete, perhaps one that " + wait + " waits for";
}

std::string request_state_text(const ProcessReport &report, const RequestRecord &record) {
  const bool freed = record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE);
  switch (record.state) {
    case MPIDBG_REQUEST_INACTIVE:
      return record.has(MPIDBG_REQUEST_INFO_PERSISTENT) ? "inactive (persistent)" : "inactive";
    case MPIDBG_REQUEST_COMPLETE:
      return freed ? "complete, freed by the application" : complete_text(report);
    case MPIDBG_REQUEST_CANCELLED:
      return "cancelled";
    default:
      break;
  }
  if (freed) return "freed by the application, still active";
  return record.has(MPIDBG_REQUEST_INFO_PERSISTENT) ? "active (persistent)" : "active";
}

std::string tag_column(const RequestRecord &record) {
  if (record.has(MPIDBG_REQUEST_INFO_ANY_TAG)) {
    return "tag " + (record.matched ? std::to_string(record.matched->tag) + " (any)" : "any");
  }
  return record.tag ? "tag " + std::to_string(*record.tag) : std::string();
}

bool waits_for_match(const RequestRecord &record) {
  return record.send_mode == MPIDBG_REQUEST_MODE_SYNCHRONOUS && record.state == MPIDBG_REQUEST_ACTIVE &&
         record.bytes_done && record.bytes_done == record.bytes;
}

std::string bytes_column(const RequestRecord &record) {
  std::string text;
  if (record.bytes_done && (*record.bytes_done > 0 || record.matched)) text = std::to_string(*record.bytes_done);
  // For a synchronous send that no receive has matched, the number of transferred bytes is left out. Bytes leave the
  // sender before the match, so that the number would suggest progress.
  if (waits_for_match(record)) text.clear();
  const std::optional<std::int64_t> whole = record.matched ? record.matched->bytes : record.bytes;
  if (whole) text += (text.empty() ? "" : " of ") + std::to_string(*whole);
  return text.empty() ? text : text + " bytes";
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

// Returns true if the schedule contains only what is pending, because the library does not store rounds.
bool has_only_pending(const RequestRecord &record) {
  return record.schedule->rounds == 1 && record.has(MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED);
}

std::string round_text(const RequestRecord &record) {
  const ScheduleRecord &schedule = *record.schedule;
  if (has_only_pending(record)) return "what is pending";
  if (schedule.round == 0) return std::to_string(schedule.rounds) + " rounds, not started";
  if (schedule.round > schedule.rounds) return "all " + std::to_string(schedule.rounds) + " rounds done";
  return "round " + std::to_string(schedule.round) + " of " + std::to_string(schedule.rounds);
}

void write_schedule(BlockOutput &output, const ProcessReport &report, const RequestRecord &record) {
  if (!record.schedule_problem.empty()) {
    Block block = problem_block("cannot see: " + printable(record.schedule_problem));
    label(block, "schedule");
    output.write(block);
  }
  if (!record.schedule) return;
  const std::string of = record.created_by.empty() ? "; memory does not contain which collective operation it is"
                                                   : " of " + printable(record.created_by) + " (recorder)";
  const OpenBlock open(output, labelled_block("schedule", round_text(record) + of));
  for (const ScheduleOperationRecord &operation : record.schedule->operations) {
    Block block = property_block("round " + std::to_string(operation.round) + ": " + action_text(report, operation));
    if (operation.state == MPIDBG_SCHEDULE_PENDING) {
      if (record.tag) block.cells.add("(tag " + std::to_string(*record.tag) + ')');
      block.cells.add("request " + hex_text(operation.request));
    } else {
      block.cells.add(operation.state == MPIDBG_SCHEDULE_DONE ? "done" : "later");
    }
    output.write(block);
  }
  if (record.has(MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED)) write_property(output, "...");
}

void write_address(BlockOutput &output, std::string_view label, Address address, std::string_view more = {}) {
  if (address.is_null()) return;
  Block block = labelled_block(label, hex_text(address));
  if (!more.empty()) block.cells.add(more);
  output.write(block);
}

void write_transfer(BlockOutput &output, const RequestRecord &record) {
  if (!record.transfer_started && !record.transfer_completed) return;
  const bool completed = record.transfer_completed.value_or(false);
  std::string text = completed ? "completed" : record.transfer_started.value_or(false) ? "started" : "not started";
  if (record.bytes_done) text += ", " + std::to_string(*record.bytes_done) + " bytes done";
  write_labelled(output, "transfer", text);
}

// Adds a cell with a text that contains no names, and marks the numbers in it. Adds no cell if the text is empty.
void add_numbers(Cells &cells, const std::string &text) {
  if (text.empty()) return;
  cells.begin();
  cells.append_with_numbers(text);
}

void add_peer(Cells &cells, const ProcessReport &report, const RequestRecord &record) {
  const bool any = record.has(MPIDBG_REQUEST_INFO_ANY_SOURCE);
  const bool is_named = !any && record.peer;
  if (!is_named && !any) return;
  const bool send = is_send(record) || record.type == MPIDBG_REQUEST_WINDOW;
  cells.add(send ? "to " : "from ");
  if (is_named) return append_peer(cells, report, *record.peer);
  if (!record.matched) return cells.append_to_last("any");
  append_peer(cells, report, record.matched->source);
  cells.append_to_last(" (any)");
}

void add_type(Cells &cells, const RequestRecord &record) {
  if (record.datatype_name.empty()) return;
  append_printable(cells.begin(), record.datatype_name);
  cells.append_with_numbers(" x " + (record.count ? std::to_string(*record.count) : "?"));
}

Block listed_block(const ProcessReport &report, const RequestRecord &record, bool with_buffer) {
  Block block = handle_block("request", record);
  if (is_predefined(record) && record.type == MPIDBG_REQUEST_NULL) return block;
  Cells &cells = block.cells;
  const auto add = [&](std::string_view text) {
    if (!text.empty()) cells.add(text);
  };
  cells.add(kind_text(record));
  add_peer(cells, report, record);
  add_numbers(cells, tag_column(record));
  add_numbers(cells, bytes_column(record));
  add_type(cells, record);
  if (!record.communicator.is_null()) cells.add("on " + communicator_text(report, record.communicator));
  if (with_buffer && !record.buffer.is_null()) cells.add((is_send(record) ? "<- " : "-> ") + hex_text(record.buffer));
  add(request_state_text(report, record));
  if (record.send_mode != MPIDBG_REQUEST_MODE_STANDARD) add(request_send_mode_term(record.send_mode));
  if (waits_for_match(record)) cells.add("not matched yet");
  if (record.partitions > 0)
    add_numbers(cells, partitions_text(record.partitions, record.partitions_ready,
                                       record.has(MPIDBG_REQUEST_INFO_MAYBE_READY)));
  if (!record.waiter.is_null()) cells.add("waited on");
  if (record.has(MPIDBG_REQUEST_INFO_INTERNAL)) cells.add("internal");
  if (record.schedule && record.schedule->round > 0 && record.schedule->round <= record.schedule->rounds &&
      !has_only_pending(record))
    add_numbers(cells, round_text(record));
  if (!record.file.is_null()) cells.add("on file " + hex_text(record.file));
  if (!record.window.is_null()) cells.add("on window " + hex_text(record.window));
  return block;
}

}  // namespace

void begin_listed(BlockOutput &output, const ProcessReport &report, const RequestRecord &record,
                  const RenderOptions &options) {
  output.begin(listed_block(report, record, options.verbose));
}

void begin_full(BlockOutput &output, const ProcessReport &report, const RequestRecord &record, const RenderOptions &) {
  output.begin(listed_block(report, record, true));
  if (const std::string_view call = request_call_term(record.call); !call.empty()) {
    std::string text(call);
    if (record.has(MPIDBG_REQUEST_INFO_CALL_INFERRED)) text += " or a call that leaves the same in memory (inferred)";
    write_labelled(output, "made by", text);
  }
  if (record.matched) {
    output.write(labelled_block("matched", "message from " + peer_text(report, record.matched->source))
                     .cell("tag " + std::to_string(record.matched->tag))
                     .cell(std::to_string(record.matched->bytes) + " bytes"));
  }
  write_transfer(output, record);
  write_address(output, "buffer", record.buffer);
  write_address(output, "system buffer", record.library_buffer);
  write_address(output, "datatype", record.datatype,
                record.has(MPIDBG_REQUEST_INFO_DATATYPE_NAMED) ? printable(record.datatype_name) : "");
  if (record.sequence) write_labelled(output, "sequence", std::to_string(*record.sequence));
  write_address(output, "waited on at", record.waiter);
  if (record.status) write_labelled(output, "status", status_text(*record.status));
  if (record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE)) {
    const bool inferred = record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED);
    write_labelled(output, "freed",
                   inferred ? "MPI_Request_free was called (inferred)" : "MPI_Request_free was called");
  }
  if (record.generalized) {
    const std::string_view language = record.has(MPIDBG_REQUEST_INFO_FORTRAN_CALLBACKS) ? "in Fortran" : "";
    write_address(output, "query", record.generalized->query, language);
    write_address(output, "free", record.generalized->free, language);
    write_address(output, "cancel", record.generalized->cancel, language);
    write_address(output, "extra state", record.generalized->extra_state);
  }
  write_schedule(output, report, record);
  if (record.reference_count >= 0) write_labelled(output, "references", std::to_string(record.reference_count));
}

void append_peer(Cells &cells, const ProcessReport &report, const RequestPeerRecord &peer) {
  const std::string text = peer_text(report, peer);
  if (peer.world_rank < 0) return cells.append_to_last(text);
  const std::size_t size = std::to_string(peer.world_rank).size();
  cells.append_marked(text.substr(0, size), Mark::Kind::rank);
  cells.append_marked(text.substr(size), Mark::Kind::own);  // the peer's rank in the communicator, or other facts
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

}  // namespace mqs_shim
