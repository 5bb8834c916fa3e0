#include "corefile/mpi/mpi_stack.h"

#include <algorithm>

#include "corefile/mpi/frame_owner.h"
#include "corefile/mpi/mpi_call_name.h"
#include "corefile/mpi/python_frames.h"

namespace corefile {

namespace {

constexpr std::uint64_t most_library_stack = 65536;  // bytes

// The function that calls the progress engine until something is complete; without one on the stack the innermost
// function of the library, which is just looking.
std::optional<std::size_t> waiting_frame(const std::vector<Frame> &frames, std::size_t call) {
  for (std::size_t i = call; i-- > 0;) {
    if (frames[i].function == "opal_progress") return i + 1;
  }
  for (std::size_t i = 0; i <= call; ++i) {
    if (frame_owner(frames[i].module) == FrameOwner::mpi) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> outermost_mpi_frame(const std::vector<Frame> &frames) {
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (!mpi_call_name(frames[i].function).empty()) return i;
  }
  return std::nullopt;
}

void find_mpi_call(MpiStack &stack, std::span<const std::uint64_t> registers, unsigned pointer_size, ByteOrder order,
                   const ReadStack &read) {
  const auto frame = outermost_mpi_frame(stack.frames);
  if (!frame) return;
  stack.mpi_call = mpi_call_name(stack.frames[*frame].function);
  stack.call_frame = frame;
  const AddressRange range{stack.frames.front().stack_pointer, stack.frames[*frame].stack_pointer};
  std::vector<std::byte> memory;
  if (range.size() != 0 && range.begin.value() % pointer_size == 0)
    memory = read(range.begin, std::min(range.size(), most_library_stack));
  std::vector<Address> &words = stack.library_words;
  for (const std::uint64_t value : registers) words.emplace_back(value);
  AddressRange waiting, saved;
  if (const auto waits = waiting_frame(stack.frames, *frame); waits && *waits + 1 < stack.frames.size()) {
    waiting = {stack.frames[*waits].stack_pointer, stack.frames[*waits + 1].stack_pointer};
    for (const std::uint64_t value : stack.frames[*waits].preserved) stack.waiting_registers.emplace_back(value);
    // Not unwound: then the function that it calls has saved them at the start of its own part of the stack.
    if (stack.waiting_registers.empty() && *waits > 0)
      saved = {stack.frames[*waits - 1].stack_pointer, stack.frames[*waits].stack_pointer};
  }
  for (std::size_t at = 0; at + pointer_size <= memory.size(); at += pointer_size) {
    words.emplace_back(mpidbg::decode_unsigned(Bytes(memory).subspan(at, pointer_size), order));
    if (waiting.contains(range.begin + at)) stack.waiting_slots.push_back(words.back());
    if (saved.contains(range.begin + at)) stack.waiting_registers.push_back(words.back());
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  stack.library_stack = {range.begin, range.begin + memory.size()};
}

Result<std::vector<MpiStack>> mpi_stacks(Process &process) {
  MPIDBG_ASSIGN(threads, process.stacks());
  const ReadStack read = [&](Address address, std::size_t size) {
    std::vector<std::byte> memory(size);
    memory.resize(process.read_up_to(address, memory.data(), size));
    return memory;
  };
  std::vector<MpiStack> stacks;
  for (ThreadStack &thread : threads) {
    MpiStack &stack = stacks.emplace_back(MpiStack{std::move(thread), {}, {}, {}, {}, {}, {}});
    find_mpi_call(stack, stack.registers, process.pointer_size(), process.byte_order(), read);
  }
  add_python_frames(process, stacks);
  return stacks;
}

}  // namespace corefile
