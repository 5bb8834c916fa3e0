#pragma once
// Numbers of an MPI library that changed between its versions and are not offsets: bits of flags, values of
// enumerations, lengths of arrays. A profile has them as "constants".

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mpidbg/layout/profile.h"

namespace mpidbg::layout {

struct Number {
  const char *name;                        // the library's own
  std::int64_t described;                  // in the version that the library's descriptions were made for
  std::optional<std::int64_t> value = {};  // in the library of the process, once resolved

  // Error: layout, if it is not known of this version.
  Result<std::int64_t> get() const {
    if (value) return *value;
    return Error{ErrorCode::layout, std::string(name) + " of this version is unknown: no profile has it"};
  }
};

// From a profile, null if none fits, for a set of numbers (with for_each, as openmpi::Numbers). What the profile lacks
// is known of the described version alone.
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
