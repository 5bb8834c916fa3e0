#pragma once
// Maps the numbers of queue_details_interface.h to words.

#include "mpidbg/abi/queue_details_interface.h"
#include "mqs_shim/render/terms/term.h"

namespace mqs_shim {

// Returns a word for a send mode. Words for send modes and protocols are empty if the value is not known.
constexpr std::string_view send_mode_term(int mode) {
  constexpr Term terms[] = {{MPIDBG_SEND_STANDARD, "standard"},
                            {MPIDBG_SEND_SYNCHRONOUS, "synchronous"},
                            {MPIDBG_SEND_BUFFERED, "buffered"},
                            {MPIDBG_SEND_READY, "ready"}};
  return term(terms, mode, "");
}

constexpr std::string_view protocol_term(int protocol) {
  constexpr Term terms[] = {{MPIDBG_PROTOCOL_EAGER, "eager"}, {MPIDBG_PROTOCOL_RENDEZVOUS, "rendezvous"}};
  return term(terms, protocol, "");
}

// Returns the word of the JSON. The words of the text, such as "before or in MPI_Init", are in selection.h.
constexpr std::string_view mpi_state_term(int state) {
  constexpr Term terms[] = {{MPIDBG_MPI_UNKNOWN, "unknown"},
                            {MPIDBG_MPI_NOT_INITIALIZED, "not initialized"},
                            {MPIDBG_MPI_INITIALIZED, "initialized"},
                            {MPIDBG_MPI_FINALIZED, "finalized"},
                            {MPIDBG_MPI_FINALIZING, "finalizing"}};
  return term(terms, state, "");
}

}  // namespace mqs_shim
