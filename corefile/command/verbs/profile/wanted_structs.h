#pragma once
// Determines which structs and fields the profile of a library should contain.

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/layout/described_library.h"
#include "mpidbg/layout/profile.h"

namespace command {

// Returns every library whose structs are described in mpidbg/layout.
std::vector<mpidbg::layout::DescribedLibrary> described_libraries();

// Maps the names of structs to the fields that each must have. A field of a nested struct is named "outer.inner".
using WantedStructs = std::map<std::string, std::set<std::string>, std::less<>>;

// Maps the names of structs to fields that only some versions have (DescribedLibrary::optional_fields).
using OptionalFields = std::map<std::string, std::vector<std::string>, std::less<>>;

// Returns the wanted structs of each library. These are the structs that mpidbg/layout describes, and those in the
// library's existing profiles, including nested fields. The existing profiles are included because plugins of other
// vendors look up further structs.
std::map<std::string, WantedStructs, std::less<>> wanted_structs(
    std::span<const mpidbg::layout::DescribedLibrary> described,
    std::span<const mpidbg::layout::Profile *const> profiles);

}  // namespace command
