#pragma once
// Describes those numbers of an MPI library that differ between versions and are not offsets: bits of flags, values of
// enumerations, and lengths of arrays. Profiles contain them as "constants".

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mpidbg/layout/profile.h"

namespace mpidbg::layout {

// Describes one number that differs between versions of a library, and stores its value.
struct Number {
  // The name of the number in the library's sources.
  const char *name;
  // The value in one version of the library; numbers.h of each library names that version.
  std::int64_t described;
  // The value in the library of the process, after resolve_numbers().
  std::optional<std::int64_t> value = {};

  // Returns the value in the library of the process. Errors: layout, if it is unknown for this version.
  Result<std::int64_t> get() const {
    if (value) return *value;
    return Error{ErrorCode::layout, std::string(name) + " of this version is unknown: no profile has it"};
  }
};

// Looks up the values of a set of numbers in a profile, which is null if none fits. The set has for_each(), like
// openmpi::Numbers. Numbers that are missing from the profile get the value Number::described if `is_described_version`
// is true; otherwise they stay unknown.
template <class Numbers>
void resolve_numbers(Numbers &numbers, const Profile *profile, bool is_described_version) {
  numbers.for_each([&](Number &number) {
    if (is_described_version) number.value = number.described;
    if (profile == nullptr) return;
    if (const auto found = profile->constants.find(std::string_view(number.name)); found != profile->constants.end()) {
      number.value = found->second;
    }
  });
}

}  // namespace mpidbg::layout
