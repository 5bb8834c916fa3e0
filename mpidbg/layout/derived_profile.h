#pragma once
// Profiles that are like another one: a file of a near version has only what changed.
//
// A derived profile takes the constants and structs of the profile that it is like, which may be derived as well. A
// struct is replaced as a whole. Everything else, such as the version, the build-id and the variables, is its own.

#include <functional>
#include <string>

#include "mpidbg/layout/profile.h"

namespace mpidbg::layout {

// Returns the profile of that name, complete or derived; fails if there is none or it cannot be used.
using FindProfile = std::function<Result<Profile>(const std::string &name)>;

// Adds what the profile takes from others, so that it is complete. Fails if one of them is missing, is for another
// library or machine, or is like a profile that takes from it, and after more than 16 of them.
Result<Profile> complete_profile(Profile profile, const FindProfile &find);

// Returns the profile that complete_profile() completes to `profile`. Both are complete and of one machine; every
// constant of `base` is in `profile`, too.
Profile derive_profile(const Profile &profile, const Profile &base);

}  // namespace mpidbg::layout
