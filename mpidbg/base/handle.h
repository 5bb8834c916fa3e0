#pragma once
// An MPI handle as a C program holds it: in Open MPI a pointer to the object, in MPICH a number of 32 bits (a pointer
// for files). What a handle means only its library knows.

#include <compare>
#include <cstdint>
#include <functional>

#include "mpidbg/base/address.h"

namespace mpidbg {

class Handle {
 public:
  constexpr Handle() = default;  // none: not a null handle of MPI, which has a value of its own

  // `width`: bytes of the variable that holds it, 4 or 8. What a debugger has above them (a sign, for instance) is not
  // part of the handle.
  constexpr explicit Handle(std::uint64_t value, unsigned width = 8)
      : value_(width == 4 ? value & 0xffffffff : value), width_(width == 4 ? 4 : 8) {}

  // Where handles are pointers, the address of an object is its handle.
  constexpr Handle(Address object) : value_(object.value()) {}
  // The other way round: for the readers of libraries whose handles are pointers.
  constexpr Address address() const { return Address(value_); }

  constexpr std::uint64_t value() const { return value_; }
  constexpr unsigned width() const { return width_; }
  constexpr bool is_null() const { return value_ == 0; }  // none

  // By value: the width goes with the library and the kind, so that it distinguishes none of their handles.
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
