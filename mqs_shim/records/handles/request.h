#pragma once
// Holds what a plugin reported about a request.

#include <optional>

#include "mqs_shim/records/handles/record.h"
#include "mqs_shim/records/handles/status.h"

namespace mqs_shim {

// Describes the peer of a request, from mpidbg_request_info_t.req_peer_* and req_matched_*.
struct RequestPeerRecord {
  int rank = -1;
  int world_rank = -1;
  std::uint32_t job = 0;
  std::uint32_t job_rank = 0;
};

// Describes the message that a receive has matched.
struct MatchedRecord {
  RequestPeerRecord source;
  int tag = 0;
  std::int64_t bytes = 0;
};

// Describes an operation in the schedule of a nonblocking collective. mpidbg_schedule_operation_t documents the
// members.
struct ScheduleOperationRecord {
  int round = 0;
  int action = MPIDBG_SCHEDULE_SEND;
  int state = MPIDBG_SCHEDULE_WAITING;
  RequestPeerRecord peer;
  bool in_local_group = false;
  std::int64_t count = 0;
  Address datatype{}, op{}, source{}, target{}, request{};
  std::string datatype_name, op_name;
};

// Describes the schedule of a nonblocking collective: the library's list of the operations that make it up, in rounds.
struct ScheduleRecord {
  int round = 0;
  int rounds = 0;
  std::vector<ScheduleOperationRecord> operations;
};

// Holds the functions of a generalized request, and the state that is passed to these.
struct GeneralizedRecord {
  Address query{}, free{}, cancel{}, extra_state{};
};

// Describes a request. mpidbg_request_info_t documents the members. A member is empty if its *_KNOWN bit is not set in
// `flags`.
struct RequestRecord : HandleRecord {
  int type = MPIDBG_REQUEST_UNKNOWN;
  int state = MPIDBG_REQUEST_ACTIVE;
  int call = MPIDBG_CALL_UNKNOWN;
  int send_mode = MPIDBG_REQUEST_MODE_NONE;
  Address communicator{}, file{}, window{}, datatype{};
  Address record{};  // address of the library's record, if the handle is a number
  std::string datatype_name;
  std::optional<RequestPeerRecord> peer;
  std::optional<int> tag;
  std::optional<MatchedRecord> matched;
  std::optional<std::int64_t> count, bytes, bytes_done, sequence;
  std::optional<bool> transfer_started, transfer_completed;
  Address buffer{}, library_buffer{}, waiter{};
  std::optional<StatusRecord> status;
  std::optional<GeneralizedRecord> generalized;
  std::optional<ScheduleRecord> schedule;
  std::string schedule_problem;
  int partitions = 0, partitions_ready = -1;
  int reference_count = -1;
  // MPI call, such as "MPI_Iallreduce", if the recorder knows it. For a verdict also if it follows from other facts;
  // then it may be one of a few (mqs_shim/records/call_alternatives.h).
  std::string created_by;

  bool has(std::uint32_t flag) const { return (flags & flag) != 0; }
};

template <>
struct KindOf<RequestRecord> {
  using Info = mpidbg_request_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_REQUEST;
  static constexpr std::string_view noun = "request";    // `mpidbg show request`
  static constexpr std::string_view nouns = "requests";  // `mpidbg requests`
  static constexpr std::uint32_t internal_flag = MPIDBG_REQUEST_INFO_INTERNAL;
};

// Copies the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_request_info_t &info, RequestRecord &record);

}  // namespace mqs_shim
