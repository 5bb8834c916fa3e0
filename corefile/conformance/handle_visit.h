#pragma once
// Makes those calls of the handle interface that every plugin must survive, whatever it knows about the process.

#include "corefile/conformance/visit.h"

namespace mqs_shim {

// A kind of handle, such as "comm", and the function that answers about handles of this kind, "mpidbg_comm_query".
struct HandleQuery {
  int number;  // an mpidbg_handle_kind_t
  const char *kind;
  const char *function;
};
// All kinds, in the order of mpidbg_handle_kind_t.
inline constexpr HandleQuery handle_queries[] = {
#define MPIDBG_HANDLE_KIND(noun, word, WORD, type) {MPIDBG_KIND_##WORD, #word, "mpidbg_" #word "_query"},
#include "mpidbg/base/handle_kinds.def"
};
// The functions without which no handle can be asked for.
inline constexpr const char *handle_set_up_functions[] = {"mpidbg_init_once", "mpidbg_init_per_image",
                                                          "mpidbg_init_per_process"};

// Returns true if the plugin can be asked about handles of some kind.
bool has_handles(const Plugin &plugin);

// Checks the rules about the versions that the plugin reports.
void check_handle_versions(Trial &trial);
// Sets up the plugin's queue and handle interfaces for one process, asks for handles, and finalizes the handle
// interface. Checks that the queue interface gives the same answers afterwards as before.
void visit_handles(Trial &trial, Target &target);

}  // namespace mqs_shim
