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
  constexpr Term terms[] = {
#define MPIDBG_REQUEST_CALL(word, WORD, name) {MPIDBG_CALL_##WORD, name},
#include "mpidbg/base/request_calls.def"
  };
  static_assert(std::size(terms) == MPIDBG_CALL_MAX);
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
