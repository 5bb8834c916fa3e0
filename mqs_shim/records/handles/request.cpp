#include "mqs_shim/records/handles/request.h"

#include "mpidbg/base/limits.h"

namespace mqs_shim {

namespace {

ScheduleOperationRecord to_record(const mpidbg_schedule_operation_t &operation) {
  ScheduleOperationRecord record;
  record.round = operation.round;
  record.action = operation.action;
  record.state = operation.state;
  record.peer.rank = operation.comm_rank;
  record.peer.world_rank = operation.world_rank;
  record.in_local_group = operation.in_local_group != 0;
  record.count = operation.count;
  record.datatype = Address(operation.datatype);
  record.op = Address(operation.op);
  record.source = Address(operation.source);
  record.target = Address(operation.target);
  record.request = Address(operation.request);
  record.datatype_name = exact_text(operation.datatype_name, sizeof operation.datatype_name);
  record.op_name = plain_text(operation.op_name, sizeof operation.op_name);
  return record;
}

void take_peers(const mpidbg_request_info_t &info, RequestRecord &record) {
  if (record.has(MPIDBG_REQUEST_INFO_PEER_KNOWN)) {
    record.peer = RequestPeerRecord{info.req_peer_rank, info.req_peer_world_rank, info.req_peer_name.job,
                                    info.req_peer_name.rank};
  }
  if (record.has(MPIDBG_REQUEST_INFO_TAG_KNOWN)) record.tag = info.req_tag;
  if (record.has(MPIDBG_REQUEST_INFO_MATCHED)) {
    MatchedRecord matched;
    matched.source.rank = info.req_matched_rank;
    matched.source.world_rank = info.req_matched_world_rank;
    matched.tag = info.req_matched_tag;
    matched.bytes = info.req_matched_bytes;
    record.matched = matched;
  }
}

}  // namespace

void take(const mpidbg_request_info_t &info, RequestRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.req_bitflags);
  record.name = plain_text(info.req_name, sizeof info.req_name);
  record.fortran_handle = info.req_fortran_handle;
  record.type = info.req_type;
  record.state = info.req_state;
  record.call = info.req_call;
  record.send_mode = info.req_send_mode;
  record.communicator = Address(info.req_comm);
  record.file = Address(info.req_file);
  record.window = Address(info.req_win);
  record.datatype = Address(info.req_datatype);
  record.datatype_name = exact_text(info.req_datatype_name, mpidbg::limits::string_length);
  take_peers(info, record);
  if (record.has(MPIDBG_REQUEST_INFO_COUNT_KNOWN)) record.count = info.req_count;
  if (record.has(MPIDBG_REQUEST_INFO_BYTES_KNOWN)) record.bytes = info.req_bytes;
  if (record.has(MPIDBG_REQUEST_INFO_BYTES_DONE_KNOWN)) record.bytes_done = info.req_bytes_done;
  if (info.req_sequence >= 0) record.sequence = info.req_sequence;
  if (record.has(MPIDBG_REQUEST_INFO_TRANSFER_KNOWN)) {
    record.transfer_started = record.has(MPIDBG_REQUEST_INFO_TRANSFER_STARTED);
    record.transfer_completed = record.has(MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED);
  }
  record.buffer = Address(info.req_buffer);
  record.library_buffer = Address(info.req_library_buffer);
  record.waiter = Address(info.req_waiter);
  if (record.has(MPIDBG_REQUEST_INFO_STATUS_KNOWN)) take(info.req_status, record.status.emplace());
  if (record.type == MPIDBG_REQUEST_GENERALIZED) {
    record.generalized = GeneralizedRecord{Address(info.req_query_function), Address(info.req_free_function),
                                           Address(info.req_cancel_function), Address(info.req_extra_state)};
  }
  record.schedule_problem = plain_text(info.req_schedule_problem, mpidbg::limits::string_length);
  if (info.req_num_rounds > 0) {
    ScheduleRecord schedule;
    schedule.round = info.req_round;
    schedule.rounds = info.req_num_rounds;
    const std::size_t count =
        info.req_schedule == nullptr ? 0 : bounded(info.req_num_schedule, mpidbg::limits::schedule_operations);
    schedule.operations.reserve(count);
    for (std::size_t i = 0; i < count; ++i) schedule.operations.push_back(to_record(info.req_schedule[i]));
    record.schedule = std::move(schedule);
  }
  record.partitions = std::max(info.req_partitions, 0);
  record.partitions_ready = info.req_partitions_ready;
  record.reference_count = info.req_reference_count;
  record.created_by = plain_text(info.req_created_by);
}

}  // namespace mqs_shim
