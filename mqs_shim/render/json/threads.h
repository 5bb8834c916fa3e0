#pragma once

#include "mqs_shim/records/thread.h"
#include "mqs_shim/render/json/json_writer.h"

namespace mqs_shim {

// Writes the state of a thread or process in the kernel, as the value of a key "state".
void write_kernel_state(JsonWriter &json, KernelState state);
// Writes the first members of an object that is a function on a stack; 0 and empty mean "not known".
void write_frame(JsonWriter &json, std::string_view function, std::string_view file, std::uint32_t line,
                 std::string_view module, std::uint64_t offset);
// Writes the member "threads" of a process: each thread with its call and the place of the call.
void write_threads(JsonWriter &json, const std::vector<ThreadRecord> &threads);

}  // namespace mqs_shim
