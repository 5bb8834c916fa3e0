#pragma once
// Structs as a profile has them, out of debug information.

#include <map>
#include <string>
#include <vector>

#include "corefile/command/verbs/profile/wanted_structs.h"
#include "corefile/dwarf/type_index.h"
#include "mpidbg/layout/profile.h"

namespace command {

struct ExtractedStructs {
  std::map<std::string, mpidbg::layout::ProfileStruct, std::less<>> structs;  // with all of their fields
  std::vector<std::string> missing;  // wanted structs, and wanted fields as "struct: field"
  std::size_t missing_structs = 0;
};
ExtractedStructs extract_structs(const corefile::TypeIndex &types, const WantedStructs &wanted);
// Adds the wanted structs that are missing, of another file of the same library.
void add_missing_structs(const corefile::TypeIndex &types, const WantedStructs &wanted, ExtractedStructs &found);

}  // namespace command
