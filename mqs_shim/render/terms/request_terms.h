#pragma once
// Maps the numbers of abi/handles/request.h to words. All words are empty if the value is not known.

#include "mpidbg/abi/mpihandles_interface.h"
#include "mqs_shim/render/terms/term.h"

namespace mqs_shim {

constexpr std::string_view request_type_term(int type) {
  constexpr Term terms[] = {{MPIDBG_REQUEST_POINT_TO_POINT, "point-to-point"},
                            {MPIDBG_REQUEST_COLLECTIVE, "collective"},
                            {MPIDBG_REQUEST_FILE, "file"},
                            {MPIDBG_REQUEST_WINDOW, "one-sided"},
                            {MPIDBG_REQUEST_GENERALIZED, "generalized"},
                            {MPIDBG_REQUEST_COMM, "communicator"},
                            {MPIDBG_REQUEST_NOOP, "no operation"},
                            {MPIDBG_REQUEST_NULL, "null"}};
  return term(terms, type, "");
}

constexpr std::string_view request_state_term(int state) {
  constexpr Term terms[] = {{MPIDBG_REQUEST_INACTIVE, "inactive"},
                            {MPIDBG_REQUEST_ACTIVE, "active"},
                            {MPIDBG_REQUEST_COMPLETE, "complete"},
                            {MPIDBG_REQUEST_CANCELLED, "cancelled"}};
  return term(terms, state, "");
}

constexpr std::string_view request_send_mode_term(int mode) {
  constexpr Term terms[] = {{MPIDBG_REQUEST_MODE_STANDARD, "standard"},
                            {MPIDBG_REQUEST_MODE_SYNCHRONOUS, "synchronous"},
                            {MPIDBG_REQUEST_MODE_BUFFERED, "buffered"},
                            {MPIDBG_REQUEST_MODE_READY, "ready"}};
  return term(terms, mode, "");
}

// Returns the name of the MPI function that created a request, such as "MPI_Isend".
constexpr std::string_view request_call_term(int call) {
  constexpr Term terms[] = {{MPIDBG_CALL_ISEND, "MPI_Isend"},
                            {MPIDBG_CALL_IBSEND, "MPI_Ibsend"},
                            {MPIDBG_CALL_ISSEND, "MPI_Issend"},
                            {MPIDBG_CALL_IRSEND, "MPI_Irsend"},
                            {MPIDBG_CALL_IRECV, "MPI_Irecv"},
                            {MPIDBG_CALL_SEND_INIT, "MPI_Send_init"},
                            {MPIDBG_CALL_BSEND_INIT, "MPI_Bsend_init"},
                            {MPIDBG_CALL_SSEND_INIT, "MPI_Ssend_init"},
                            {MPIDBG_CALL_RSEND_INIT, "MPI_Rsend_init"},
                            {MPIDBG_CALL_RECV_INIT, "MPI_Recv_init"},
                            {MPIDBG_CALL_IREAD, "MPI_File_iread"},
                            {MPIDBG_CALL_IREAD_AT, "MPI_File_iread_at"},
                            {MPIDBG_CALL_IREAD_SHARED, "MPI_File_iread_shared"},
                            {MPIDBG_CALL_IWRITE, "MPI_File_iwrite"},
                            {MPIDBG_CALL_IWRITE_AT, "MPI_File_iwrite_at"},
                            {MPIDBG_CALL_IWRITE_SHARED, "MPI_File_iwrite_shared"},
                            {MPIDBG_CALL_IREAD_ALL, "MPI_File_iread_all"},
                            {MPIDBG_CALL_IWRITE_ALL, "MPI_File_iwrite_all"},
                            {MPIDBG_CALL_ICOLLECTIVE, "nonblocking collective"},
                            {MPIDBG_CALL_COLLECTIVE_INIT, "persistent collective"},
                            {MPIDBG_CALL_RPUT, "MPI_Rput"},
                            {MPIDBG_CALL_RGET, "MPI_Rget"},
                            {MPIDBG_CALL_RACCUMULATE, "MPI_Raccumulate"},
                            {MPIDBG_CALL_RGET_ACCUMULATE, "MPI_Rget_accumulate"},
                            {MPIDBG_CALL_GREQUEST_START, "MPI_Grequest_start"},
                            {MPIDBG_CALL_COMM_IDUP, "MPI_Comm_idup"},
                            {MPIDBG_CALL_PSEND_INIT, "MPI_Psend_init"},
                            {MPIDBG_CALL_PRECV_INIT, "MPI_Precv_init"}};
  static_assert(std::size(terms) == MPIDBG_CALL_MAX - 1, "all but MPIDBG_CALL_UNKNOWN");
  return term(terms, call, "");
}

constexpr std::string_view schedule_action_term(int action) {
  constexpr Term terms[] = {{MPIDBG_SCHEDULE_SEND, "send"},
                            {MPIDBG_SCHEDULE_RECEIVE, "receive"},
                            {MPIDBG_SCHEDULE_REDUCE, "reduce"},
                            {MPIDBG_SCHEDULE_COPY, "copy"},
                            {MPIDBG_SCHEDULE_UNPACK, "unpack"}};
  return term(terms, action, "");
}

constexpr std::string_view schedule_state_term(int state) {
  constexpr Term terms[] = {
      {MPIDBG_SCHEDULE_WAITING, "waiting"}, {MPIDBG_SCHEDULE_PENDING, "pending"}, {MPIDBG_SCHEDULE_DONE, "done"}};
  return term(terms, state, "");
}

}  // namespace mqs_shim
