#include "mqs_shim/targets/told_stacks.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

#include "mqs_shim/stacks/python_frames.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_frames = 4096;
constexpr std::size_t most_registers = 256;

// The frames of the first version.
constexpr std::size_t least_frame_size = offsetof(mqs_shim_frame, file);

std::size_t frame_size(const mqs_shim_thread &thread) {
  return thread.frame_size == 0 ? least_frame_size : thread.frame_size;
}

// Members that the caller's frames do not have are 0.
mqs_shim_frame frame_at(const mqs_shim_thread &thread, std::size_t index) {
  mqs_shim_frame frame{};
  const std::size_t size = frame_size(thread);
  std::memcpy(&frame, reinterpret_cast<const char *>(thread.frames) + index * size, std::min(size, sizeof frame));
  return frame;
}

std::string text_of(const char *text) {
  return text == nullptr ? std::string() : std::string(text);
}

}  // namespace

bool has_valid_frame_size(const mqs_shim_thread &thread) {
  const std::size_t size = frame_size(thread);
  return size >= least_frame_size && size % alignof(mqs_shim_frame) == 0;
}

mqs_shim::MpiStack to_thread_stack(const mqs_shim_thread &thread) {
  mqs_shim::MpiStack stack;
  stack.tid = static_cast<pid_t>(thread.tid);
  stack.problem = text_of(thread.problem);
  if (thread.frames == nullptr) return stack;
  for (std::size_t i = 0; i < std::min<std::size_t>(thread.frame_count, most_frames); ++i) {
    const mqs_shim_frame told = frame_at(thread, i);
    Frame frame;
    frame.stack_pointer = Address(told.stack_pointer);
    frame.function = text_of(told.function);
    frame.file = text_of(told.file);
    frame.line = told.line;
    frame.module = text_of(told.module);
    frame.offset = told.offset;
    frame.inlined = told.inlined != 0;
    if (told.preserved != nullptr) {
      const std::size_t count = std::min<std::size_t>(told.preserved_count, most_registers);
      frame.preserved.assign(told.preserved, told.preserved + count);
    }
    stack.frames.push_back(std::move(frame));
  }
  if (thread.frame_count > most_frames && stack.problem.empty())
    stack.problem = "more than " + std::to_string(most_frames) + " frames";
  return stack;
}

void complete_stack(mqs_shim::MpiStack &stack, const mqs_shim_thread &thread, bool library_is_apart, Target &target,
                    Session &session) {
  std::span<const std::uint64_t> registers;
  if (thread.registers != nullptr) {
    registers = {thread.registers, std::min<std::size_t>(thread.register_count, most_registers)};
  }
  mqs_shim::find_mpi_call(stack, registers, target.pointer_size(), target.byte_order(),
                          [&](Address address, std::size_t size) {
                            std::vector<std::byte> memory(size);
                            memory.resize(session.read_memory(address, memory.data(), size));
                            return memory;
                          },
                          {.library_is_apart = library_is_apart, .called = {}});
}

void add_python_frames(std::vector<mqs_shim::MpiStack> &stacks, Target &target, Session &session) {
  mqs_shim::add_python_frames(
      {target.pointer_size(), target.byte_order(),
       [&](Address at, void *to, std::size_t size) { return session.read_memory(at, to, size); },
       [&](std::string_view name) { return target.find_symbol(std::string(name), SymbolKind::data); }},
      stacks);
}

}  // namespace mqs_shim
