#pragma once
// The structs that a set of layouts describes, by name: what a profile of that library has to contain.

#include <map>
#include <string>
#include <vector>

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

struct DescribedLibrary {
  std::string name;           // "Open MPI"
  std::string anchor_symbol;  // see ProfileAnchor; empty: none
  // Struct -> the fields of it that every version has. A struct that has two descriptions has the fields of both.
  std::map<std::string, std::vector<std::string>, std::less<>> structs;
  std::vector<std::string> variables;  // of a profile: what a stripped library has no symbols of
  std::string version_symbol;          // of a text that begins with the version; empty: none
  std::vector<std::string> numbers;    // "constants" of a profile: debug information does not have them
};

// Of a set of layouts with for_each, `library` and `anchor_symbol`, as openmpi::Layouts.
template <class LayoutSet>
DescribedLibrary describe_library() {
  DescribedLibrary library{LayoutSet::library, LayoutSet::anchor_symbol, {}, {}, {}, {}};
  LayoutSet layouts;
  layouts.for_each([&](auto &layout) {
    std::vector<std::string> &fields = library.structs[layout.type_name];
    layout.describe([&]<class T>(const char *name, Slot<T> &) {
      if constexpr (!is_optional<T>) fields.emplace_back(name);
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
