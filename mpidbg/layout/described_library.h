#pragma once
// Lists the structs that a set of layouts describes. These are the required contents of a profile of that library.

#include <map>
#include <string>
#include <vector>

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

// Holds the names that a profile of one library must contain.
struct DescribedLibrary {
  // The name of the library, for example "Open MPI".
  std::string name;
  // The name of the anchor's symbol (see ProfileAnchor); empty if there is none.
  std::string anchor_symbol;
  // For each struct, the fields that exist in all versions. If several layouts describe a struct, their fields are
  // combined.
  std::map<std::string, std::vector<std::string>, std::less<>> structs;
  // The variables whose addresses a profile should contain, because a stripped library has no symbols for them.
  std::vector<std::string> variables;
  // The symbol of a string that starts with the version; empty if there is none.
  std::string version_symbol;
  // The names of the "constants" in a profile, which are absent from debug information.
  std::vector<std::string> numbers;
  // For each struct, the fields that only some versions have, combined as above.
  std::map<std::string, std::vector<std::string>, std::less<>> optional_fields{};
};

// Makes the description from a set of layouts. The set has for_each(), `library` and `anchor_symbol`, like
// openmpi::Layouts.
template <class LayoutSet>
DescribedLibrary describe_library() {
  DescribedLibrary library{LayoutSet::library, LayoutSet::anchor_symbol, {}, {}, {}, {}};
  LayoutSet layouts;
  layouts.for_each([&](auto &layout) {
    std::vector<std::string> &fields = library.structs[layout.type_name];
    layout.describe([&]<class T>(const char *name, Slot<T> &) {
      (is_optional<T> ? library.optional_fields[layout.type_name] : fields).emplace_back(name);
    });
  });
  if constexpr (requires { LayoutSet::variables; }) {
    library.variables.assign(LayoutSet::variables.begin(), LayoutSet::variables.end());
  }
  if constexpr (requires { LayoutSet::version_symbol; }) library.version_symbol = LayoutSet::version_symbol;
  if constexpr (requires { layouts.numbers; }) {
    layouts.numbers.for_each([&](const auto &number) { library.numbers.emplace_back(number.name); });
  }
  return library;
}

}  // namespace mpidbg::layout
