// This file writes one request as JSON ($defs/request in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/request_terms.h"

namespace mqs_shim {

namespace {

void write_number(JsonWriter &json, std::string_view key, const std::optional<std::int64_t> &value) {
  json.key(key);
  value ? json.number(*value) : json.null();
}

void write_boolean(JsonWriter &json, std::string_view key, const std::optional<bool> &value) {
  json.key(key);
  value ? json.boolean(*value) : json.null();
}

void write_peer(JsonWriter &json, std::string_view key, const std::optional<RequestPeerRecord> &peer) {
  json.key(key);
  if (!peer) return json.null();
  json.begin_object();
  json.key("rank").number_or_null(peer->rank);
  json.key("world_rank").number_or_null(peer->world_rank);
  json.end_object();
}

void write_matched(JsonWriter &json, const std::optional<MatchedRecord> &matched) {
  json.key("matched");
  if (!matched) return json.null();
  json.begin_object();
  json.key("rank").number_or_null(matched->source.rank);
  json.key("world_rank").number_or_null(matched->source.world_rank);
  json.key("tag").number(matched->tag);
  json.key("bytes").number(matched->bytes);
  json.end_object();
}

void write_generalized(JsonWriter &json, const RequestRecord &record) {
  json.key("generalized");
  if (!record.generalized) return json.null();
  json.begin_object();
  json.key("query").address(record.generalized->query);
  json.key("free").address(record.generalized->free);
  json.key("cancel").address(record.generalized->cancel);
  json.key("extra_state").address(record.generalized->extra_state);
  json.key("language").string(record.has(MPIDBG_REQUEST_INFO_FORTRAN_CALLBACKS) ? "Fortran" : "C");
  json.end_object();
}

void write_schedule(JsonWriter &json, const RequestRecord &record) {
  json.key("schedule_problem").string_or_null(record.schedule_problem);
  json.key("schedule");
  if (!record.schedule) return json.null();
  json.begin_object();
  json.key("round").number(record.schedule->round);
  json.key("rounds").number(record.schedule->rounds);
  json.key("truncated").boolean(record.has(MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED));
  json.key("operations").begin_array();
  for (const ScheduleOperationRecord &operation : record.schedule->operations) {
    json.begin_object();
    json.key("round").number(operation.round);
    json.key("action").string_or_null(schedule_action_term(operation.action));
    json.key("state").string_or_null(schedule_state_term(operation.state));
    json.key("rank").number_or_null(operation.peer.rank);
    json.key("world_rank").number_or_null(operation.peer.world_rank);
    json.key("local_group").boolean(operation.in_local_group);
    json.key("count").number(operation.count);
    json.key("datatype").address(operation.datatype);
    json.key("datatype_name").string_or_null(operation.datatype_name);
    json.key("op").address(operation.op);
    json.key("op_name").string_or_null(operation.op_name);
    json.key("source").address(operation.source);
    json.key("target").address(operation.target);
    json.key("request").address(operation.request);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace

void write_json(JsonWriter &json, const ProcessReport &report, const RequestRecord &record,
                const RenderOptions &options) {
  json.begin_object();
  write_handle_head(json, record);
  json.key("type").string_or_null(request_type_term(record.type));
  json.key("state").string_or_null(request_state_term(record.state));
  json.key("call").string_or_null(request_call_term(record.call));
  json.key("call_inferred").boolean(record.has(MPIDBG_REQUEST_INFO_CALL_INFERRED));
  json.key("send_mode").string_or_null(request_send_mode_term(record.send_mode));
  json.key("persistent").boolean(record.has(MPIDBG_REQUEST_INFO_PERSISTENT));
  json.key("complete").boolean(record.has(MPIDBG_REQUEST_INFO_COMPLETE));
  json.key("cancelled").boolean(record.has(MPIDBG_REQUEST_INFO_CANCELLED));
  json.key("internal").boolean(record.has(MPIDBG_REQUEST_INFO_INTERNAL));
  json.key("freed").boolean(record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE));
  json.key("freed_inferred").boolean(record.has(MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED));
  json.key("communicator").address(record.communicator);
  json.key("file").address(record.file);
  json.key("window").address(record.window);
  json.key("datatype").address(record.datatype);
  json.key("datatype_name").string_or_null(record.datatype_name);
  json.key("datatype_named").boolean(record.has(MPIDBG_REQUEST_INFO_DATATYPE_NAMED));
  write_peer(json, "peer", record.peer);
  json.key("any_source").boolean(record.has(MPIDBG_REQUEST_INFO_ANY_SOURCE));
  json.key("tag");
  record.tag ? json.number(*record.tag) : json.null();
  json.key("any_tag").boolean(record.has(MPIDBG_REQUEST_INFO_ANY_TAG));
  write_matched(json, record.matched);
  write_number(json, "count", record.count);
  write_number(json, "bytes", record.bytes);
  write_number(json, "bytes_done", record.bytes_done);
  write_number(json, "sequence", record.sequence);
  if (record.partitions > 0) {
    json.key("partitions").number(record.partitions);
    json.key("partitions_ready").number_or_null(record.partitions_ready);
  }
  write_boolean(json, "transfer_started", record.transfer_started);
  write_boolean(json, "transfer_completed", record.transfer_completed);
  json.key("buffer").address(record.buffer);
  json.key("library_buffer").address(record.library_buffer);
  json.key("waiter").address(record.waiter);
  json.key("status");
  record.status ? write_json(json, report, *record.status, options) : json.null();
  write_generalized(json, record);
  write_schedule(json, record);
  json.key("reference_count").number_or_null(record.reference_count);
  json.end_object();
}

}  // namespace mqs_shim
