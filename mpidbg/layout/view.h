#pragma once
// A view is a copy of one struct of the target, which is read at once. Its slots are decoded without further reads.
//
// A view accepts only the slots of its own layout:
//
//   MPIDBG_ASSIGN(view, View<GroupLayout>::read(memory, layouts.group, address));
//   const std::int32_t rank = view.get(&GroupLayout::grp_my_rank);
//
// Fields of the base (the struct at the start of this one) are read through the view that as() returns, and fields of
// embedded structs through part(). Views exist only for resolved layouts, and all slots of a resolved layout are within
// the bytes that are read, so get() cannot fail. A layout that was built in any other way is a bug in this program; for
// it, get() throws std::logic_error.
//
// For optional slots, values and addresses are std::optional, which is empty if this version of the library lacks the
// field. Strings and parts cannot be optional, because no struct needs that.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/slot.h"
#include "mpidbg/layout/struct_bytes.h"
#include "mpidbg/layout/text.h"

namespace mpidbg::layout {

template <class Layout>
class View {
 public:
  // Reads the bytes of the struct at `address` that the layout's slots need. Fails if the layout is unresolved or the
  // memory is unreadable. `memory` and `layout` must outlive the view.
  static Result<View> read(const debugger::Memory &memory, const Layout &layout, Address address) {
    return made(layout, StructBytes::read(memory, layout, address));
  }

  // Makes a view from a copy of the complete struct at `address` that the caller has read.
  static Result<View> decode(const debugger::Memory &memory, const Layout &layout, Address address,
                             std::span<const std::byte> bytes) {
    return made(layout, StructBytes::copy(memory, layout, address, bytes));
  }

  // Makes a view of such a copy without copying it again, for callers that decode many structs. `bytes` must outlive
  // the view and all views of its parts.
  static Result<View> over(const debugger::Memory &memory, const Layout &layout, Address address,
                           std::span<const std::byte> bytes) {
    return made(layout, StructBytes::borrow(memory, layout, address, bytes));
  }

  Address address() const { return bytes_.address(); }

  // Returns the value of a field, in the type that slot.h states for the slot's type.
  template <class T>
  auto get(Slot<T> Layout::*slot) const {
    const std::span<const std::byte> field =
        bytes_.field(layout_->*slot, slot_width<T>(bytes_.memory().pointer_size()));
    return decode_as(static_cast<T *>(nullptr), field);
  }
  std::uint32_t get(Slot<Unsigned16Or32> Layout::*slot) const {
    const Slot<Unsigned16Or32> &field = layout_->*slot;
    return static_cast<std::uint32_t>(decode_unsigned(bytes_.field(field, field.width), bytes_.memory().byte_order()));
  }
  Unsigned128 get(Slot<Unsigned32Or128> Layout::*slot) const {
    const Slot<Unsigned32Or128> &field = layout_->*slot;
    const std::span<const std::byte> bytes = bytes_.field(field, field.width);
    if (field.width != 16) return {0, decode_unsigned(bytes, bytes_.memory().byte_order())};
    return {decode_unsigned(bytes.first(8), bytes_.memory().byte_order()),
            decode_unsigned(bytes.subspan(8), bytes_.memory().byte_order())};
  }
  template <class T>
  auto get(Slot<Optional<T>> Layout::*slot) const {
    using Value = decltype(decode_as(static_cast<T *>(nullptr), {}));
    const std::optional<Slot<T>> &present = (layout_->*slot).present;
    if (!present) return std::optional<Value>();
    const std::span<const std::byte> field = bytes_.field(*present, slot_width<T>(bytes_.memory().pointer_size()));
    return std::optional<Value>(decode_as(static_cast<T *>(nullptr), field));
  }

  // Returns true if this version of the library has the field.
  template <class T>
  bool has(Slot<Optional<T>> Layout::*slot) const {
    return (layout_->*slot).present.has_value();
  }

  // Returns a string. The string is in the struct, or a pointer in the struct leads to it; in the second case it is
  // read from the target. Errors: unreadable; corrupt if the bytes are not a plausible string (see text.h).
  template <class T>
  Result<std::string> text(Slot<T> Layout::*slot) const {
    return text_at(bytes_.memory(), *layout_, address(), slot);
  }
  // Returns a string of the struct at `address` without a view of that struct. Errors: those of text(); layout if the
  // layout is unresolved.
  template <class T>
  static Result<std::string> text_at(const debugger::Memory &memory, const Layout &layout, Address address,
                                     Slot<T> Layout::*slot) {
    static_assert(SlotTraits<T>::is_text);
    if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, address};
    const std::string field = field_name(layout, slot);
    Address text = address + (layout.*slot).offset;
    if constexpr (SlotTraits<T>::may_be_pointer) {
      if ((layout.*slot).is_pointer) {
        MPIDBG_ASSIGN(pointer, memory.read_pointer(text, field));
        if (pointer.is_null()) return std::string();
        text = pointer;
      }
    }
    return read_text(memory, text, SlotTraits<T>::extent, field);
  }

  // Returns the pointer to a string that some versions keep outside of the struct; nullopt if this version has the
  // string in the struct.
  template <std::size_t size>
  Result<std::optional<Address>> pointer(Slot<TextOrPointer<size>> Layout::*slot) const {
    if (!(layout_->*slot).is_pointer) return std::optional<Address>();
    MPIDBG_ASSIGN(pointer, bytes_.memory().read_pointer(address_of(slot), field_name(*layout_, slot)));
    return std::optional(pointer);
  }

  // Returns the address of a field in the target. It is needed for embedded structs and arrays.
  template <class T>
  Address address_of(Slot<T> Layout::*slot) const {
    return address() + (layout_->*slot).offset;
  }
  template <class T>
  std::optional<Address> address_of(Slot<Optional<T>> Layout::*slot) const {
    const std::optional<Slot<T>> &present = (layout_->*slot).present;
    return present ? std::optional(address() + present->offset) : std::nullopt;
  }

  // Returns a view of another struct at the same address: the base of this struct, or a struct that has this one as its
  // base. The view is decoded from this view's bytes if they reach far enough, as they do for a base; otherwise the
  // struct is read.
  template <class Other>
  Result<View<Other>> as(const Other &other) const {
    static_assert(starts_with<Layout, Other>() || starts_with<Other, Layout>());
    return View<Other>::made(other, bytes_.nested(0, other));
  }

  // Returns a view of an embedded struct, or of an element of an array of structs. Like in as(), memory is read only if
  // this view's bytes do not reach far enough.
  template <class... Parts, class Other>
  Result<View<Other>> part(Slot<Part<Parts...>> Layout::*slot, const Other &other, std::uint32_t index = 0) const {
    static_assert((std::is_same_v<Parts, Other> || ...));
    return View<Other>::made(other, bytes_.nested((layout_->*slot).offset + index * other.byte_size, other));
  }

 private:
  template <class Other>
  friend class View;

  View(const Layout &layout, StructBytes bytes) : layout_(&layout), bytes_(std::move(bytes)) {}

  static Result<View> made(const Layout &layout, Result<StructBytes> bytes) {
    if (!bytes) return std::move(bytes).error();
    return View(layout, std::move(*bytes));
  }

  template <class T>
  auto decode_as(T *, std::span<const std::byte> field) const {
    if constexpr (std::is_same_v<T, Address>) {
      return Address(decode_unsigned(field, bytes_.memory().byte_order()));
    } else if constexpr (std::is_same_v<T, SizeT>) {
      return decode_unsigned(field, bytes_.memory().byte_order());
    } else if constexpr (std::is_same_v<T, PtrdiffT>) {
      return decode_signed(field, bytes_.memory().byte_order());
    } else if constexpr (std::is_same_v<T, bool>) {
      return field[0] != std::byte{0};
    } else if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(decode_signed(field, bytes_.memory().byte_order()));
    } else {
      return static_cast<T>(decode_unsigned(field, bytes_.memory().byte_order()));
    }
  }
  template <class T>
  auto decode_as(First<T> *, std::span<const std::byte> field) const {
    return decode_as(static_cast<T *>(nullptr), field);
  }

  // Returns the name of a field for messages, for example "ompi_group_t.grp_flags".
  template <class T>
  static std::string field_name(Layout layout, Slot<T> Layout::*slot) {
    std::string name = std::string(layout.type_name) + ".";
    layout.describe([&]<class Any>(const char *field, Slot<Any> &candidate) {
      if (static_cast<const void *>(&candidate) == static_cast<const void *>(&(layout.*slot))) name += field;
    });
    return name;
  }

  const Layout *layout_;
  StructBytes bytes_;
};

}  // namespace mpidbg::layout
