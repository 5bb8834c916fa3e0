#pragma once
// Address is a location in the target process. It is a type of its own so that a target address cannot be mixed up with
// a host pointer or converted without notice.

#include <compare>
#include <cstdint>
#include <functional>

namespace mpidbg {

// Holds the bits of an address. The default is the null address, which stands for "none" in results and plain structs.
class Address {
 public:
  constexpr Address() = default;
  constexpr explicit Address(std::uint64_t value) : value_(value) {}
  // Returns the bits of the address as the target has them; targets of 32 bits use only the lower half.

  constexpr std::uint64_t value() const { return value_; }
  constexpr bool is_null() const { return value_ == 0; }

  // Sums wrap around like the target's own arithmetic. Nothing is checked here: a later read fails if the result is not
  // mapped.
  constexpr Address operator+(std::uint64_t bytes) const { return Address(value_ + bytes); }
  constexpr Address operator-(std::uint64_t bytes) const { return Address(value_ - bytes); }
  // Returns the distance in bytes, modulo 2^64.
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
