#pragma once
// Completes derived profiles. A derived profile is a file that names a similar profile and contains only the
// differences from it.
//
// A derived profile takes the constants and structs of the profile that it names. The named profile may be derived as
// well. A struct is replaced as a whole. Everything else, such as the version, the build-id and the variables, is in
// the derived profile itself.

#include <functional>
#include <string>

#include "mpidbg/layout/profile.h"

namespace mpidbg::layout {

// A function that returns the profile with this name, complete or derived; it fails if the profile does not exist or
// cannot be used.
using FindProfile = std::function<Result<Profile>(const std::string &name)>;

// Adds to the profile everything that it takes from other profiles. Fails if another profile is missing, is for another
// library or machine, or itself takes from this profile. Also fails if there are more than 16 other profiles.
Result<Profile> complete_profile(Profile profile, const FindProfile &find);

// Returns the derived profile that names `base` and that complete_profile() completes to `profile`. Both arguments are
// complete and for the same machine, and `profile` has every constant of `base`.
Profile derive_profile(const Profile &profile, const Profile &base);

}  // namespace mpidbg::layout
