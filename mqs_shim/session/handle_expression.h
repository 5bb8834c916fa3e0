#pragma once
// Resolves handles as users write them:
//
//   0x5602a3c0, 94571        the C handle itself
//   fortran:7                a Fortran INTEGER handle
//   cxx:EXPRESSION           an object of the C++ bindings, which holds the handle
//   MPI_INT, MPI_COMM_WORLD  a predefined handle
//   my dup                   a communicator's name
//   requests, requests+16    a variable of the program: symbol and offset in bytes. It holds the handle or, as
//                            predefined objects do, is the object.

#include <optional>
#include <string>
#include <string_view>

#include "mpidbg/base/result.h"
#include "mqs_shim/records/kind_words.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Returns the C handle for an expression; for a status, its address. The caller has to query whether the handle belongs
// to a live object. `process` contains the width of handles in variables. If no interpretation succeeds, the error is
// not_found, and its message lists them.
Result<Address> resolve_handle(const Conversation &conversation, const mpidbg_process_info_t &process,
                               mpidbg_handle_kind_t kind, const std::string &expression);

}  // namespace mqs_shim
