#pragma once
// A copy of one struct of the target, read at once, whose slots are then decoded without further reads.
//
// A view accepts only the slots of its own layout:
//
//   MPIDBG_ASSIGN(view, View<GroupLayout>::read(memory, layouts.group, address));
//   const std::int32_t rank = view.get(&GroupLayout::grp_my_rank);
//
// The fields of a struct that this one extends or contains are read through the view that nested() gives. A view exists
// only of a resolved layout, and a resolved layout has all its slots within the bytes that are read, so get() cannot
// fail; a layout put together otherwise is a mistake in this program, and get() throws std::logic_error.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

template <class Layout>
class View {
 public:
  // Reads the described bytes of the struct at `address`. Fails if the layout is unresolved or the memory unreadable.
  // `layout` must outlive the view.
  static Result<View> read(const debugger::Memory &memory, const Layout &layout, Address address) {
    if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, address};
    const std::uint32_t size = layout.span_end - layout.span_begin;
    View view(memory, layout, address, std::shared_ptr<std::byte[]>(new std::byte[size]), layout.span_begin, size);
    MPIDBG_TRY(memory.read(address + layout.span_begin, {view.bytes_.get(), size}, layout.type_name));
    return view;
  }

  // Of a copy of the whole struct that the caller has read, from `address`.
  static Result<View> decode(const debugger::Memory &memory, const Layout &layout, Address address,
                             std::span<const std::byte> bytes) {
    if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, address};
    if (bytes.size() < layout.span_end) {
      return Error{ErrorCode::corrupt, std::string(layout.type_name) + " is cut off", address};
    }
    const std::uint32_t size = layout.span_end - layout.span_begin;
    View view(memory, layout, address, std::shared_ptr<std::byte[]>(new std::byte[size]), layout.span_begin, size);
    std::copy_n(bytes.begin() + layout.span_begin, size, view.bytes_.get());
    return view;
  }

  Address address() const { return address_; }

  // The value of a field, as the type that slot.h names for T.
  template <class T>
  auto get(Slot<T> Layout::*slot) const {
    const std::span<const std::byte> field = bytes_of(layout_->*slot, slot_width<T>(memory_->pointer_size()));
    if constexpr (std::is_same_v<T, Address>) {
      return Address(decode_unsigned(field, memory_->byte_order()));
    } else if constexpr (std::is_same_v<T, SizeT>) {
      return decode_unsigned(field, memory_->byte_order());
    } else if constexpr (std::is_same_v<T, PtrdiffT>) {
      return decode_signed(field, memory_->byte_order());
    } else if constexpr (std::is_same_v<T, bool>) {
      return field[0] != std::byte{0};
    } else if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(decode_signed(field, memory_->byte_order()));
    } else {
      return static_cast<T>(decode_unsigned(field, memory_->byte_order()));
    }
  }

  // Where a field lies in the target: for embedded structs and arrays.
  template <class T>
  Address address_of(Slot<T> Layout::*slot) const {
    return address_ + (layout_->*slot).offset;
  }

  // The struct of another layout that starts `offset` bytes into this one: a member, or at 0 a struct that this one
  // extends or that extends it. Decoded from this view's bytes where they reach far enough (see include_in_span), else
  // read.
  template <class Other>
  Result<View<Other>> nested(std::uint32_t offset, const Other &other) const {
    const std::uint64_t other_begin = std::uint64_t{offset} + other.span_begin;
    const std::uint64_t other_end = std::uint64_t{offset} + other.span_end;
    if (!other.resolved() || other_begin < begin_ || other_end > begin_ + size_) {
      return View<Other>::read(*memory_, other, address_ + offset);
    }
    return View<Other>(*memory_, other, address_ + offset,
                       std::shared_ptr<std::byte[]>(bytes_, bytes_.get() + (other_begin - begin_)), other.span_begin,
                       other.span_end - other.span_begin);
  }

 private:
  template <class Other>
  friend class View;

  View(const debugger::Memory &memory, const Layout &layout, Address address, std::shared_ptr<std::byte[]> bytes,
       std::uint32_t begin, std::uint32_t size)
      : memory_(&memory), layout_(&layout), address_(address), begin_(begin), size_(size), bytes_(std::move(bytes)) {}

  template <class T>
  std::span<const std::byte> bytes_of(const Slot<T> &slot, std::uint32_t width) const {
    if (!slot.resolved || slot.offset < begin_ || std::uint64_t{slot.offset} + width > std::uint64_t{begin_} + size_) {
      throw std::logic_error(std::string("a field of ") + layout_->type_name + " is not within what was read of it");
    }
    return {bytes_.get() + (slot.offset - begin_), width};
  }

  const debugger::Memory *memory_;
  const Layout *layout_;
  Address address_;
  std::uint32_t begin_;  // offset of bytes_ in the struct
  std::uint32_t size_;
  std::shared_ptr<std::byte[]> bytes_;
};

// Makes reads of `layout` fetch the bytes of `inner`, which starts at `offset` in it, along.
inline void include_in_span(StructLayout &layout, std::uint32_t offset, const StructLayout &inner) {
  if (!layout.resolved() || !inner.resolved()) return;
  layout.span_begin = std::min(layout.span_begin, offset + inner.span_begin);
  layout.span_end = std::max(layout.span_end, offset + inner.span_end);
}

}  // namespace mpidbg::layout
