#pragma once
// This table has the calls of MPI by name, with what each waits for and how data flows in it. Source: the MPI standard
// 1.0 to 5.0. Everything is known when the program is compiled; a lookup compares at most ten names and allocates
// nothing.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace mpidbg {

// The event that a call may have to wait for before it returns. Calls with `message` or a later value may block.
enum class CallWait : std::uint8_t {
  local,          // it returns whatever other processes do; it may start something that they have to take part in
  poll,           // so does this one, and a program calls it again and again: MPI_Test, MPI_Iprobe
  message,        // a message that the call itself sends, receives or probes for
  messages,       // several of those: MPI_Sendrecv
  buffer,         // the messages in the buffer of MPI_Buffer_attach
  request,        // one request of the program: MPI_Wait
  requests,       // all of an array of requests: MPI_Waitall
  any_request,    // one or more of an array: MPI_Waitany, MPI_Waitsome
  members,        // members of a communicator that make the same call
  window_group,   // the members of a group that have the other side of an epoch: MPI_Win_start, _complete, _wait
  window_lock,    // a lock of a window that others may hold: MPI_Win_lock, MPI_Win_lock_all
  window_target,  // the targets of one-sided operations, and locks that are granted late: MPI_Win_flush, MPI_Win_unlock
  begin,          // that all processes begin: MPI_Init
  end,            // that all processes end: MPI_Finalize
  outside,        // something outside of the job: another job, the file system, a name server
  unclear         // the standard lets it wait, and does not say for what
};

// The direction of data, as the standard has it and not as the algorithm of a library.
enum class DataFlow : std::uint8_t {
  none,
  standard_send,
  buffered_send,
  synchronous_send,
  ready_send,
  receive,
  matched_receive,    // of a message that a probe has found: MPI_Mrecv
  probe,              // a receive that leaves the message where it is
  exchange,           // a send and a receive
  partitions,         // of a partitioned send or receive
  buffer,             // sends that have left their data in a buffer
  from_root,          // of a collective: each member needs the root
  to_root,            // the root needs each member
  to_root_by_counts,  // the root needs each member whose count is not 0
  all_to_all,         // each member needs each other one
  between_members,    // which ones a member needs is decided by counts or by the library
  neighbors,          // each member needs its neighbors in the topology
  tagged  // only some members of the communicator make the call, and their messages have a tag of the program's
};

// The operation that the tag of a library's internal message stands for. It is a hint, since a library may implement
// one operation by the algorithm of another.
enum class CollectiveOperation : std::uint8_t {
#define MPIDBG_COLLECTIVE_OPERATION(word, WORD) word,
#include "mpidbg/base/collective_operations.def"
};

// An MpiCall is one row of the table.
struct MpiCall {
  // `name` is "MPI_Send". It is empty for a call that the table does not have.
  std::string_view name;
  // `since` is ten times the version of the standard that introduced the call: 31 is MPI 3.1.
  std::uint8_t since;
  CallWait wait;
  DataFlow data;
  // A collective call is made by all members of a group together.
  bool is_collective;
  // `operation` is the one that the call begins, blocking or not. It is unknown for MPI_Bcast_init and for all calls
  // that are not collective operations.
  CollectiveOperation operation;

  constexpr std::string_view name_without_prefix() const { return name.substr(name.empty() ? 0 : 4); }

  constexpr bool may_block() const { return wait >= CallWait::message; }
  constexpr bool is_poll() const { return wait == CallWait::poll; }
  constexpr bool takes_requests() const { return wait == CallWait::requests || wait == CallWait::any_request; }
  constexpr bool waits_for_requests() const { return wait == CallWait::request || takes_requests(); }
  constexpr bool sends() const { return data >= DataFlow::standard_send && data <= DataFlow::ready_send; }
  constexpr bool receives() const { return data == DataFlow::receive || data == DataFlow::matched_receive; }
  constexpr bool is_blocking_probe() const { return wait == CallWait::message && data == DataFlow::probe; }

  // These return whether one of the arguments is a window or a file. Calls that make one take a communicator instead.
  constexpr bool takes_window() const {
    return name.starts_with("MPI_Win_") && !name.starts_with("MPI_Win_create") && !name.starts_with("MPI_Win_allocate");
  }
  constexpr bool takes_file() const { return name.starts_with("MPI_File_") && name != "MPI_File_open"; }
};

// The table is sorted by name, which the assertion below proves.
inline constexpr MpiCall mpi_calls[] = {
#define MPIDBG_MPI_CALL(name, since, wait, data) \
  {"MPI_" #name, since, CallWait::wait, DataFlow::data, false, CollectiveOperation::unknown},
#define MPIDBG_MPI_COLLECTIVE(name, since, wait, data, operation) \
  {"MPI_" #name, since, CallWait::wait, DataFlow::data, true, CollectiveOperation::operation},
#include "mpidbg/base/mpi_calls.def"
};

// Looks a call up by its name without "MPI_": "Send", or "Send_c" for the variant with large counts. For a call that
// the table does not have it returns one that is local and has an empty name.
constexpr MpiCall mpi_call_without_prefix(std::string_view name) {
  if (name.ends_with("_c")) name.remove_suffix(2);
  const auto *found = std::lower_bound(
      std::begin(mpi_calls), std::end(mpi_calls), name,
      [](const MpiCall &call, std::string_view wanted) { return call.name_without_prefix() < wanted; });
  if (found == std::end(mpi_calls) || found->name_without_prefix() != name) return {};
  return *found;
}

// Looks a call up by "MPI_Send" or "MPI_Send_c". The table does not have "PMPI_Send".
constexpr MpiCall mpi_call(std::string_view name) {
  return name.starts_with("MPI_") ? mpi_call_without_prefix(name.substr(4)) : MpiCall{};
}

static_assert(std::is_sorted(std::begin(mpi_calls), std::end(mpi_calls),
                             [](const MpiCall &one, const MpiCall &other) { return one.name < other.name; }));

}  // namespace mpidbg
