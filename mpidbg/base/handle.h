#pragma once
// Handle holds the value that an MPI handle has in a C program. Open MPI's handles are pointers to objects; MPICH's are
// numbers of 32 bits, except for files, which are pointers. Only the library that made a handle can determine its
// object.

#include <compare>
#include <cstdint>
#include <functional>

#include "mpidbg/base/address.h"

namespace mpidbg {

class Handle {
 public:
  // Makes a handle that means "none". MPI's own null handles, such as MPI_COMM_NULL, have other values.
  constexpr Handle() = default;

  // `width` is the size in bytes of the program's variable that holds the handle, 4 or 8. Debuggers may pass more bits
  // than the variable has, for example a sign extension; the additional bits are cut off.
  constexpr explicit Handle(std::uint64_t value, unsigned width = 8)
      : value_(width == 4 ? value & 0xffffffff : value), width_(width == 4 ? 4 : 8) {}

  // Makes a handle from the address of its object, for libraries and kinds whose handles are such addresses.
  constexpr Handle(Address object) : value_(object.value()) {}
  // Returns the address of the object. Valid only for libraries and kinds whose handles are pointers.
  constexpr Address address() const { return Address(value_); }

  constexpr std::uint64_t value() const { return value_; }
  constexpr unsigned width() const { return width_; }
  // Returns true for "none", and false for MPI's own null handles.
  constexpr bool is_null() const { return value_ == 0; }

  // Handles compare by value alone: all handles of one library and kind have the same width.
  constexpr auto operator<=>(const Handle &other) const { return value_ <=> other.value_; }
  constexpr bool operator==(const Handle &other) const { return value_ == other.value_; }

 private:
  std::uint64_t value_ = 0;
  unsigned width_ = 8;
};

}  // namespace mpidbg

template <>
struct std::hash<mpidbg::Handle> {
  std::size_t operator()(mpidbg::Handle handle) const noexcept { return std::hash<std::uint64_t>{}(handle.value()); }
};
