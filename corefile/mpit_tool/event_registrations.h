#pragma once
// Keeps what the tool registers for events, and raises the events that the recorder stored. The library of the tool
// would call a callback while the program runs; here the events have happened already. Therefore a registration gets
// all recorded events of its type once, in their order, within the call that registers its first callback. Instances
// are valid in the callback to which they are passed.

#include "corefile/mpit_tool/conversions.h"

#if MPI_VERSION >= 4

#include <cstdint>
#include <vector>

namespace mpit_tool {

// Describes an element of an event's data: its offset in bytes and its type.
struct EventElement {
  mpidbg_t_datatype_t datatype;
  std::int64_t displacement;
};

// Returns the elements of a type of events through `elements`, and the error code of the plugin.
int read_event_elements(const mqs_shim::PluginFunctions &call, mqs_process_ *process, int event_index,
                        std::vector<EventElement> &elements);

// Returns the elements of the event for which a callback is running; null outside of callbacks.
const std::vector<EventElement> *elements_of_raised_event();

}  // namespace mpit_tool

#endif

namespace mpit_tool {

// Returns true while a callback for events is running.
bool is_raising_events();

// Discards all registrations, when the target is closed.
void forget_event_registrations();

}  // namespace mpit_tool
