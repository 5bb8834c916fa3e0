#include "mqs_shim/targets/told_stacks.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "mqs_shim/targets/c_text.h"
#include "mqs_shim/targets/struct_size.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_threads = 1 << 16;
constexpr std::size_t most_frames = 4096;
constexpr std::size_t most_registers = 256;

// This was the size of a frame in the first version of the C API.
constexpr std::size_t least_frame_size = offsetof(mqs_shim_frame, file);

std::size_t frame_size(const mqs_shim_thread &thread) {
  return thread.frame_size == 0 ? least_frame_size : thread.frame_size;
}

// Returns true if the caller's frame struct has at least the members of the first version, and does not end within a
// member.
bool has_valid_frame_size(const mqs_shim_thread &thread) {
  const std::size_t size = frame_size(thread);
  return size >= least_frame_size && size % alignof(mqs_shim_frame) == 0;
}

// Returns a frame of the thread in the current layout. Members that the caller's version of the struct does not have
// are 0.
mqs_shim_frame frame_at(const mqs_shim_thread &thread, std::size_t index) {
  mqs_shim_frame frame{};
  const std::size_t size = frame_size(thread);
  std::memcpy(&frame, reinterpret_cast<const char *>(thread.frames) + index * size, std::min(size, sizeof frame));
  return frame;
}

std::vector<std::uint64_t> registers_of(const std::uint64_t *registers, std::size_t count) {
  if (registers == nullptr) return {};
  return {registers, registers + std::min(count, most_registers)};
}

ThreadStack to_thread_stack(const mqs_shim_thread &thread) {
  ThreadStack stack;
  stack.tid = static_cast<pid_t>(thread.tid);
  stack.name = text_of(thread.name);
  if (thread.state > 0 && thread.state <= MQS_SHIM_STATE_CRASHED) stack.state = static_cast<KernelState>(thread.state);
  stack.sleeps_for_own_process = thread.sleeps_for_own_process != 0;
  stack.problem = text_of(thread.problem);
  stack.registers = registers_of(thread.registers, thread.register_count);
  if (thread.frames == nullptr) return stack;
  for (std::size_t i = 0; i < std::min<std::size_t>(thread.frame_count, most_frames); ++i) {
    const mqs_shim_frame told = frame_at(thread, i);
    Frame &frame = stack.frames.emplace_back();
    frame.pc = Address(told.pc);
    frame.returns = told.returns != 0;
    frame.stack_pointer = Address(told.stack_pointer);
    frame.function = text_of(told.function);
    frame.file = text_of(told.file);
    frame.line = told.line;
    frame.module = text_of(told.module);
    frame.offset = told.offset;
    frame.inlined = told.inlined != 0;
    frame.preserved = registers_of(told.preserved, told.preserved_count);
  }
  if (thread.frame_count > most_frames && stack.problem.empty())
    stack.problem = "more than " + std::to_string(most_frames) + " frames";
  return stack;
}

}  // namespace

std::optional<std::vector<ThreadStack>> told_stacks(std::size_t count, const mqs_shim_thread *threads) {
  if ((threads == nullptr && count != 0) || count > most_threads) return std::nullopt;
  // The stride between elements is the size of the struct in the caller's version of the header.
  const std::size_t stride = count == 0 ? 0 : threads->struct_size;
  std::vector<ThreadStack> stacks;
  for (std::size_t i = 0; i < count; ++i) {
    const auto *given = reinterpret_cast<const mqs_shim_thread *>(reinterpret_cast<const char *>(threads) + i * stride);
    const auto thread = c_api::widened(*given, &mqs_shim_thread::registers);
    if (!thread || given->struct_size != stride || !has_valid_frame_size(*thread)) return std::nullopt;
    stacks.push_back(to_thread_stack(*thread));
  }
  return stacks;
}

std::vector<Frame> CallbackCode::jumped_frames(const Frame &caller, const Frame &callee) const {
  std::vector<Frame> frames;
  for (const Address jump : target_.jumps(caller.pc, callee.pc, callee.returns)) {
    Frame &frame = frames.emplace_back();
    frame.pc = jump;
    frame.stack_pointer = caller.stack_pointer;
    frame.function = function_at(jump);
    frame.module = module_of(frame.function);
  }
  return frames;
}

}  // namespace mqs_shim
