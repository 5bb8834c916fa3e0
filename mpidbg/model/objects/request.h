#pragma once
// A request as MPI means it. Plain data; what memory does not hold is an empty optional.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/status.h"

namespace mpidbg::model {

// Numbered as mpidbg_request_type_t.
enum class RequestType {
  unknown,
  point_to_point,
  collective,
  file,
  window,
  generalized,
  communicator,
  no_operation,
  null
};

// Numbered as mpidbg_request_state_t.
enum class RequestState { inactive, active, complete, cancelled };

// The function that made it. Numbered as mpidbg_request_call_t.
enum class RequestCall {
  unknown,
  isend,
  ibsend,
  issend,
  irsend,
  irecv,
  send_init,
  bsend_init,
  ssend_init,
  rsend_init,
  recv_init,
  iread,
  iread_at,
  iread_shared,
  iwrite,
  iwrite_at,
  iwrite_shared,
  iread_all,
  iwrite_all,
  icollective,
  collective_init,
  rput,
  rget,
  raccumulate,
  rget_accumulate,
  grequest_start,
  comm_idup,
  psend_init,
  precv_init
};

// A process that a request communicates with.
struct RequestPeer {
  int comm_rank = -1;
  int world_rank = -1;  // -1: not in MPI_COMM_WORLD
  ProcessName name;
};

// The message that a receive has matched.
struct MatchedMessage {
  RequestPeer source;
  int tag = 0;
  std::optional<std::uint64_t> bytes;
};

struct GeneralizedFunctions {
  Address query{}, free{}, cancel{}, state{};
  bool fortran = false;
  bool polled = false;  // calls that wait for it call a function that completes it
};

// Numbered as mpidbg_schedule_action_t and mpidbg_schedule_state_t.
enum class ScheduleAction { send, receive, reduce, copy, unpack };
enum class ScheduleState { waiting, pending, done };

struct ScheduleOperation {
  int round = 0;  // from 1
  ScheduleAction action = ScheduleAction::send;
  ScheduleState state = ScheduleState::waiting;
  RequestPeer peer;             // of a transfer
  bool in_local_group = false;  // the peer's rank counts in the local group of an intercommunicator
  std::uint64_t count = 0;
  Handle datatype{};
  Handle op{};
  Address source{}, target{};
  Handle request{};                    // of a pending transfer
  std::string datatype_name, op_name;  // empty if they have none
};

// What a nonblocking collective operation does, round by round.
struct Schedule {
  int round = 0;  // in progress; 0: not started, rounds + 1: all done
  int rounds = 0;
  bool truncated = false;
  std::vector<ScheduleOperation> operations;  // of this round and the following
};

struct Request {
  Handle handle{};
  Address record{};  // the library's record, where the handle is a number
  std::string name;  // of a predefined one
  bool predefined = false;
  bool is_null = false;
  int fortran_index = -1;
  int reference_count = 0;
  RequestType type = RequestType::unknown;
  RequestState state = RequestState::active;
  bool complete = false;  // marked so
  bool cancelled = false;
  bool persistent = false;
  bool internal = false;  // the library's own
  bool freed = false;     // MPI_Request_free was called
  bool freed_inferred = false;
  RequestCall call = RequestCall::unknown;
  bool call_inferred = false;  // other calls leave the same in memory
  SendMode send_mode = SendMode::unknown;

  Handle communicator{}, file{}, window{};
  Handle datatype{};
  std::string datatype_name;
  bool datatype_named = false;

  std::optional<RequestPeer> peer;  // as posted; empty for any, too
  bool any_source = false;
  std::optional<int> tag;
  bool any_tag = false;
  std::optional<MatchedMessage> matched;
  std::optional<std::uint64_t> count, bytes, bytes_done, sequence;
  std::optional<bool> transfer_started, transfer_completed;
  std::optional<Partitions> partitions;
  Address buffer{};
  Address library_buffer{};
  Address waiter{};

  std::optional<MessageStatus> status;
  std::optional<GeneralizedFunctions> generalized;
  std::optional<Schedule> schedule;
  std::string schedule_problem;
  std::string problem;  // a value that is damaged, and left out
};

}  // namespace mpidbg::model
