#include "mpidbg/entry/errors.h"

#include "mpidbg/abi/mpit_interface.h"

namespace mpidbg::entry {

namespace {

// The last error that belongs to no process. Each thread has an error of its own, because threads of the host may
// inspect different images.
thread_local std::string last_error;

}  // namespace

std::string &error_without_process() {
  return last_error;
}

const char *mqs_error_text(int code) {
  switch (code) {
    case mqs_ok:
      return "no error";
    case mqs_no_information:
      return "the information is not available";
    case mqs_end_of_list:
      return "end of the list";
    case mqs_error_no_setup:
      return "the image or process was not set up with this plugin";
    case mqs_error_no_communicator:
      return "the iteration has no current communicator";
    case mqs_error_bad_request:
      return "the queue does not exist, or no iteration was set up";
    case mqs_error_no_memory:
      return "the plugin is out of memory";
    case mqs_error_unreadable:
      return "memory of the process could not be read";
    case mqs_error_corrupt:
      return "memory of the process has unexpected contents";
    case mqs_error_layout:
      return "struct layouts of the MPI library are missing or fail their check";
    case mqs_error_not_found:
      return "the process has no such object";
    case mqs_error_not_supported:
      return "no MPI library, or point-to-point layer, that this plugin knows";
    case mqs_error_unavailable:
      return "MPI_Init has not completed, or MPI_Finalize has started";
    case mqs_error_internal:
      return "internal error of the plugin";
    case mqs_error_being_made:
      return "the library is making the object at this moment";
    default:
      return "unknown error code";
  }
}

int mqs_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::unreadable:
    case ErrorCode::system:
      return mqs_error_unreadable;
    case ErrorCode::corrupt:
      return mqs_error_corrupt;
    case ErrorCode::layout:
      return mqs_error_layout;
    case ErrorCode::not_found:
      return mqs_error_not_found;
    case ErrorCode::being_made:
      return mqs_error_being_made;
    case ErrorCode::not_supported:
      return mqs_error_not_supported;
    case ErrorCode::unavailable:
      return mqs_error_unavailable;
    case ErrorCode::out_of_range:
      return mqs_error_bad_request;
    case ErrorCode::no_memory:
      return mqs_error_no_memory;
  }
  return mqs_error_internal;
}

const char *mpidbg_error_text(int code) {
  switch (code) {
    case MPIDBG_SUCCESS:
      return "no error";
    case MPIDBG_ERR_NOT_FOUND:
      return "the process has no such object";
    case MPIDBG_ERR_NOT_SUPPORTED:
      return "not supported for this MPI library, or its struct layouts are not known";
    case MPIDBG_ERR_OUT_OF_RANGE:
      return "the index is out of range";
    case MPIDBG_ERR_UNAVAILABLE:
      return "the information is not available in the process";
    case MPIDBG_ERR_NO_MEM:
      return "out of memory";
    case MPIDBG_ERR_BEING_MADE:
      return "the library is making the object at this moment";
    case MPIDBG_T_ERR_INVALID:
      return "an argument is missing or makes no sense, or the value cannot be read";
    case MPIDBG_T_ERR_INVALID_INDEX:
      return "no active variable, category, event type, source or item has the index";
    case MPIDBG_T_ERR_INVALID_NAME:
      return "no variable, category or event type has the name";
    case MPIDBG_T_ERR_INVALID_HANDLE:
      return "the enumeration, handle, registration, instance or object does not exist or belongs to another session";
    case MPIDBG_T_ERR_INVALID_SESSION:
      return "the session does not exist";
    case MPIDBG_T_ERR_OUT_OF_HANDLES:
      return "too many handles";
    case MPIDBG_T_ERR_OUT_OF_SESSIONS:
      return "too many sessions";
    case MPIDBG_T_ERR_CVAR_SET_NEVER:
      return "control variables are never set: nothing is written to a process";
    case MPIDBG_T_ERR_PVAR_NO_STARTSTOP:
      return "the performance variable can be neither started nor stopped";
    case MPIDBG_T_ERR_PVAR_NO_WRITE:
      return "the performance variable can be neither written nor reset";
    case MPIDBG_T_ERR_PVAR_NO_ATOMIC:
      return "the performance variable cannot be read and reset at once";
    case MPIDBG_T_ERR_NOT_ACCESSIBLE:
      return "not from within a callback";
    default:
      return "unknown error code";
  }
}

int mpidbg_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::not_found:
      return MPIDBG_ERR_NOT_FOUND;
    case ErrorCode::being_made:
      return MPIDBG_ERR_BEING_MADE;
    case ErrorCode::not_supported:
    case ErrorCode::layout:
      return MPIDBG_ERR_NOT_SUPPORTED;
    case ErrorCode::out_of_range:
      return MPIDBG_ERR_OUT_OF_RANGE;
    case ErrorCode::no_memory:
      return MPIDBG_ERR_NO_MEM;
    case ErrorCode::unreadable:
    case ErrorCode::corrupt:
    case ErrorCode::unavailable:
    case ErrorCode::system:
      return MPIDBG_ERR_UNAVAILABLE;
  }
  return MPIDBG_ERR_UNAVAILABLE;
}

namespace {

void remember(ProcessState *process, const Error &error) {
  (process != nullptr ? process->error : last_error) = error.message;
  debugger::debug_print(error.message);
}

}  // namespace

int mqs_failure(ProcessState *process, const Error &error) {
  remember(process, error);
  return mqs_code(error.code);
}

int mpidbg_failure(ProcessState *process, const Error &error) {
  remember(process, error);
  return mpidbg_code(error.code);
}

}  // namespace mpidbg::entry
