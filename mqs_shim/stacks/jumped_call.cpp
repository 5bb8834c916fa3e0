#include "mqs_shim/stacks/jumped_call.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <span>

#include "mpidbg/base/byte_order.h"
#include "mqs_shim/stacks/frame_owner.h"
#include "mqs_shim/stacks/mpi_call_name.h"

namespace mqs_shim {

namespace {

constexpr std::size_t bytes_of_offset = 4;

bool starts_with(std::span<const std::byte> code, std::initializer_list<unsigned> opcode) {
  return code.size() >= opcode.size() && std::equal(opcode.begin(), opcode.end(), code.begin(),
                                                    [](unsigned a, auto b) { return static_cast<std::byte>(a) == b; });
}

// Returns the address that an instruction refers to: `end`, the address after the instruction, plus the signed number
// at the start of `offset`.
Address relative(std::span<const std::byte> offset, Address end) {
  const auto value = mpidbg::decode_unsigned(offset.first(bytes_of_offset), mpidbg::ByteOrder::little);
  return end + static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(value)));
}

Address read_pointer(const Code &code, Address at) {
  constexpr std::size_t pointer_size = 8;
  const auto bytes = code.read(at, pointer_size);
  return bytes.size() < pointer_size ? Address() : Address(mpidbg::decode_unsigned(bytes, mpidbg::ByteOrder::little));
}

// If the code at `target` is an entry of the procedure linkage table, returns the address of the function to which the
// entry jumps. Otherwise returns `target`, as it is the function itself.
Address behind_linkage(const Code &code, Address target) {
  constexpr std::size_t entry_size = 16;
  const auto bytes = code.read(target, entry_size);
  if (bytes.size() < entry_size) return target;
  const std::span<const std::byte> entry(bytes);
  std::size_t at = 0;
  if (starts_with(entry, {0xf3, 0x0f, 0x1e, 0xfa})) at += 4;  // endbr64
  if (starts_with(entry.subspan(at), {0x41, 0xbb})) at += 6;  // mov $..., %r11d, as mold writes it
  if (starts_with(entry.subspan(at), {0xf2})) at += 1;        // bnd
  if (!starts_with(entry.subspan(at), {0xff, 0x25})) return target;
  at += 2;
  return read_pointer(code, relative(entry.subspan(at), target + at + bytes_of_offset));
}

// Returns the function that the call instruction before the return address has called, directly or through a linkage
// table; null for any other instruction.
Address called_before(const Code &code, Address returns_to) {
  constexpr std::size_t longest = 6;
  if (returns_to.value() < longest) return {};
  const auto bytes = code.read(Address(returns_to.value() - longest), longest);
  if (bytes.size() < longest) return {};
  const std::span<const std::byte> call(bytes);
  const Address target = relative(call.subspan(longest - bytes_of_offset), returns_to);
  if (starts_with(call, {0xff, 0x15})) return read_pointer(code, target);
  if (starts_with(call.subspan(1), {0xe8})) return behind_linkage(code, target);
  return {};
}

}  // namespace

std::string called_function(const Code &code, Address returns_to) {
  const Address function = called_before(code, returns_to);
  return function.is_null() ? std::string() : code.function_at(function);
}

void name_jumped_call(std::vector<Frame> &frames, const Code &code) {
  const auto caller = std::find_if(frames.begin(), frames.end(), [](const Frame &frame) {
    return !frame.function.empty() && frame_owner(frame.module) == FrameOwner::program;
  });
  if (caller == frames.begin() || caller == frames.end() || !caller->returns) return;
  Frame &called = *std::prev(caller);
  if (!called.function.empty() || frame_owner(called.module) != FrameOwner::mpi) return;
  called.function = mpi_call_name(called_function(code, caller->pc));
}

}  // namespace mqs_shim
