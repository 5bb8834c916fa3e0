#pragma once
// How often a test repeats with other random numbers.

namespace fakes {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

// The sanitizers make each round ten times as long, and random damage is what tests/fuzz makes under them.
constexpr unsigned random_rounds(unsigned number) {
  return sanitized ? number / 5 : number;
}

}  // namespace fakes
