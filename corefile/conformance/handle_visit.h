#pragma once
// Makes those calls of the handle interface that every plugin must survive, whatever it knows about the process.

#include "corefile/conformance/visit.h"

namespace mqs_shim {

// Returns true if the plugin has any function of the handle interface.
bool has_handles(const Plugin &plugin);

// Checks the rules about the versions that the plugin reports.
void check_handle_versions(Trial &trial);
// Sets up the plugin's queue and handle interfaces for one process, asks for handles, and finalizes the handle
// interface. Checks that the queue interface gives the same answers afterwards as before.
void visit_handles(Trial &trial, Target &target);

}  // namespace mqs_shim
