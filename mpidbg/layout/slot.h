#pragma once
// Describes structs of the target in C++ types: the fields that are used, their sizes and signs, the struct at the
// start of a struct (its base), and, once resolved, the offset of each field.
//
// A layout is a struct derived from StructLayout. It has one Slot per field, and one function describe(visitor) that
// passes each slot and its name to the visitor:
//
//   struct GroupLayout : StructLayout {
//     GroupLayout() : StructLayout("ompi_group_t") {}
//     using Base = ObjectLayout;
//     Slot<std::int32_t> grp_proc_count;
//     template <class Visitor> void describe(Visitor &&field) { field("grp_proc_count", grp_proc_count); }
//   };
//
// `Base` is the struct at the start of this one, if any; `Part` names an embedded struct. Reading a struct also reads
// its base and its parts (see span_begin), so an object takes a single read.
//
// A field that exists only in some versions of the library is described by a Slot<Optional<T>>.
//
// describe() is used for resolving from debug information or a profile, for printing, and for building fake targets in
// tests. In a resolved layout all slots are resolved, except for optional ones whose field the struct lacks. View reads
// only resolved slots.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "mpidbg/base/address.h"

namespace mpidbg::layout {

// In addition to integers of fixed size and bool, slots can have the following types.

// Stands for a size_t: unsigned, as wide as a pointer; read as std::uint64_t.
struct SizeT {};
// Stands for a ptrdiff_t or ssize_t: signed, as wide as a pointer; read as std::int64_t.
struct PtrdiffT {};
// Stands for an embedded struct, union or array, which has an address but no value.
struct Embedded {};
// Stands for an embedded struct, union or array of structs that have layouts of their own. For a union, `Layouts` lists
// one layout for each member that is used.
template <class... Layouts>
struct Part {};
// Stands for a struct whose first member is a T. Only this member is used, so the struct is read as T.
template <class T>
struct First {};
// Stands for a string in an array of `size` characters including the NUL.
template <std::size_t size>
struct Text {};
// Stands for a string as in Text. In some versions of the library the field is a pointer instead: to such a string
// (null if it is empty), or to an object that contains one.
template <std::size_t size>
struct TextOrPointer {};
// Stands for an unsigned integer of two bytes or, in some versions of the library, of four; read as std::uint32_t.
struct Unsigned16Or32 {};
// Stands for an unsigned 32-bit integer or, in some versions of the library, for a struct of two 64-bit integers. The
// field is read as Unsigned128; four bytes become its lower half.
struct Unsigned32Or128 {};
// The type of a slot may be Address, which stands for a pointer or a union of pointers.

// Holds a struct of two integers. Their order is that of the struct, whatever the byte order.
struct Unsigned128 {
  std::uint64_t upper = 0, lower = 0;
  friend bool operator==(const Unsigned128 &, const Unsigned128 &) = default;
};

// Marks a field that a version of the library may lack. Such a field counts as absent only if the source has the struct
// and does not list the field; a field of another kind or size is an error as usual. A profile must therefore list all
// fields of a struct.
template <class T>
struct Optional {};
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<Optional<T>> = true;

// Holds the place of a field of type T.
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
// Holds the place of an optional field. It has no offset of its own, so the field cannot be read without checking
// `present`.
template <class T>
struct Slot<Optional<T>> {
  std::optional<Slot<T>> present;
};

// The source from which a layout was resolved.
enum class LayoutOrigin { none, debug_information, profile_by_build_id, profile_by_version };

// The base class of all layouts, with name, size and source of the struct.
struct StructLayout {
  explicit StructLayout(const char *name) : type_name(name) {}
  using Base = void;

  const char *type_name;
  // The size of the complete struct in bytes; 0 while unresolved.
  std::uint32_t byte_size = 0;
  LayoutOrigin origin = LayoutOrigin::none;
  // The reason why the layout is unresolved.
  std::string problem;
  // True if the layout is unresolved because no source has the struct.
  bool is_unknown = true;

  // The range of bytes that one read of the struct fetches. It covers all resolved slots and, after resolve_all(),
  // those of the struct's base and parts.
  std::uint32_t span_begin = 0;
  std::uint32_t span_end = 0;

  bool resolved() const { return origin != LayoutOrigin::none; }
};

// Returns true if Layout is Start or starts with it: as its base, the base of its base, and so on.
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
  // The width in versions with the narrower field.
  static constexpr std::uint32_t width = 2, extent = 2;
};
template <>
struct SlotTraits<Unsigned32Or128> {
  static constexpr bool is_value = true, is_text = false, may_be_pointer = false;
  // The width in versions with the narrower field.
  static constexpr std::uint32_t width = 4, extent = 4;
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

// Returns the size of a slot's value in bytes in a target with the given pointer size; 0 for a slot that has an address
// but no value.
template <class T>
constexpr std::uint32_t slot_width(unsigned pointer_size) {
  if constexpr (std::is_same_v<T, Address> || std::is_same_v<T, SizeT> || std::is_same_v<T, PtrdiffT>) {
    return pointer_size;
  } else {
    return SlotTraits<T>::width;
  }
}

// Returns the smallest number of bytes that the field of a slot occupies according to the slot's type.
template <class T>
constexpr std::uint32_t slot_extent(unsigned pointer_size) {
  return slot_width<T>(pointer_size) == 0 ? SlotTraits<T>::extent : slot_width<T>(pointer_size);
}

}  // namespace mpidbg::layout
