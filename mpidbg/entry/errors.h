#pragma once
// Converts errors of the model to the codes of the two interfaces, and stops exceptions at the C boundary.

#include <new>
#include <string>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/base/result.h"
#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// Results of mqs_* functions beyond those that the interface defines. Values are only appended.
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
  mqs_error_internal
};

// The sentences of mqs_dll_error_string and mpidbg_error_string. They are static.
const char *mqs_error_text(int code);
// The code of a function family for an error of the model.
int mqs_code(ErrorCode code);

// The same for the functions mpidbg_*.
const char *mpidbg_error_text(int code);
int mpidbg_code(ErrorCode code);

// Stores the sentence for mpidbg_error_detail in the process, or as error_without_process() if `process` is null, and
// returns the code.
int mqs_failure(ProcessState *process, const Error &error);
int mpidbg_failure(ProcessState *process, const Error &error);

// The last error that belongs to no process. Each thread has its own.
std::string &error_without_process();

// Each runs a function that returns a result code, and converts exceptions to a code of its family. No exception leaves
// the plugin, whose callers may be written in C.
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
