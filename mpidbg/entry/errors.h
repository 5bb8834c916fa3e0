#pragma once
// Converts errors of the model to the result codes of the two interfaces, mqs_* and mpidbg_*, and stops exceptions at
// the C boundary.

#include <new>
#include <string>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/base/result.h"
#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// The results of mqs_* functions that the interface does not define itself. New values are added at the end only.
enum MqsError : int {
  mqs_error_no_setup = mqs_first_user_code,
  mqs_error_no_communicator,
  mqs_error_bad_request,
  mqs_error_no_memory,
  mqs_error_unreadable,
  mqs_error_corrupt,
  mqs_error_layout,
  mqs_error_not_found,
  mqs_error_not_supported,
  mqs_error_unavailable,
  mqs_error_internal,
  mqs_error_being_made
};

// Returns the sentence for a code, which is the result of mqs_dll_error_string. It is a static string.
const char *mqs_error_text(int code);
// Returns the code of mqs_* functions for an error of the model.
int mqs_code(ErrorCode code);

// These two functions do the same for the functions mpidbg_*: they return the sentence for a code, and the code for an
// error.
const char *mpidbg_error_text(int code);
int mpidbg_code(ErrorCode code);

// Stores the message of an error in `process`, or in error_without_process() if `process` is null.
// mpidbg_error_detail() returns the message later. Returns the code for the error.
int mqs_failure(ProcessState *process, const Error &error);
int mpidbg_failure(ProcessState *process, const Error &error);

// Returns the sentence of the last error that belongs to no process. Each thread has a sentence of its own.
std::string &error_without_process();

// These functions call `function`, which returns a result code. An exception is converted to a code of the same family
// and does not leave the plugin, because the plugin's callers may be written in C.
template <class Function>
int guard_mqs(Function &&function) noexcept {
  try {
    return function();
  } catch (const std::bad_alloc &) {
    return mqs_error_no_memory;
  } catch (...) {
    return mqs_error_internal;
  }
}

template <class Function>
int guard_mpidbg(Function &&function) noexcept {
  try {
    return function();
  } catch (const std::bad_alloc &) {
    return MPIDBG_ERR_NO_MEM;
  } catch (...) {
    return MPIDBG_ERR_UNAVAILABLE;
  }
}

}  // namespace mpidbg::entry
