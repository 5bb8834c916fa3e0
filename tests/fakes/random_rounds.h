#pragma once
// How often a test repeats with other random numbers.

#include <cstddef>

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
  return sanitized ? number / 10 : number;
}

// Tests that damage one field after another damage every so-manieth. Under the sanitizers, which are for damage of all
// kinds and not for the words of each answer, few.
constexpr std::size_t damage_stride = sanitized ? 16 : 1;

}  // namespace fakes
