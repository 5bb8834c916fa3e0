#pragma once
// How much memory the parts of an answer may take together: a plugin whose lists do not end would take all there is.

#include <cstddef>

namespace mqs_shim {

class Allowance {
 public:
  explicit Allowance(std::size_t bytes) : left_(bytes) {}

  // Whether so much was left; if not, nothing is taken.
  bool take(std::size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::size_t left_;
};

// Why a list is cut where too little is left.
inline constexpr char too_little_left[] = "there are more than are kept of one process";

}  // namespace mqs_shim
