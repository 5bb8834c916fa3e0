#pragma once
// The typed description of one struct of the target: which fields we use, how wide and signed each is, which struct it
// starts with, and, once resolved, where each field is.
//
// A layout is a struct derived from StructLayout with one Slot a field and one describe(visitor) that names them all:
//
//   struct GroupLayout : StructLayout {
//     GroupLayout() : StructLayout("ompi_group_t") {}
//     using Base = ObjectLayout;
//     Slot<std::int32_t> grp_proc_count;
//     template <class Visitor> void describe(Visitor &&field) { field("grp_proc_count", grp_proc_count); }
//   };
//
// Base, if there is one, is the struct that this one starts with; Part names a struct within. Reading a struct reads
// those along (see span_begin), so that an object is one read.
//
// A field that only some versions of the library have is a Slot<Optional<T>>.
//
// Resolving from debug information or a profile, printing, and building fake targets in tests all visit this one
// description. A resolved layout has all its slots resolved, but for optional ones that the struct lacks; View reads no
// others.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "mpidbg/base/address.h"

namespace mpidbg::layout {

// What a slot can hold besides the integers of fixed width and bool.
struct SizeT {};     // size_t: unsigned, as wide as a pointer; read as std::uint64_t
struct PtrdiffT {};  // ptrdiff_t, ssize_t: signed, as wide as a pointer; read as std::int64_t
struct Embedded {};  // a struct, union or array inside this one; has an address, no value
// A struct, union or array of structs inside this one that has layouts of its own: several of a union.
template <class... Layouts>
struct Part {};
// A struct whose first member is a T and the only one of interest; read as T.
template <class T>
struct First {};
// A text in an array of `size` characters, its NUL among them.
template <std::size_t size>
struct Text {};
// The same, or, in some versions of the library, a pointer: to such a text, null for an empty one, or to an object that
// holds one.
template <std::size_t size>
struct TextOrPointer {};
// An unsigned integer of two bytes, or, where the source says so, of four; read as std::uint32_t.
struct Unsigned16Or32 {};
// An unsigned integer of four bytes, or, in some versions of the library, a struct of two of eight; read as
// Unsigned128, that of four bytes as its lower half.
struct Unsigned32Or128 {};
// Address: a pointer, or a union of pointers.

// In the order of the struct, whatever the byte order.
struct Unsigned128 {
  std::uint64_t upper = 0, lower = 0;
  friend bool operator==(const Unsigned128 &, const Unsigned128 &) = default;
};

// What a version of the library may lack. Only a field that a source does not have in a struct that it knows is absent;
// one of another kind or width is an error as anywhere else. So a profile lists all fields of a struct.
template <class T>
struct Optional {};
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<Optional<T>> = true;

template <class T>
struct Slot {
  std::uint32_t offset = 0;
  bool resolved = false;
};
template <std::size_t size>
struct Slot<TextOrPointer<size>> {
  std::uint32_t offset = 0;
  bool resolved = false;
  bool is_pointer = false;
};
template <>
struct Slot<Unsigned16Or32> {
  std::uint32_t offset = 0;
  bool resolved = false;
  std::uint32_t width = 2;
};
template <>
struct Slot<Unsigned32Or128> {
  std::uint32_t offset = 0;
  bool resolved = false;
  std::uint32_t width = 4;
};
// Has no offset of its own: it cannot be read by one who did not look whether it is there.
template <class T>
struct Slot<Optional<T>> {
  std::optional<Slot<T>> present;
};

// Where a layout's numbers came from.
enum class LayoutOrigin { none, debug_information, profile_by_build_id, profile_by_version };

struct StructLayout {
  explicit StructLayout(const char *name) : type_name(name) {}
  using Base = void;

  const char *type_name;
  std::uint32_t byte_size = 0;  // of the complete struct; 0 while unresolved
  LayoutOrigin origin = LayoutOrigin::none;
  std::string problem;     // why the layout is unresolved
  bool is_unknown = true;  // unresolved because no source has the struct

  // What one read of the struct fetches: the bytes that hold all resolved slots and, once resolve_all has resolved a
  // set of layouts, those of its base and parts.
  std::uint32_t span_begin = 0;
  std::uint32_t span_end = 0;

  bool resolved() const { return origin != LayoutOrigin::none; }
};

// Whether every Layout starts with a Start: its base, the base of that, and so on.
template <class Layout, class Start>
constexpr bool starts_with() {
  if constexpr (std::is_same_v<Layout, Start>) {
    return true;
  } else if constexpr (std::is_void_v<typename Layout::Base>) {
    return false;
  } else {
    return starts_with<typename Layout::Base, Start>();
  }
}

template <class T>
struct SlotTraits {
  static constexpr bool is_value = true, is_text = false, may_be_pointer = false;
  static constexpr std::uint32_t width = sizeof(T), extent = sizeof(T);
};
struct AggregateTraits {
  static constexpr bool is_value = false, is_text = false, may_be_pointer = false;
  static constexpr std::uint32_t width = 0, extent = 0;
};
template <>
struct SlotTraits<Embedded> : AggregateTraits {};
template <>
struct SlotTraits<Unsigned16Or32> {
  static constexpr bool is_value = true, is_text = false, may_be_pointer = false;
  static constexpr std::uint32_t width = 2, extent = 2;  // at least
};
template <>
struct SlotTraits<Unsigned32Or128> {
  static constexpr bool is_value = true, is_text = false, may_be_pointer = false;
  static constexpr std::uint32_t width = 4, extent = 4;  // at least
};
template <class... Layouts>
struct SlotTraits<Part<Layouts...>> : AggregateTraits {};
template <class T>
struct SlotTraits<First<T>> : SlotTraits<T> {
  static constexpr bool is_value = false;
};
template <std::size_t size>
struct SlotTraits<Text<size>> : AggregateTraits {
  static constexpr bool is_text = true;
  static constexpr std::uint32_t extent = size;
};
template <std::size_t size>
struct SlotTraits<TextOrPointer<size>> : SlotTraits<Text<size>> {
  static constexpr bool may_be_pointer = true;
};

// Bytes of a slot's value in a target with the given pointer size; 0 where the slot has an address and no value.
template <class T>
constexpr std::uint32_t slot_width(unsigned pointer_size) {
  if constexpr (std::is_same_v<T, Address> || std::is_same_v<T, SizeT> || std::is_same_v<T, PtrdiffT>) {
    return pointer_size;
  } else {
    return SlotTraits<T>::width;
  }
}

// Bytes that a slot takes at least, as far as its description says.
template <class T>
constexpr std::uint32_t slot_extent(unsigned pointer_size) {
  return slot_width<T>(pointer_size) == 0 ? SlotTraits<T>::extent : slot_width<T>(pointer_size);
}

}  // namespace mpidbg::layout
