#pragma once
// Converts structs of callers that were built with another version of mqs_shim.h.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

namespace mqs_shim::c_api {

// Converts a struct of the caller to the size of this version: members that the caller's version does not have are 0.
// Returns nothing if the struct ends before the member `required`, or within a member.
template <class Struct, class Member>
std::optional<Struct> widened(const Struct &given, Member Struct::*required) {
  Struct result{};
  const auto least = reinterpret_cast<const char *>(&(result.*required) + 1) - reinterpret_cast<const char *>(&result);
  if (given.struct_size < static_cast<std::size_t>(least) || given.struct_size % alignof(Struct) != 0) {
    return std::nullopt;
  }
  std::memcpy(&result, &given, std::min<std::size_t>(given.struct_size, sizeof result));
  return result;
}

// Copies `filled` to the caller's struct `given`, up to the size of that struct. Returns false if it is too small or
// ends within a member.
template <class Struct, class Member>
bool narrow(Struct filled, Member Struct::*required, Struct *given) {
  if (given == nullptr || !widened(*given, required)) return false;
  filled.struct_size = given->struct_size;
  std::memcpy(given, &filled, std::min<std::size_t>(given->struct_size, sizeof filled));
  return true;
}

}  // namespace mqs_shim::c_api
