#pragma once
// The typed description of one struct of the target: which fields we use, how wide and signed each is, and, once
// resolved, where it lies.
//
// A layout is a struct derived from StructLayout with one Slot a field and one describe(visitor) that names them all:
//
//   struct GroupLayout : StructLayout {
//     GroupLayout() : StructLayout("ompi_group_t") {}
//     Slot<std::int32_t> grp_proc_count;
//     template <class Visitor> void describe(Visitor &&field) { field("grp_proc_count", grp_proc_count); }
//   };
//
// Resolving from debug information or a profile, printing, and building fake targets in tests all visit this one
// description. An unresolved slot cannot be read: View checks it.

#include <cstdint>
#include <string>

#include "mpidbg/base/address.h"

namespace mpidbg::layout {

// What a slot can hold besides the integers of fixed width and bool.
struct SizeT {};     // size_t: unsigned, as wide as a pointer; read as std::uint64_t
struct PtrdiffT {};  // ptrdiff_t, ssize_t: signed, as wide as a pointer; read as std::int64_t
struct Embedded {};  // a struct, union or array inside this one; has an address, no value
// Address: a pointer.

template <class T>
struct Slot {
  std::uint32_t offset = 0;
  bool resolved = false;
};

// Where a layout's numbers came from.
enum class LayoutOrigin { none, debug_information, profile_by_build_id, profile_by_version };

struct StructLayout {
  explicit StructLayout(const char *name) : type_name(name) {}

  const char *type_name;
  std::uint32_t byte_size = 0;  // of the whole struct; 0 while unresolved
  LayoutOrigin origin = LayoutOrigin::none;
  std::string problem;  // why the layout is unresolved

  // The bytes that hold all resolved slots: what one read of the struct fetches.
  std::uint32_t span_begin = 0;
  std::uint32_t span_end = 0;

  bool resolved() const { return origin != LayoutOrigin::none; }
};

// Bytes of a slot's type in a target with the given pointer size; 0 for Embedded, whose extent is not described here.
template <class T>
constexpr std::uint32_t slot_width(unsigned pointer_size) {
  if constexpr (std::is_same_v<T, Address> || std::is_same_v<T, SizeT> || std::is_same_v<T, PtrdiffT>) {
    return pointer_size;
  } else if constexpr (std::is_same_v<T, Embedded>) {
    return 0;
  } else {
    return sizeof(T);
  }
}

}  // namespace mpidbg::layout
