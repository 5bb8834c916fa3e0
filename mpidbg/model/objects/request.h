#pragma once
// Describes a request in the terms of the MPI standard. Plain data; facts that memory does not contain are empty
// optionals.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/status.h"

namespace mpidbg::model {

// The kind of operation. The enumerators have the values of mpidbg_request_type_t.
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

// The state of a request. The enumerators have the values of mpidbg_request_state_t.
enum class RequestState { inactive, active, complete, cancelled };

// The MPI function that made the request. The enumerators have the values of mpidbg_request_call_t.
enum class RequestCall {
#define MPIDBG_REQUEST_CALL(word, WORD, name) word,
#include "mpidbg/base/request_calls.def"
};

// Identifies a process that a request communicates with.
struct RequestPeer {
  // The rank in the communicator; -1 if unknown.
  int comm_rank = -1;
  // The rank in MPI_COMM_WORLD; -1 if the process is not a member.
  int world_rank = -1;
  ProcessName name;
};

// Describes the message that a receive has matched.
struct MatchedMessage {
  RequestPeer source;
  int tag = 0;
  std::optional<std::uint64_t> bytes;
};

// Holds the functions of a generalized request, as the program passed them to MPI_Grequest_start.
struct GeneralizedFunctions {
  // The addresses of the three functions, and the extra_state that MPI passes to them.
  Address query{}, free{}, cancel{}, state{};
  // True if the functions have Fortran's calling convention.
  bool fortran = false;
};

// The action of a step in a schedule. The enumerators have the values of mpidbg_schedule_action_t.
enum class ScheduleAction { send, receive, reduce, copy, unpack };
// The state of a step: its round has not begun, it is in progress, or it is done. The enumerators have the values of
// mpidbg_schedule_state_t.
enum class ScheduleState { waiting, pending, done };

// Describes one step in the schedule of a nonblocking collective operation.
struct ScheduleOperation {
  // The number of the round to which the step belongs, counted from 1.
  int round = 0;
  ScheduleAction action = ScheduleAction::send;
  ScheduleState state = ScheduleState::waiting;
  // The other process, if the step is a transfer.
  RequestPeer peer;
  // True if the peer's rank refers to the local group of an intercommunicator instead of the remote group.
  bool in_local_group = false;
  // The arguments of the step: number of elements, their datatype, and the reduction operation (null if there is none).
  std::uint64_t count = 0;
  Handle datatype{};
  Handle op{};
  // The memory that the step reads, and the memory that it writes.
  Address source{}, target{};
  // The request of a transfer in progress.
  Handle request{};
  // The names of the datatype and the reduction operation; empty if they have none.
  std::string datatype_name, op_name;
};

// Describes the schedule of a nonblocking collective operation, round by round.
struct Schedule {
  // The round in progress: 0 before the start, `rounds` + 1 when all rounds are done.
  int round = 0;
  int rounds = 0;
  // True if more operations follow than are listed.
  bool truncated = false;
  // The operations of the current round and of the following ones.
  std::vector<ScheduleOperation> operations;
};

// Describes one request. `handle` identifies it while the process is stopped.
struct Request {
  Handle handle{};
  // The address of the library's record, if the handle is a number.
  Address record{};
  // The name of a predefined request, otherwise empty.
  std::string name;
  bool predefined = false;
  bool is_null = false;
  // The Fortran INTEGER handle; -1 if the request has none.
  int fortran_index = -1;
  int reference_count = 0;
  RequestType type = RequestType::unknown;
  RequestState state = RequestState::active;
  // True if the library has marked the request complete.
  bool complete = false;
  bool cancelled = false;
  bool persistent = false;
  // True if the library made the request for itself.
  bool internal = false;
  // True if MPI_Request_free was called.
  bool freed = false;
  // True if `freed` was inferred from reference counts.
  bool freed_inferred = false;
  RequestCall call = RequestCall::unknown;
  // True if `call` is a guess, because other functions leave the same contents in memory.
  bool call_inferred = false;
  SendMode send_mode = SendMode::unknown;
  // The name of the MPI function that made the request, such as "MPI_Iallreduce"; empty if it is not recorded.
  std::string created_by;

  // The object that the request belongs to is one of these three; the other two are null.
  Handle communicator{}, file{}, window{};
  Handle datatype{};
  std::string datatype_name;
  // True if the library or the program named the datatype; otherwise the name is derived from the handle.
  bool datatype_named = false;

  // The peer that was passed to the call; empty for MPI_ANY_SOURCE.
  std::optional<RequestPeer> peer;
  bool any_source = false;
  std::optional<int> tag;
  bool any_tag = false;
  std::optional<MatchedMessage> matched;
  // These four members have the same meaning as the members of Operation with the same names.
  std::optional<std::uint64_t> count, bytes, bytes_done, sequence;
  // `transfer_started` is true if the point-to-point layer has begun to move the data, and `transfer_completed` if it
  // has finished; empty if unknown.
  std::optional<bool> transfer_started, transfer_completed;
  std::optional<Partitions> partitions;
  // The address of the program's buffer; null if unknown.
  Address buffer{};
  // The library's copy of the data of a buffered send; otherwise null.
  Address library_buffer{};
  // An address on the stack of the thread that waits for the request; null if unknown.
  Address waiter{};

  std::optional<MessageStatus> status;
  std::optional<GeneralizedFunctions> generalized;
  // True if MPI_Wait and the like call a function that completes the request: one of the program, or one of the library
  // for its files.
  bool polled = false;
  std::optional<Schedule> schedule;
  // The reason why `schedule` is empty or incomplete.
  std::string schedule_problem;
  // A sentence about a member that is omitted because its value is damaged; empty if there is none.
  std::string problem;
};

}  // namespace mpidbg::model
