#include "corefile/mpi/call_site.h"

#include "corefile/elf/readable_name.h"
#include "corefile/mpi/mpi_call_name.h"
#include "corefile/mpi/stack_sections.h"

namespace corefile {

namespace {

// The methods of MPI's C++ bindings are inlined into the program; a tool wraps a call with a function of its name.
bool is_of_binding(const Frame &frame, const std::string &call) {
  for (const std::string_view prefix : {"MPI::", "_ZN3MPI", "_ZNK3MPI"}) {
    if (frame.function.starts_with(prefix)) return true;
  }
  return !call.empty() && mpi_call_name(frame.function) == call;
}

// The function that has the frame, and those inlined into it, innermost first.
std::vector<Frame> with_source(const Frame &frame, const Process &process) {
  std::vector<Frame> frames;
  for (const SourcePlace &place : process.source_places(frame)) {
    Frame &named = frames.emplace_back(frame);
    if (!place.function.empty()) named.function = place.function;
    named.file = place.file;
    named.line = place.line;
    named.inlined = true;
  }
  if (frames.empty()) {
    frames.push_back(frame);
    frames.back().function = readable_name(frame.function);
  }
  frames.back().inlined = false;
  return frames;
}

}  // namespace

std::optional<std::size_t> call_site(const MpiStack &stack) {
  const bool in_call = stack.call_frame.has_value();
  for (std::size_t i = in_call ? *stack.call_frame + 1 : 0; i < stack.frames.size(); ++i) {
    const Frame &frame = stack.frames[i];
    if (frame.interpreted) return i;
    if (frame.of_interpreter || is_of_binding(frame, stack.mpi_call)) continue;
    if (owner_of(frame) != CodeOwner::program) continue;
    return i;
  }
  return std::nullopt;
}

void name_frames(MpiStack &stack, const Process &process, NamedFrames which) {
  const auto site = call_site(stack);
  if (which == NamedFrames::none || (which != NamedFrames::all && !site)) return;
  const std::size_t begin = which == NamedFrames::all ? 0 : *site;
  const std::size_t end = which == NamedFrames::site ? begin + 1 : stack.frames.size();
  std::vector<Frame> frames;
  std::optional<std::size_t> call_frame, inside_frame;
  for (std::size_t i = 0; i < stack.frames.size(); ++i) {
    const Frame &frame = stack.frames[i];
    if (i < begin || i >= end || frame.interpreted || (which != NamedFrames::all && frame.of_interpreter) ||
        (which == NamedFrames::program && owner_of(frame) != CodeOwner::program)) {
      frames.push_back(std::move(stack.frames[i]));
    } else {
      for (Frame &named : with_source(frame, process)) frames.push_back(std::move(named));
    }
    if (stack.call_frame == i) call_frame = frames.size() - 1;
    if (stack.inside_frame == i) inside_frame = frames.size() - 1;
  }
  stack.frames = std::move(frames);
  stack.call_frame = call_frame;
  stack.inside_frame = inside_frame;
}

}  // namespace corefile
