#pragma once
// An address in the target process. A type of its own: no arithmetic with host pointers, no silent conversion.

#include <compare>
#include <cstdint>
#include <functional>

namespace mpidbg {

class Address {
 public:
  constexpr Address() = default;
  constexpr explicit Address(std::uint64_t value) : value_(value) {}

  constexpr std::uint64_t value() const { return value_; }
  constexpr bool is_null() const { return value_ == 0; }

  // Wraps around like the target's own arithmetic; whether the result can be read is for the read to say.
  constexpr Address operator+(std::uint64_t bytes) const { return Address(value_ + bytes); }
  constexpr Address operator-(std::uint64_t bytes) const { return Address(value_ - bytes); }
  constexpr std::uint64_t operator-(Address other) const { return value_ - other.value_; }

  constexpr auto operator<=>(const Address &) const = default;

 private:
  std::uint64_t value_ = 0;
};

}  // namespace mpidbg

template <>
struct std::hash<mpidbg::Address> {
  std::size_t operator()(mpidbg::Address address) const noexcept { return std::hash<std::uint64_t>{}(address.value()); }
};
