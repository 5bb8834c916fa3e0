// This file writes one request as JSON.

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/request_terms.h"

namespace mqs_shim {

namespace {

void write_peer(JsonWriter &json, const RequestPeerRecord &peer) {
  json.key("rank", "In the communicator, or of a one-sided operation in the window.").natural_or_null(peer.rank);
  json.key("world_rank").natural_or_null(peer.world_rank);
}

void write_matched(JsonWriter &json, const MatchedRecord &matched) {
  write_peer(json, matched.source);
  json.key("tag").number(matched.tag);
  json.key("bytes").number(matched.bytes);
}

void write_generalized(JsonWriter &json, const GeneralizedRecord &generalized, bool is_fortran) {
  json.key("query").address_or_null(generalized.query);
  json.key("free").address_or_null(generalized.free);
  json.key("cancel").address_or_null(generalized.cancel);
  json.key("extra_state").address_or_null(generalized.extra_state);
  json.key("language", "Of the functions.").word(is_fortran ? "Fortran" : "C", {"C", "Fortran"});
}

void write_operation(JsonWriter &json, const ScheduleOperationRecord &operation) {
  json.object([&] {
    json.key("round").number(operation.round);
    json.key("action", "What it does.").term_or_null(schedule_action_term, operation.action);
    json.key("state", "waiting: its round has not begun.").term_or_null(schedule_state_term, operation.state);
    json.key("rank", "Of the peer of a transfer, in the communicator.").natural_or_null(operation.peer.rank);
    json.key("world_rank").natural_or_null(operation.peer.world_rank);
    json.key("local_group", "The rank counts in the local group of an intercommunicator.")
        .boolean(operation.in_local_group);
    json.key("count").number(operation.count);
    json.key("datatype").address_or_null(operation.datatype);
    json.key("datatype_name").string_or_null(operation.datatype_name);
    json.key("op").address_or_null(operation.op);
    json.key("op_name").string_or_null(operation.op_name);
    json.key("source").address_or_null(operation.source);
    json.key("target").address_or_null(operation.target);
    json.key("request", "Of a pending transfer.").address_or_null(operation.request);
  });
}

void write_schedule(JsonWriter &json, const ScheduleRecord &schedule, bool is_truncated) {
  json.key("round", "In progress; 0: not started, rounds + 1: all done.").number(schedule.round);
  json.key("rounds").number(schedule.rounds);
  json.key("truncated").boolean(is_truncated);
  json.key("operations").list(schedule.operations, [&](const ScheduleOperationRecord &operation) {
    write_operation(json, operation);
  });
}

}  // namespace

void write_json(JsonWriter &json, const ProcessReport &report, const RequestRecord &record,
                const RenderOptions &options) {
  json.definition("request", "A request that the library has in use.", [&] {
    json.object([&] {
      write_handle_head(json, record);
      json.key("type", "What it is for.").term_or_null(request_type_term, record.type);
      json.key("state", "complete: and not waited for.").term_or_null(request_state_term, record.state);
      json.key("call", "The function that made it.").term_or_null(request_call_term, record.call);
      json.key("call_inferred", "Other functions leave the same in memory.")
          .boolean(record.has(MPIDBG_REQUEST_INFO_CALL_INFERRED));
      json.key("send_mode", "Of sends.").term_or_null(request_send_mode_term, record.send_mode);
      json.key("persistent").boolean(record.has(MPIDBG_REQUEST_INFO_PERSISTENT));
      json.key("complete").boolean(record.has(MPIDBG_REQUEST_INFO_COMPLETE));
      json.key("cancelled").boolean(record.has(MPIDBG_REQUEST_INFO_CANCELLED));
      json.key("internal", "The library's own.").boolean(record.has(MPIDBG_REQUEST_INFO_INTERNAL));
      json.key("freed", "MPI_Request_free was called.").boolean(record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE));
      json.key("freed_inferred").boolean(record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED));
      json.key("communicator").address_or_null(record.communicator);
      json.key("file").address_or_null(record.file);
      json.key("window").address_or_null(record.window);
      json.key("datatype").address_or_null(record.datatype);
      json.key("datatype_name").string_or_null(record.datatype_name);
      json.key("datatype_named", "By the library or the program; else the name is made of the handle.")
          .boolean(record.has(MPIDBG_REQUEST_INFO_DATATYPE_NAMED));
      json.key("peer", "As posted; null for any or if it is not known.")
          .object_or_null(record.peer, [&](const RequestPeerRecord &peer) { write_peer(json, peer); });
      json.key("any_source").boolean(record.has(MPIDBG_REQUEST_INFO_ANY_SOURCE));
      json.key("tag").number_or_null(record.tag);
      json.key("any_tag").boolean(record.has(MPIDBG_REQUEST_INFO_ANY_TAG));
      json.key("matched", "The message that a receive has matched.")
          .object_or_null(record.matched, [&](const MatchedRecord &matched) { write_matched(json, matched); });
      json.key("count").number_or_null(record.count);
      json.key("bytes", "Of the buffer; of a send the message.").number_or_null(record.bytes);
      json.key("bytes_done").number_or_null(record.bytes_done);
      json.key("sequence").number_or_null(record.sequence);
      json.optional(record.partitions > 0, [&] {
        json.key("partitions", "Present for partitioned communication alone. The other members are of all partitions.")
            .natural(record.partitions);
        json.key("partitions_ready",
                 "Present with partitions. Of a send that is started: those that MPI_Pready has marked, at least.")
            .natural_or_null(record.partitions_ready);
      });
      json.key("transfer_started").boolean_or_null(record.transfer_started);
      json.key("transfer_completed").boolean_or_null(record.transfer_completed);
      json.key("buffer").address_or_null(record.buffer);
      json.key("library_buffer", "Where the library keeps a copy of what a buffered send sends.")
          .address_or_null(record.library_buffer);
      json.key("waiter", "On the stack of the thread that waits for it.").address_or_null(record.waiter);
      json.key("status", "Of a complete one.").if_known(record.status.has_value(), [&] {
        write_json(json, report, record.status.value_or(StatusRecord{}), options);
      });
      json.key("generalized", "The program's functions of a generalized request.")
          .object_or_null(record.generalized, [&](const GeneralizedRecord &generalized) {
            write_generalized(json, generalized, record.has(MPIDBG_REQUEST_INFO_FORTRAN_CALLBACKS));
          });
      json.key("schedule_problem", "Why the schedule is missing.").string_or_null(record.schedule_problem);
      json.key("schedule", "What a collective request does in this round and the following ones.")
          .object_or_null(record.schedule, [&](const ScheduleRecord &schedule) {
            write_schedule(json, schedule, record.has(MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED));
          });
      json.key("reference_count").natural_or_null(record.reference_count);
    });
  });
}

}  // namespace mqs_shim
