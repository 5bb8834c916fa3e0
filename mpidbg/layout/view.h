#pragma once
// A copy of one struct of the target, read at once, whose slots are then decoded without further reads.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

template <class Layout>
class View {
 public:
  // Reads the described bytes of the struct at `address`. Fails if the layout is unresolved or the memory unreadable.
  static Result<View> read(const debugger::Memory &memory, const Layout &layout, Address address) {
    if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, address};
    View view(memory, layout, address);
    MPIDBG_TRY(memory.read(address + layout.span_begin, view.bytes(), layout.type_name));
    return view;
  }

  Address address() const { return address_; }

  // Precondition: slot belongs to this view's layout and is resolved (a required slot of a resolved layout always is).
  template <class T>
  auto get(const Slot<T> &slot) const {
    const auto field = std::span<const std::byte>(bytes_.get(), size_)
                           .subspan(slot.offset - begin_, slot_width<T>(memory_->pointer_size()));
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
  Address address_of(const Slot<T> &slot) const {
    return address_ + slot.offset;
  }

 private:
  View(const debugger::Memory &memory, const Layout &layout, Address address)
      : memory_(&memory),
        address_(address),
        begin_(layout.span_begin),
        size_(layout.span_end - layout.span_begin),
        bytes_(new std::byte[size_]) {}

  std::span<std::byte> bytes() { return {bytes_.get(), size_}; }

  const debugger::Memory *memory_;
  Address address_;
  std::uint32_t begin_;
  std::uint32_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

}  // namespace mpidbg::layout
