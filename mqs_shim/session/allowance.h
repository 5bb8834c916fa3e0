#pragma once
// Limits the memory that all parts of an answer take together. Without a limit, a plugin whose lists never end would
// use all memory.

#include <cstddef>

namespace mqs_shim {

// Counts down how many bytes of memory an answer may still take.
class Allowance {
 public:
  explicit Allowance(std::size_t bytes) : left_(bytes) {}

  // Takes `bytes` and returns true. If fewer are left, takes nothing and returns false.
  bool take(std::size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::size_t left_;
};

// The reason that a report gives for a list that was cut because the allowance was used up.
inline constexpr char too_little_left[] = "there are more than are kept of one process";

}  // namespace mqs_shim
