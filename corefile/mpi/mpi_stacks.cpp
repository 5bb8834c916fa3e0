#include "corefile/mpi/mpi_stacks.h"

#include <string_view>

#include "corefile/elf/readable_name.h"
#include "corefile/mpi/mpi_entry_points.h"
#include "mqs_shim/stacks/frame_owner.h"
#include "mqs_shim/stacks/jumped_call.h"
#include "mqs_shim/stacks/python_frames.h"
#include "mqs_shim/stacks/stack_sections.h"

namespace corefile {

namespace {

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

Result<std::vector<MpiStack>> mpi_stacks(Process &process) {
  MPIDBG_ASSIGN(threads, process.stacks());
  const mqs_shim::ReadStack read = [&](Address address, std::size_t size) {
    process.note_wanted(address, size);
    std::vector<std::byte> memory(size);
    memory.resize(process.read_up_to(address, memory.data(), size));
    return memory;
  };
  const mqs_shim::Code code{read, [&](Address address) { return process.function_at(address); }};
  const bool is_x86_64 = process.pointer_size() == 8 && process.byte_order() == ByteOrder::little;
  mqs_shim::StackFacts facts;
  const MpiEntryPoint entry_point = find_mpi_entry_point(process);
  const Module *const library = entry_point.module;
  facts.library_is_apart = library != nullptr && mqs_shim::is_mpi_library(library->path);
  facts.called = [&](const Frame &caller) {
    return caller.returns && is_x86_64 ? mqs_shim::called_function(code, caller.pc) : std::string();
  };
  facts.is_of_mpi = [&](const std::string &function) {
    const Module *const module = function.empty() ? nullptr : process.module_defining(function);
    return module != nullptr && mqs_shim::frame_owner(module->path) == mqs_shim::FrameOwner::mpi;
  };
  const auto has_source = [&](const Frame &frame) { return !process.source_places(frame).empty(); };
  Frame of_library;
  if (library != nullptr)
    of_library.pc = process.find_symbol(entry_point.name, SymbolKind::function).value_or(Address());
  // An MPI library whose file is not among those that are known. Others may be the program's, with MPI linked into
  // them.
  const bool is_unknown_file =
      library != nullptr && !facts.library_is_apart &&
      std::string_view(library->path).substr(library->path.rfind('/') + 1).starts_with("libmpi");
  if (is_unknown_file) facts.library_is_apart = true;
  const bool is_inside = library != nullptr && !facts.library_is_apart && !has_source(of_library);
  std::vector<MpiStack> stacks;
  for (ThreadStack &thread : threads) {
    MpiStack &stack = stacks.emplace_back();
    static_cast<ThreadStack &>(stack) = std::move(thread);
    if (is_x86_64) mqs_shim::name_jumped_call(stack.frames, code);
    mqs_shim::StackFacts known = facts;
    for (Frame &frame : stack.frames)
      if (is_unknown_file && frame.module == library->path) frame.of_library = true;
    if (is_inside && mqs_shim::tell_library_apart(stack.frames, library->path, has_source))
      known.library_is_apart = true;
    mqs_shim::find_mpi_call(stack, stack.registers, process.pointer_size(), process.byte_order(), read, known);
  }
  mqs_shim::add_python_frames({process.pointer_size(), process.byte_order(),
                               [&](Address at, void *to, std::size_t size) {
                                 process.note_wanted(at, size);
                                 return process.read_up_to(at, to, size);
                               },
                               [&](std::string_view name) { return process.find_symbol(name, SymbolKind::data); }},
                              stacks);
  return stacks;
}

void name_frames(MpiStack &stack, const Process &process, mqs_shim::NamedFrames which) {
  const auto site = mqs_shim::call_site(stack);
  if (which == mqs_shim::NamedFrames::none || (which != mqs_shim::NamedFrames::all && !site)) return;
  const std::size_t begin = which == mqs_shim::NamedFrames::all ? 0 : *site;
  const std::size_t end = which == mqs_shim::NamedFrames::site ? begin + 1 : stack.frames.size();
  std::vector<Frame> frames;
  std::optional<std::size_t> call_frame, inside_frame;
  for (std::size_t i = 0; i < stack.frames.size(); ++i) {
    const Frame &frame = stack.frames[i];
    if (i < begin || i >= end || frame.interpreted || (which != mqs_shim::NamedFrames::all && frame.of_interpreter) ||
        (which == mqs_shim::NamedFrames::program && mqs_shim::owner_of(frame) != mqs_shim::CodeOwner::program)) {
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
