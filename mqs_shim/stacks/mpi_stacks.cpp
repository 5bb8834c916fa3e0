#include "mqs_shim/stacks/mpi_stacks.h"

#include <utility>

#include "mpidbg/base/readable_name.h"
#include "mqs_shim/stacks/frame_owner.h"
#include "mqs_shim/stacks/jumped_call.h"
#include "mqs_shim/stacks/mpi_call_name.h"
#include "mqs_shim/stacks/python_frames.h"
#include "mqs_shim/stacks/stack_sections.h"

namespace mqs_shim {

namespace {

bool has_source(const Frame &frame, const ProcessCode &process) {
  return !frame.file.empty() || !process.places(frame).empty();
}

// Holds the path of the file that contains the MPI library; it is the program's file if MPI is linked into the program.
// Also holds the address of the first function of mpi_entry_points that the file defines.
struct LibraryFile {
  explicit LibraryFile(const ProcessCode &process) {
    for (const std::string_view name : mpi_entry_points) {
      path = process.module_of(name);
      if (path.empty()) continue;
      entry = process.find_function(name).value_or(Address());
      return;
    }
  }

  // Returns true if the file is an MPI library with an unknown name that begins with "libmpi". Any other unknown file
  // may be a part of the program into which MPI is linked.
  bool has_unknown_name() const {
    return !is_mpi_library(path) && std::string_view(path).substr(path.rfind('/') + 1).starts_with("libmpi");
  }

  std::string path;
  Address entry{};
};

// Returns the machine code of a process for called_function().
Code code_of(const ProcessCode &process) {
  return {[&](Address address, std::size_t size) {
            std::vector<std::byte> memory(size);
            memory.resize(process.read(address, memory.data(), size));
            return memory;
          },
          [&](Address address) { return process.function_at(address); }};
}

bool is_x86_64(const ProcessCode &process) {
  return process.pointer_size() == 8 && process.byte_order() == ByteOrder::little;
}

// Returns a frame without a source line for the function of the program that `caller` called, if it ended with a jump
// into the MPI library, to `callee`. This follows from the call instruction, which names another function.
std::vector<Frame> jumped_into_mpi(const Frame &caller, const Frame &callee, const ProcessCode &process) {
  if (!is_x86_64(process) || owner_of(caller) != CodeOwner::program || owner_of(callee) != CodeOwner::mpi) return {};
  Frame frame;
  frame.function = called_function(code_of(process), caller.pc);
  if (frame.function.empty() || !mpi_call_name(frame.function).empty()) return {};
  frame.module = process.module_of(frame.function);
  if (frame.module.empty()) frame.module = caller.module;  // GDB does not find copies such as "settle.constprop.0"
  frame.stack_pointer = caller.stack_pointer;
  if (frame_owner(frame.module) != FrameOwner::program) return {};
  return {frame};
}

// Returns the frames of functions that ended with a jump, between a frame and the next inner one. Reads code
// if debug information is missing.
std::vector<Frame> jumped_frames(const Frame &caller, const Frame &callee, const ProcessCode &process) {
  if (!caller.returns || callee.interpreted || callee.inlined) return {};
  std::vector<Frame> frames = process.jumped_frames(caller, callee);
  return frames.empty() && !has_source(caller, process) ? jumped_into_mpi(caller, callee, process) : frames;
}

// Returns one frame for each function that was inlined at the frame's pc, the innermost first, and then one for the
// function that contains them.
std::vector<Frame> with_source(const Frame &frame, const ProcessCode &process) {
  std::vector<Frame> frames;
  for (SourcePlace &place : process.places(frame)) {
    Frame &named = frames.emplace_back(frame);
    if (!place.function.empty()) named.function = std::move(place.function);
    named.file = std::move(place.file);
    named.line = place.line;
    named.inlined = true;
  }
  if (frames.empty()) {
    frames.push_back(frame);
    frames.back().function = mpidbg::readable_name(frame.function);
  }
  frames.back().inlined = false;
  return frames;
}

}  // namespace

std::vector<MpiStack> mpi_stacks(std::vector<ThreadStack> threads, const ProcessCode &process) {
  const Code code = code_of(process);
  const ReadStack &read = code.read;
  const LibraryFile library(process);
  const bool has_unknown_name = library.has_unknown_name();
  StackFacts facts;
  facts.library_is_apart = has_unknown_name || is_mpi_library(library.path);
  // If no file is known to define MPI's functions, a frame in the file of an MPI library shows that the library is
  // apart from the program.
  for (const ThreadStack &thread : threads)
    if (library.path.empty() && has_library_frame(thread.frames)) facts.library_is_apart = true;
  facts.called = [&](const Frame &caller) {
    return caller.returns && is_x86_64(process) ? called_function(code, caller.pc) : std::string();
  };
  facts.is_of_mpi = [&](const std::string &function) {
    const std::string path = function.empty() ? std::string() : process.module_of(function);
    return !path.empty() && frame_owner(path) == FrameOwner::mpi;
  };
  Frame of_library;
  of_library.pc = library.entry;
  const bool is_inside = !library.path.empty() && !facts.library_is_apart && !has_source(of_library, process);
  std::vector<MpiStack> stacks;
  for (ThreadStack &thread : threads) {
    MpiStack &stack = stacks.emplace_back();
    static_cast<ThreadStack &>(stack) = std::move(thread);
    if (is_x86_64(process)) name_jumped_call(stack.frames, code);
    StackFacts known = facts;
    for (Frame &frame : stack.frames)
      if (has_unknown_name && frame.module == library.path) frame.of_library = true;
    if (is_inside &&
        tell_library_apart(stack.frames, library.path, [&](const Frame &frame) { return has_source(frame, process); }))
      known.library_is_apart = true;
    find_mpi_call(stack, stack.registers, process.pointer_size(), process.byte_order(), read, known);
  }
  add_python_frames({process.pointer_size(), process.byte_order(),
                     [&](Address at, void *to, std::size_t size) { return process.read(at, to, size); },
                     [&](std::string_view name) { return process.find_data(name); }},
                    stacks);
  return stacks;
}

void name_frames(MpiStack &stack, const ProcessCode &process, NamedFrames which) {
  const auto site = call_site(stack);
  if (which == NamedFrames::none || (which != NamedFrames::all && !site)) return;
  const std::size_t begin = which == NamedFrames::all ? 0 : *site;
  const std::size_t end = which == NamedFrames::site ? begin + 1 : stack.frames.size();
  std::vector<Frame> frames;
  std::optional<std::size_t> call_frame, inside_frame;
  for (std::size_t i = 0; i < stack.frames.size(); ++i) {
    const Frame &frame = stack.frames[i];
    const bool is_named = i >= begin && i < end && !frame.interpreted &&
                          (which == NamedFrames::all || !frame.of_interpreter) &&
                          (which != NamedFrames::program || owner_of(frame) == CodeOwner::program);
    if (is_named && i > 0 && owner_of(frame) == CodeOwner::program) {
      for (const Frame &jumped : jumped_frames(frame, stack.frames[i - 1], process))
        for (Frame &named : with_source(jumped, process)) frames.push_back(std::move(named));
    }
    if (!is_named || !frame.file.empty()) {
      frames.push_back(frame);
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

void name_last_calls(ProcessReport &report, const ProcessCode &process) {
  if (!report.recorder) return;
  for (RecordedThreadRecord &thread : report.recorder->threads) {
    for (RecordedCallRecord &call : thread.last_calls) {
      Frame frame;
      frame.pc = call.site;
      frame.returns = true;
      std::vector<SourcePlace> places = process.places(frame);
      if (places.empty()) continue;
      call.function = std::move(places.front().function);
      call.file = std::move(places.front().file);
      call.line = places.front().line;
    }
  }
}

}  // namespace mqs_shim
