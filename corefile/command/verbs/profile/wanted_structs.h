#pragma once
// Which structs and fields a profile of a library should contain.

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/layout/described_library.h"
#include "mpidbg/layout/profile.h"

namespace command {

// Every library whose structs are described in mpidbg/layout.
std::vector<mpidbg::layout::DescribedLibrary> described_libraries();

// Structs by name, and the fields that each must have. A field of a struct within is "outer.inner".
using WantedStructs = std::map<std::string, std::set<std::string>, std::less<>>;

// By library: the described structs; and, since other makers' plugins look up further ones, those that a known profile
// of the library has, with the fields within fields that are in that profile.
std::map<std::string, WantedStructs, std::less<>> wanted_structs(
    std::span<const mpidbg::layout::DescribedLibrary> described,
    std::span<const mpidbg::layout::Profile *const> profiles);

}  // namespace command
