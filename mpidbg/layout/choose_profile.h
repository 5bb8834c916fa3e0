#pragma once
// Which profile fits the library that a process runs.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

struct ChosenProfile {
  const Profile *profile = nullptr;  // null: none fits
  LayoutOrigin origin = LayoutOrigin::none;
  Address load_address{};  // of the library; known only by its build-id

  // A variable that the library's symbols may not name: nothing but where the profile was made from this very build.
  std::optional<Address> variable(const std::string &name) const;
};

// What to do if the version of the library is unknown, as in a core file without read-only data, and its build is, too.
enum class UnknownVersion {
  no_profile,
  any_of_machine,  // only for a library whose objects are each checked against the process when they are read
};

// That of the same build, else of the same version, else of the same series ("4.1" of "4.1.4"), of it the newest that
// is not newer than the library, else the oldest: layouts change at a patch release and stay for those after it. A
// check against the process has to confirm it. `version` is empty if it is unknown.
ChosenProfile choose_profile(std::string_view library, const debugger::Image &image, const debugger::Memory &memory,
                             const std::string &version, UnknownVersion unknown = UnknownVersion::no_profile);

// Those of the library and the machine that are of the version, or if there are none of its series, in the order of
// preference: a library may be built in ways that change its structs, and its objects tell which profile fits.
std::vector<ChosenProfile> profiles_of_version(std::string_view library, const debugger::Memory &memory,
                                               const std::string &version);

// All of the library and the machine, in the order of preference: for a library that does not say its version, and
// whose objects tell which profile fits.
std::vector<ChosenProfile> profiles_of_machine(std::string_view library, const debugger::Memory &memory);

// For the user: "profile openmpi-4.1.4-x86_64 (build-id, checked)".
std::string describe_profile(const ChosenProfile &chosen, const std::string &version);

// The sources of several sets of layouts, those of a library and of what it is built on, as one text: "A, B".
std::string join_sources(std::span<const std::string> sources);

// The same of all layouts of a set (with for_each, as openmpi::Layouts).
template <class LayoutSet>
std::string describe_source(LayoutSet &layouts, const ChosenProfile &chosen, const std::string &version) {
  bool debug_information = false;
  bool profile = false;
  layouts.for_each([&](const auto &layout) {
    debug_information |= layout.origin == LayoutOrigin::debug_information;
    profile |= layout.resolved() && layout.origin != LayoutOrigin::debug_information;
  });
  std::string text = debug_information ? "debug information" : "";
  if (!profile) return text + " (checked)";
  if (!text.empty()) text += " and ";
  return text + describe_profile(chosen, version);
}

}  // namespace mpidbg::layout
