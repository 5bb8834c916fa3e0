#include "mqs_shim/stacks/call_site.h"

#include "mqs_shim/stacks/mpi_call_name.h"
#include "mqs_shim/stacks/stack_sections.h"

namespace mqs_shim {

namespace {

// Returns true for frames between the MPI call and the program's own code: methods of MPI's C++ bindings, which are
// compiled into the program, and functions of tools that wrap the call under its name.
bool is_of_binding(const Frame &frame, const std::string &call) {
  for (const std::string_view prefix : {"MPI::", "_ZN3MPI", "_ZNK3MPI"}) {
    if (frame.function.starts_with(prefix)) return true;
  }
  return !call.empty() && mpi_call_name(frame.function) == call;
}

}  // namespace

std::optional<std::size_t> call_site(const MpiStack &stack) {
  std::size_t begin = 0;
  if (stack.call_frame) begin = wrapper_of_call(stack.frames, *stack.call_frame).value_or(*stack.call_frame) + 1;
  for (std::size_t i = begin; i < stack.frames.size(); ++i) {
    const Frame &frame = stack.frames[i];
    if (frame.interpreted) return i;
    if (frame.of_interpreter || is_of_binding(frame, stack.mpi_call)) continue;
    if (owner_of(frame) != CodeOwner::program) continue;
    return i;
  }
  return std::nullopt;
}

}  // namespace mqs_shim
