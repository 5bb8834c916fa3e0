// These are the entry points mpidbg_request_*, for requests.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/pack_status.h"
#include "mpidbg/entry/recorded_facts.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(static_cast<int>(model::RequestType::null) == MPIDBG_REQUEST_NULL);
static_assert(static_cast<int>(model::RequestState::cancelled) == MPIDBG_REQUEST_CANCELLED);
#define MPIDBG_REQUEST_CALL(word, WORD, name) \
  static_assert(static_cast<int>(model::RequestCall::word) == MPIDBG_CALL_##WORD);
#include "mpidbg/base/request_calls.def"
static_assert(static_cast<int>(model::SendMode::ready) == MPIDBG_REQUEST_MODE_READY);
static_assert(static_cast<int>(model::ScheduleAction::unpack) == MPIDBG_SCHEDULE_UNPACK);
static_assert(static_cast<int>(model::ScheduleState::done) == MPIDBG_SCHEDULE_DONE);

namespace {

unsigned bitflags(const model::Request &request) {
  unsigned flags = 0;
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(request.predefined, MPIDBG_REQUEST_INFO_PREDEFINED);
  set(request.is_null, MPIDBG_REQUEST_INFO_REQUEST_NULL);
  set(request.persistent, MPIDBG_REQUEST_INFO_PERSISTENT);
  set(request.freed, MPIDBG_REQUEST_INFO_FREED_HANDLE);
  set(request.freed_inferred, MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED);
  set(request.complete, MPIDBG_REQUEST_INFO_COMPLETE);
  set(request.cancelled, MPIDBG_REQUEST_INFO_CANCELLED);
  set(request.internal, MPIDBG_REQUEST_INFO_INTERNAL);
  set(request.call_inferred, MPIDBG_REQUEST_INFO_CALL_INFERRED);
  set(request.any_source, MPIDBG_REQUEST_INFO_ANY_SOURCE);
  set(request.any_tag, MPIDBG_REQUEST_INFO_ANY_TAG);
  set(request.matched.has_value(), MPIDBG_REQUEST_INFO_MATCHED);
  set(request.transfer_started.value_or(false), MPIDBG_REQUEST_INFO_TRANSFER_STARTED);
  set(request.transfer_completed.value_or(false), MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED);
  set(request.transfer_started && request.transfer_completed, MPIDBG_REQUEST_INFO_TRANSFER_KNOWN);
  set(request.peer.has_value(), MPIDBG_REQUEST_INFO_PEER_KNOWN);
  set(request.tag.has_value(), MPIDBG_REQUEST_INFO_TAG_KNOWN);
  set(request.count.has_value(), MPIDBG_REQUEST_INFO_COUNT_KNOWN);
  set(request.bytes.has_value(), MPIDBG_REQUEST_INFO_BYTES_KNOWN);
  set(request.bytes_done.has_value(), MPIDBG_REQUEST_INFO_BYTES_DONE_KNOWN);
  set(request.status.has_value(), MPIDBG_REQUEST_INFO_STATUS_KNOWN);
  set(request.datatype_named, MPIDBG_REQUEST_INFO_DATATYPE_NAMED);
  set(request.generalized && request.generalized->fortran, MPIDBG_REQUEST_INFO_FORTRAN_CALLBACKS);
  set(request.polled, MPIDBG_REQUEST_INFO_POLLED);
  set(request.schedule && request.schedule->truncated, MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED);
  set(request.partitions && request.partitions->perhaps_one_more, MPIDBG_REQUEST_INFO_MAYBE_READY);
  return flags;
}

std::int64_t number(const std::optional<std::uint64_t> &value) {
  return static_cast<std::int64_t>(value.value_or(0));
}

void pack_peers(const model::Request &request, mpidbg_request_info_t &packed) {
  packed.req_peer_rank = packed.req_peer_world_rank = packed.req_matched_rank = packed.req_matched_world_rank = -1;
  packed.req_tag = request.tag.value_or(-1);
  if (request.peer) {
    packed.req_peer_rank = request.peer->comm_rank;
    packed.req_peer_world_rank = request.peer->world_rank;
    packed.req_peer_name = {request.peer->name.job, request.peer->name.rank};
  }
  if (request.matched) {
    packed.req_matched_rank = request.matched->source.comm_rank;
    packed.req_matched_world_rank = request.matched->source.world_rank;
    packed.req_matched_tag = request.matched->tag;
    packed.req_matched_bytes = number(request.matched->bytes);
  }
}

void pack_schedule(Allocations &memory, const model::Request &request, mpidbg_request_info_t &packed) {
  if (!request.schedule_problem.empty()) packed.req_schedule_problem = memory.copy(request.schedule_problem);
  if (!request.schedule) return;
  const model::Schedule &schedule = *request.schedule;
  packed.req_round = schedule.round;
  packed.req_num_rounds = schedule.rounds;
  packed.req_num_schedule = static_cast<int>(schedule.operations.size());
  packed.req_schedule = memory.make<mpidbg_schedule_operation_t>(schedule.operations.size());
  for (std::size_t i = 0; i < schedule.operations.size(); ++i) {
    const model::ScheduleOperation &operation = schedule.operations[i];
    mpidbg_schedule_operation_t &entry = packed.req_schedule[i];
    entry.round = operation.round;
    entry.action = static_cast<mpidbg_schedule_action_t>(operation.action);
    entry.state = static_cast<mpidbg_schedule_state_t>(operation.state);
    entry.comm_rank = operation.peer.comm_rank;
    entry.world_rank = operation.peer.world_rank;
    entry.in_local_group = operation.in_local_group;
    entry.count = static_cast<std::int64_t>(operation.count);
    entry.datatype = operation.datatype.value();
    entry.op = operation.op.value();
    entry.source = operation.source.value();
    entry.target = operation.target.value();
    entry.request = operation.request.value();
    copy_text(entry.datatype_name, sizeof entry.datatype_name, operation.datatype_name);
    copy_text(entry.op_name, sizeof entry.op_name, operation.op_name);
  }
}

}  // namespace

Status mpidbg::entry::query_request(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(request, objects->request(handle));
  add_recorded(state, library, request);
  Allocations memory;
  auto *packed = memory.make<mpidbg_request_info_t>();
  packed->req_bitflags = static_cast<mpidbg_request_info_bitmap_t>(bitflags(request));
  packed->req_c_handle = handle.value();
  packed->req_fortran_handle = request.fortran_index;
  copy_text(packed->req_name, sizeof packed->req_name, request.name);
  packed->req_type = static_cast<mpidbg_request_type_t>(request.type);
  packed->req_state = static_cast<mpidbg_request_state_t>(request.state);
  packed->req_call = static_cast<mpidbg_request_call_t>(request.call);
  packed->req_send_mode = static_cast<mpidbg_request_send_mode_t>(request.send_mode);
  packed->req_comm = request.communicator.value();
  packed->req_file = request.file.value();
  packed->req_win = request.window.value();
  packed->req_datatype = request.datatype.value();
  if (!request.datatype.is_null()) packed->req_datatype_name = memory.copy(request.datatype_name);
  pack_peers(request, *packed);
  packed->req_count = number(request.count);
  packed->req_bytes = number(request.bytes);
  packed->req_bytes_done = number(request.bytes_done);
  packed->req_buffer = request.buffer.value();
  packed->req_library_buffer = request.library_buffer.value();
  packed->req_sequence = request.sequence ? number(request.sequence) : -1;
  packed->req_waiter = request.waiter.value();
  pack(request.partitions, packed->req_partitions, packed->req_partitions_ready);
  if (request.status) pack(*request.status, packed->req_status);
  if (const auto &functions = request.generalized) {
    packed->req_query_function = functions->query.value();
    packed->req_free_function = functions->free.value();
    packed->req_cancel_function = functions->cancel.value();
    packed->req_extra_state = functions->state.value();
  }
  pack_schedule(memory, request, *packed);
  packed->req_reference_count = request.reference_count;
  packed->req_record = request.record.value();
  if (!request.created_by.empty()) packed->req_created_by = memory.copy(request.created_by);
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_request(void *result) {
  auto *info = static_cast<mpidbg_request_info_t *>(result);
  release_all(info->req_created_by, info->req_datatype_name, info->req_schedule, info->req_schedule_problem, info);
}

int mpidbg::entry::capabilities_of_request(model::MpiLibrary &library) {
  int bits = MPIDBG_REQUEST_CAP_BASIC | MPIDBG_REQUEST_CAP_STRING_NAMES | MPIDBG_REQUEST_CAP_CALL |
             MPIDBG_REQUEST_CAP_SCHEDULE | MPIDBG_REQUEST_CAP_FILE | MPIDBG_REQUEST_CAP_WINDOW;
  const model::ObjectRecords *objects = library.objects();
  if (objects != nullptr && objects->point_to_point_requests().shows_anything()) {
    bits |= MPIDBG_REQUEST_CAP_FREED_HANDLE | MPIDBG_REQUEST_CAP_POINT_TO_POINT | MPIDBG_REQUEST_CAP_TRANSFER;
  }
  return bits;
}
