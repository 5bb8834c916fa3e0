#pragma once
// Maps the numbers of queue_details_interface.h to words.

#include "mpidbg/abi/queue_details_interface.h"
#include "mqs_shim/render/terms/term.h"

namespace mqs_shim {

// Return a word for a send mode or a protocol; empty if it is not known.
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

// Returns the word for the state of MPI in JSON. The words in texts, such as "before or in MPI_Init", are in
// selection.h.
constexpr std::string_view mpi_state_term(int state) {
  constexpr Term terms[] = {{MPIDBG_MPI_UNKNOWN, "unknown"},
                            {MPIDBG_MPI_NOT_INITIALIZED, "not initialized"},
                            {MPIDBG_MPI_INITIALIZED, "initialized"},
                            {MPIDBG_MPI_FINALIZED, "finalized"},
                            {MPIDBG_MPI_FINALIZING, "finalizing"}};
  return term(terms, state, "");
}

}  // namespace mqs_shim
