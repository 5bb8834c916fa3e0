#pragma once
// Describes the calls of MPI by name: what each call waits for, and the direction in which data flows. Source: the MPI
// standard 1.0 to 5.0. The table is a constant of the program; a lookup compares at most ten names and allocates
// nothing.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace mpidbg {

// The event that a call may have to wait for before it returns. Calls with `message` or a later value may block.
enum class CallWait : std::uint8_t {
  local,          // the call returns regardless of other processes; it may start an operation in which others take part
  poll,           // the call returns at once, but programs call it repeatedly: MPI_Test, MPI_Iprobe
  message,        // a message that the call itself sends, receives or probes for
  messages,       // several messages: MPI_Sendrecv
  buffer,         // the messages in the buffer of MPI_Buffer_attach
  request,        // one request of the program: MPI_Wait
  requests,       // all requests in an array: MPI_Waitall
  any_request,    // at least one request in an array: MPI_Waitany, MPI_Waitsome
  members,        // members of a communicator that make the same call
  window_group,   // the members of a group with the opposite side of an epoch: MPI_Win_start, _complete, _wait
  window_lock,    // a lock of a window that others may hold: MPI_Win_lock, MPI_Win_lock_all
  window_target,  // the targets of one-sided operations, and locks that are granted late: MPI_Win_flush, MPI_Win_unlock
  begin,          // all processes of the job, which have to initialize MPI: MPI_Init
  end,            // all processes of the job, which have to finalize MPI: MPI_Finalize
  outside,        // something outside of the job: another job, the file system, a name server
  unclear         // the standard allows the call to wait without stating for what
};

// The direction in which a call moves data according to the standard, regardless of the algorithm that a library uses.
enum class DataFlow : std::uint8_t {
  none,
  standard_send,
  buffered_send,
  synchronous_send,
  ready_send,
  receive,
  matched_receive,    // a receive of a message that MPI_Mprobe has matched: MPI_Mrecv
  probe,              // a receive that leaves the message where it is
  exchange,           // a send and a receive
  partitions,         // partitions of a partitioned send or receive
  buffer,             // the data of sends in the buffer of MPI_Buffer_attach
  from_root,          // a collective: each member needs the root
  to_root,            // a collective: the root needs each member
  to_root_by_counts,  // a collective: the root needs each member whose count is not 0
  all_to_all,         // a collective: each member needs every other member
  between_members,    // a collective: counts or the library decide which other members a member needs
  neighbors,          // a collective: each member needs its neighbors in the topology
  tagged              // only some members make the call, and the program chooses the tag of their messages
};

// The collective operation for which a library's internal message was sent, according to its tag. It is a hint, since a
// library may implement one operation by the algorithm of another.
enum class CollectiveOperation : std::uint8_t {
#define MPIDBG_COLLECTIVE_OPERATION(word, WORD) word,
#include "mpidbg/base/collective_operations.def"
};

// Describes one call of MPI, as a row of the table.
struct MpiCall {
  // The name with its prefix, such as "MPI_Send". The name is empty if the table does not have the call.
  std::string_view name;
  // Ten times the version of the standard that introduced the call; 31 is MPI 3.1.
  std::uint8_t since;
  CallWait wait;
  DataFlow data;
  // True if all members of a group have to make the call together.
  bool is_collective;
  // The collective operation that the call starts, blocking or nonblocking. The operation is unknown for MPI_Bcast_init
  // and for all calls that are not collective operations.
  CollectiveOperation operation;

  constexpr std::string_view name_without_prefix() const { return name.substr(name.empty() ? 0 : 4); }

  constexpr bool may_block() const { return wait >= CallWait::message; }
  constexpr bool is_poll() const { return wait == CallWait::poll; }
  constexpr bool takes_requests() const { return wait == CallWait::requests || wait == CallWait::any_request; }
  constexpr bool waits_for_requests() const { return wait == CallWait::request || takes_requests(); }
  constexpr bool sends() const { return data >= DataFlow::standard_send && data <= DataFlow::ready_send; }
  constexpr bool receives() const { return data == DataFlow::receive || data == DataFlow::matched_receive; }
  constexpr bool is_blocking_probe() const { return wait == CallWait::message && data == DataFlow::probe; }

  // The next two functions return true if the call has a window or a file as an argument. Calls that create a window or
  // a file take a communicator instead.
  constexpr bool takes_window() const {
    return name.starts_with("MPI_Win_") && !name.starts_with("MPI_Win_create") && !name.starts_with("MPI_Win_allocate");
  }
  constexpr bool takes_file() const { return name.starts_with("MPI_File_") && name != "MPI_File_open"; }
};

// The descriptions of all MPI calls. The table is sorted by name, which the assertion below proves.
inline constexpr MpiCall mpi_calls[] = {
#define MPIDBG_MPI_CALL(name, since, wait, data) \
  {"MPI_" #name, since, CallWait::wait, DataFlow::data, false, CollectiveOperation::unknown},
#define MPIDBG_MPI_COLLECTIVE(name, since, wait, data, operation) \
  {"MPI_" #name, since, CallWait::wait, DataFlow::data, true, CollectiveOperation::operation},
#include "mpidbg/base/mpi_calls.def"
};

// Returns the row of a call by its name without "MPI_": "Send", or "Send_c" for the variant with large counts. Returns
// a local call with an empty name if the table does not have the call.
constexpr MpiCall mpi_call_without_prefix(std::string_view name) {
  if (name.ends_with("_c")) name.remove_suffix(2);
  const auto *found = std::lower_bound(
      std::begin(mpi_calls), std::end(mpi_calls), name,
      [](const MpiCall &call, std::string_view wanted) { return call.name_without_prefix() < wanted; });
  if (found == std::end(mpi_calls) || found->name_without_prefix() != name) return {};
  return *found;
}

// Returns the row of a call by its full name, "MPI_Send" or "MPI_Send_c". The table does not contain names such as
// "PMPI_Send".
constexpr MpiCall mpi_call(std::string_view name) {
  return name.starts_with("MPI_") ? mpi_call_without_prefix(name.substr(4)) : MpiCall{};
}

static_assert(std::is_sorted(std::begin(mpi_calls), std::end(mpi_calls),
                             [](const MpiCall &one, const MpiCall &other) { return one.name < other.name; }));

}  // namespace mpidbg
