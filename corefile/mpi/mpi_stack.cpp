#include "corefile/mpi/mpi_stack.h"

#include <algorithm>

#include "corefile/mpi/mpi_call_name.h"

namespace corefile {

namespace {

constexpr std::uint64_t most_library_stack = 65536;  // bytes

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
  for (std::size_t at = 0; at + pointer_size <= memory.size(); at += pointer_size) {
    words.emplace_back(mpidbg::decode_unsigned(Bytes(memory).subspan(at, pointer_size), order));
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
    MpiStack &stack = stacks.emplace_back(MpiStack{std::move(thread), {}, {}, {}, {}});
    find_mpi_call(stack, stack.registers, process.pointer_size(), process.byte_order(), read);
  }
  return stacks;
}

}  // namespace corefile
