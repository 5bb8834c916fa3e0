#pragma once
// Reads derived profiles. The file of a derived profile names a profile of a similar version as "like", and contains
// only the constants and structs that differ from it.
//
// A derived profile takes all other constants and structs from the profile named by "like", which may be derived, too.
// A struct is replaced with all its fields. The derived profile takes nothing else from the other profile, such as the
// version, the build-id and the variables.

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
