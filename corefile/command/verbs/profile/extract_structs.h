#pragma once
// Extracts structs for a profile from debug information.

#include <map>
#include <string>
#include <vector>

#include "corefile/command/verbs/profile/wanted_structs.h"
#include "corefile/dwarf/type_index.h"
#include "mpidbg/layout/profile.h"

namespace command {

// The extracted structs, and those that were not found.
struct ExtractedStructs {
  // Structs by name, with all of their fields.
  std::map<std::string, mpidbg::layout::ProfileStruct, std::less<>> structs;
  std::vector<std::string> missing;  // missing structs, and missing fields as "struct: field"
  std::size_t missing_structs = 0;
};
ExtractedStructs extract_structs(const corefile::TypeIndex &types, const WantedStructs &wanted);
// Adds to the structs in `found` the nested fields of `optional` that the debug information has.
void add_optional_fields(const corefile::TypeIndex &types, const OptionalFields &optional, ExtractedStructs &found);
// Searches the debug information of another file of the same library for the structs and fields in `found.missing`, and
// adds those that it contains.
void add_missing_structs(const corefile::TypeIndex &types, const WantedStructs &wanted, ExtractedStructs &found);

}  // namespace command
