#include "mqs_shim/targets/told_stacks.h"

#include <algorithm>
#include <span>

#include "corefile/mpi/mpi_call_name.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_frames = 4096;
constexpr std::size_t most_registers = 256;
constexpr std::uint64_t most_stack_bytes = 65536;

void collect_words(corefile::ThreadStack &stack, const mqs_shim_thread &thread, std::size_t mpi_frame, Target &target,
                   Session &session) {
  const Address begin = stack.frames.front().stack_pointer, end = stack.frames[mpi_frame].stack_pointer;
  const std::uint64_t bytes = end < begin ? 0 : std::min<std::uint64_t>(end - begin, most_stack_bytes);
  std::vector<std::byte> memory(bytes);
  memory.resize(session.read_memory(begin, memory.data(), memory.size()));
  const unsigned width = target.pointer_size();
  for (std::size_t at = 0; at + width <= memory.size(); at += width) {
    const auto word = std::span<const std::byte>(memory).subspan(at, width);
    stack.library_words.emplace_back(mpidbg::decode_unsigned(word, target.byte_order()));
  }
  for (std::size_t i = 0;
       thread.registers != nullptr && i < std::min<std::size_t>(thread.register_count, most_registers); ++i) {
    stack.library_words.emplace_back(thread.registers[i]);
  }
  std::sort(stack.library_words.begin(), stack.library_words.end());
  stack.library_stack_begin = begin;
  stack.library_stack_end = begin + memory.size();
}

}  // namespace

corefile::ThreadStack to_thread_stack(const mqs_shim_thread &thread, Target &target, Session &session) {
  corefile::ThreadStack stack;
  if (thread.frames == nullptr) return stack;
  for (std::size_t i = 0; i < std::min<std::size_t>(thread.frame_count, most_frames); ++i) {
    corefile::Frame frame;
    frame.stack_pointer = Address(thread.frames[i].stack_pointer);
    if (thread.frames[i].function != nullptr) frame.function = thread.frames[i].function;
    stack.frames.push_back(std::move(frame));
  }
  stack.mpi_call = corefile::outermost_mpi_call(stack.frames);
  if (const auto mpi_frame = corefile::outermost_mpi_frame(stack.frames)) {
    collect_words(stack, thread, *mpi_frame, target, session);
  }
  return stack;
}

}  // namespace mqs_shim
