// This file writes queues as JSON ($defs/queue and $defs/operation in mpidbg.schema.json).

#include "mqs_shim/render/json/queues.h"

#include "mqs_shim/records/collective_name.h"
#include "mqs_shim/render/json/communicators.h"
#include "mqs_shim/render/terms/operation_terms.h"

namespace mqs_shim {

namespace {

void write_operation(JsonWriter &json, const ProcessReport &report, const Operation &operation) {
  const auto has = [&](std::uint32_t bit) { return (operation.flags & bit) != 0; };
  const bool matched = has(MPIDBG_OP_MATCHED);
  const bool peer_known = !has(MPIDBG_OP_ANY_SOURCE) || matched;
  json.begin_object();
  json.key("kind").string(operation.is_send ? "send" : "receive");
  json.key("any_source").boolean(has(MPIDBG_OP_ANY_SOURCE));
  json.key("world_rank").number_or_null(peer_known ? operation.world_rank : -1);
  json.key("comm_rank").number_or_null(peer_known ? operation.comm_rank : -1);
  write_job(json, report, operation.world_rank, peer_known ? operation.peer_job : 0, operation.peer_job_rank);
  json.key("any_tag").boolean(has(MPIDBG_OP_ANY_TAG));
  json.key("tag");
  const bool is_tag = !has(MPIDBG_OP_TAG_UNKNOWN) && (!has(MPIDBG_OP_ANY_TAG) || matched);
  is_tag ? json.number(operation.tag) : json.null();
  json.key("context").number_or_null(operation.context_id);
  json.key("bytes").number_or_null(operation.bytes);
  json.key("bytes_done").number_or_null(operation.bytes_done);
  json.key("datatype").string_or_null(report.text(operation.datatype_name));
  json.key("datatype_named").boolean(operation.datatype_named);
  json.key("datatype_handle").address(operation.datatype);
  json.key("count").number_or_null(operation.count);
  json.key("buffer").address(operation.buffer);
  json.key("system_buffer").boolean(operation.system_buffer);
  json.key("request").address(operation.request);
  json.key("record").address(operation.record);
  json.key("sequence").number_or_null(operation.sequence);
  if (operation.partitions > 0) {
    json.key("partitions").number(operation.partitions);
    json.key("partitions_ready").number_or_null(operation.partitions_ready);
  }
  json.key("send_mode").string_or_null(operation.is_send ? send_mode_term(operation.send_mode) : std::string_view());
  json.key("protocol").string_or_null(protocol_term(operation.protocol));
  json.key("probe").boolean(has(MPIDBG_OP_PROBE));
  json.key("matched").boolean(matched);
  json.key("persistent").boolean(has(MPIDBG_OP_PERSISTENT));
  json.key("complete").boolean(has(MPIDBG_OP_COMPLETE));
  json.key("freed").boolean(has(MPIDBG_OP_FREED));
  json.key("internal").boolean(has(MPIDBG_OP_INTERNAL));
  if (has(MPIDBG_OP_INTERNAL)) json.key("inferred_collective").string_or_null(collective_name(operation.collective));
  json.key("out_of_order").boolean(has(MPIDBG_OP_OUT_OF_ORDER));
  json.key("waited_on").boolean(has(MPIDBG_OP_WAITED_ON));
  json.key("waiting_call").string_or_null(report.text(operation.waiting_call));
  json.key("waiting_inferred").boolean(operation.waiting_inferred);
  json.key("extra_text").string_or_null(report.text(operation.extra_text));
  json.end_object();
}

void write_queue(JsonWriter &json, const ProcessReport &report, const Selection &selection, const Queue &queue) {
  std::int64_t hidden = 0;
  json.begin_object();
  json.key("complete").boolean(queue.problem.empty());
  json.key("reason").string_or_null(queue.problem);
  json.key("operations");
  if (!queue.problem.empty() && queue.operations.empty()) {
    json.null();
  } else {
    json.begin_array(true);
    for (const Operation &operation : queue.operations) {
      if (!selection.matches(operation)) continue;
      if (selection.visible(operation)) {
        write_operation(json, report, operation);
      } else {
        ++hidden;
      }
    }
    json.end_array();
  }
  json.key("internal_not_shown").number(hidden);
  json.end_object();
}

}  // namespace

void write_queues(JsonWriter &json, const ProcessReport &report, const Selection &selection) {
  json.key("complete").boolean(first_limit(report, Noun::queues).empty());
  json.key("communicators").begin_array(true);
  for (const auto *communicator : selection.communicators(report, false)) {
    json.begin_object();
    write_identity(json, *communicator);
    json.key("queues").begin_object();
    for (const QueueName &name : queue_names) {
      json.key(name.json);
      write_queue(json, report, selection, communicator->queues[name.queue]);
    }
    json.end_object();
    json.end_object();
  }
  json.end_array();
  json.key("unclaimed");
  if (selection.limits_communicators()) return json.null();
  Queue unseen;
  unseen.problem = report.error;
  write_queue(json, report, selection, report.error.empty() ? report.unclaimed : unseen);
}

}  // namespace mqs_shim
