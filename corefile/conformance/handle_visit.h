#pragma once
// The calls of the handle interface that every plugin has to stand, whatever it knows of the process.

#include "corefile/conformance/visit.h"

namespace mqs_shim {

// Whether the plugin has any function of the interface.
bool has_handles(const Plugin &plugin);

void check_handle_versions(Trial &trial);
// Sets both families up in one process, asks, and finalizes that of the handles. The queues answer as before.
void visit_handles(Trial &trial, Target &target);

}  // namespace mqs_shim
