#pragma once
// The fake process of these tests: corefile/conformance/fake_target.h with a list of messages.

#include "corefile/conformance/fake_target.h"

namespace fake {

using mqs_shim::Address;
using mqs_shim::ByteOrder;
using Type = mqs_shim::FakeType;
using Target = mqs_shim::FakeTarget;

// A process with a list of messages, as the test plugins read it: `message_list` points to the first message_t
// {next pointer, int32 peer, int32 tag, int32 length}, one every `stride` bytes.
inline void add_messages(Target &target, std::size_t count, std::size_t stride = 32) {
  constexpr std::uint64_t base = 0x10000;
  const unsigned pointer = target.pointer_size();
  target.types["message_t"] = Type{};
  target.types["message_t"].bytes = pointer + 12;
  target.types["message_t"].fields = {{"next", 0}, {"peer", pointer}, {"tag", pointer + 4}, {"length", pointer + 8}};
  target.add_region(base, 4096 + count * stride + 4096);
  target.data["message_list"] = base;
  target.functions["main"] = 0x1000;
  target.write_pointer(base, count == 0 ? 0 : base + 4096);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t at = base + 4096 + i * stride;
    target.write_pointer(at, i + 1 < count ? at + stride : 0);
    target.write_number(at + pointer, static_cast<std::uint32_t>(i == 0 ? -1 : static_cast<int>(i)), 4);
    target.write_number(at + pointer + 4, 100 + i, 4);
    target.write_number(at + pointer + 8, 4 * i, 4);
  }
}

}  // namespace fake
