#include "mpidbg/layout/struct_bytes.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace mpidbg::layout {

namespace {

Status check(const StructLayout &layout, Address address, std::span<const std::byte> all) {
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, address};
  if (all.size() < layout.span_end)
    return Error{ErrorCode::corrupt, std::string(layout.type_name) + " is cut off", address};
  return {};
}

}  // namespace

Result<StructBytes> StructBytes::read(const debugger::Memory &memory, const StructLayout &layout, Address address) {
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, address};
  const std::uint32_t size = layout.span_end - layout.span_begin;
  const auto bytes = std::make_shared_for_overwrite<std::byte[]>(size);
  MPIDBG_TRY(memory.read(address + layout.span_begin, {bytes.get(), size}, layout.type_name));
  return StructBytes(memory, layout, address, bytes);
}

Result<StructBytes> StructBytes::copy(const debugger::Memory &memory, const StructLayout &layout, Address address,
                                      std::span<const std::byte> all) {
  MPIDBG_TRY(check(layout, address, all));
  const std::uint32_t size = layout.span_end - layout.span_begin;
  const auto bytes = std::make_shared_for_overwrite<std::byte[]>(size);
  std::copy_n(all.begin() + layout.span_begin, size, bytes.get());
  return StructBytes(memory, layout, address, bytes);
}

Result<StructBytes> StructBytes::borrow(const debugger::Memory &memory, const StructLayout &layout, Address address,
                                        std::span<const std::byte> all) {
  MPIDBG_TRY(check(layout, address, all));
  return StructBytes(memory, layout, address, Bytes(Bytes(), all.data() + layout.span_begin));
}

Result<StructBytes> StructBytes::nested(std::uint32_t offset, const StructLayout &other) const {
  const std::uint64_t other_begin = std::uint64_t{offset} + other.span_begin;
  const std::uint64_t other_end = std::uint64_t{offset} + other.span_end;
  if (!other.resolved() || other_begin < begin_ || other_end > std::uint64_t{begin_} + size_)
    return read(*memory_, other, address_ + offset);
  return StructBytes(*memory_, other, address_ + offset, Bytes(bytes_, bytes_.get() + (other_begin - begin_)));
}

void StructBytes::fail() const {
  throw std::logic_error(std::string("a field of ") + layout_->type_name + " is not within what was read of it");
}

}  // namespace mpidbg::layout
