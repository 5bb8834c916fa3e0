#include "corefile/mpi/mpi_stack.h"

#include <algorithm>
#include <string_view>

#include "corefile/mpi/frame_owner.h"
#include "corefile/mpi/jumped_call.h"
#include "corefile/mpi/mpi_call_name.h"
#include "corefile/mpi/python_frames.h"

namespace corefile {

namespace {

constexpr std::uint64_t most_library_stack = 65536;  // bytes

struct WaitingFrames {
  std::size_t innermost = 0, outermost = 0;
};

std::string_view file_of(const Frame &frame) {
  return std::string_view(frame.module).substr(frame.module.rfind('/') + 1);
}

// Whether the code is MPICH's: of its own file, or with a name inside a program. UCX is not.
bool is_of_mpich(const Frame &frame) {
  return file_of(frame).starts_with("libmpich") || frame.function.starts_with("MPID") ||
         frame.function.starts_with("MPIR_");
}

bool is_of_ucx(const Frame &frame) {
  return file_of(frame).starts_with("libuc");
}

// The function that calls the progress engine until something is complete. That of MPICH has no name where the library
// is stripped, as nothing between it and the call has: then it is any of them. Some functions of Open MPI call UCX
// directly. Without any of these on the stack it is the innermost function of the library, which is just looking.
std::optional<WaitingFrames> waiting_frames(const std::vector<Frame> &frames, std::size_t call) {
  for (std::size_t i = call; i-- > 0;) {
    if (frames[i].function == "opal_progress") return WaitingFrames{i + 1, i + 1};
  }
  for (std::size_t i = 0; i < call; ++i) {
    if (is_of_mpich(frames[i])) return WaitingFrames{i, call};
  }
  for (std::size_t i = call; i-- > 0;) {
    if (is_of_ucx(frames[i])) return WaitingFrames{i + 1, i + 1};
  }
  for (std::size_t i = 0; i <= call; ++i) {
    if (frame_owner(frames[i].module) == FrameOwner::mpi) return WaitingFrames{i, i};
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
  const auto waits = waiting_frames(stack.frames, *frame);
  const bool has_outer = waits && waits->outermost + 1 < stack.frames.size();
  const std::size_t last = has_outer ? std::max(*frame, waits->outermost + 1) : *frame;
  const AddressRange range{stack.frames.front().stack_pointer, stack.frames[last].stack_pointer};
  std::vector<std::byte> memory;
  if (range.size() != 0 && range.begin.value() % pointer_size == 0)
    memory = read(range.begin, std::min(range.size(), most_library_stack));
  std::vector<Address> &words = stack.library_words;
  for (const std::uint64_t value : registers) words.emplace_back(value);
  AddressRange waiting, saved;
  if (has_outer) {
    waiting = {stack.frames[waits->innermost].stack_pointer, stack.frames[waits->outermost + 1].stack_pointer};
    for (std::size_t i = waits->innermost; i <= waits->outermost; ++i) {
      for (const std::uint64_t value : stack.frames[i].preserved) stack.waiting_registers.emplace_back(value);
    }
    // Not unwound: then the function that it calls has saved them at the start of its own part of the stack.
    if (stack.waiting_registers.empty() && waits->innermost > 0)
      saved = {stack.frames[waits->innermost - 1].stack_pointer, stack.frames[waits->innermost].stack_pointer};
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
  const Code code{read, [&](Address address) { return process.function_at(address); }};
  const bool is_x86_64 = process.pointer_size() == 8 && process.byte_order() == ByteOrder::little;
  std::vector<MpiStack> stacks;
  for (ThreadStack &thread : threads) {
    MpiStack &stack = stacks.emplace_back(MpiStack{std::move(thread), {}, {}, {}, {}, {}, {}});
    if (is_x86_64) name_jumped_call(stack.frames, code);
    find_mpi_call(stack, stack.registers, process.pointer_size(), process.byte_order(), read);
  }
  add_python_frames(process, stacks);
  return stacks;
}

}  // namespace corefile
