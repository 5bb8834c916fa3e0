#include "mqs_shim/targets/told_stacks.h"

#include <algorithm>
#include <span>

namespace mqs_shim {

namespace {

constexpr std::size_t most_frames = 4096;
constexpr std::size_t most_registers = 256;

}  // namespace

corefile::MpiStack to_thread_stack(const mqs_shim_thread &thread, Target &target, Session &session) {
  corefile::MpiStack stack;
  if (thread.frames == nullptr) return stack;
  for (std::size_t i = 0; i < std::min<std::size_t>(thread.frame_count, most_frames); ++i) {
    corefile::Frame frame;
    frame.stack_pointer = Address(thread.frames[i].stack_pointer);
    if (thread.frames[i].function != nullptr) frame.function = thread.frames[i].function;
    stack.frames.push_back(std::move(frame));
  }
  std::span<const std::uint64_t> registers;
  if (thread.registers != nullptr) {
    registers = {thread.registers, std::min<std::size_t>(thread.register_count, most_registers)};
  }
  corefile::find_mpi_call(stack, registers, target.pointer_size(), target.byte_order(),
                          [&](Address address, std::size_t size) {
                            std::vector<std::byte> memory(size);
                            memory.resize(session.read_memory(address, memory.data(), size));
                            return memory;
                          });
  return stack;
}

}  // namespace mqs_shim
