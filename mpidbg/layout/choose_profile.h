#pragma once
// Chooses the profile that fits the MPI library (or UCX) of a process.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

// Holds the chosen profile and the reason for the choice.
struct ChosenProfile {
  // The chosen profile; null if no profile fits.
  const Profile *profile = nullptr;
  LayoutOrigin origin = LayoutOrigin::none;
  // The load address of the library, which is known only if the profile was chosen by build-id.
  Address load_address{};

  // Returns the address of a variable; nullopt unless the profile was made from exactly this build. The library may
  // lack a symbol for the variable.
  std::optional<Address> variable(const std::string &name) const;
};

// Selects the procedure for a library whose version and build are both unknown, for example in a core file without
// read-only data.
enum class UnknownVersion {
  no_profile,
  // Any profile for the machine is accepted. This is safe only for a library whose objects are checked against the
  // process when they are read.
  any_of_machine,
};

// Chooses a profile of the same build, otherwise of the same version, otherwise of the same series ("4.1" for "4.1.4").
// Layouts change at a patch release and stay the same afterwards. So within the series, it prefers the newest profile
// that is not newer than the library; if there is none, it takes the oldest. A check against the process must confirm
// the choice. `version` is empty if unknown.
ChosenProfile choose_profile(std::string_view library, const debugger::Image &image, const debugger::Memory &memory,
                             const std::string &version, UnknownVersion unknown = UnknownVersion::no_profile);

// Returns, in the order of preference, the profiles of the version for the library and the machine. If there are none,
// returns those of the series. A library may be built in several ways that change its structs; the process's objects
// show which profile fits.
std::vector<ChosenProfile> profiles_of_version(std::string_view library, const debugger::Memory &memory,
                                               const std::string &version);

// Returns all profiles for the library and the machine in the order of preference. It is used if the version is unknown
// and the library's objects show which profile fits.
std::vector<ChosenProfile> profiles_of_machine(std::string_view library, const debugger::Memory &memory);

// Returns a text for the user, such as "profile openmpi-4.1.4-x86_64 (build-id, checked)".
std::string describe_profile(const ChosenProfile &chosen, const std::string &version);

// Joins the texts about several sets of layouts, of a library and of libraries that it uses, to one text: "A, B".
std::string join_sources(std::span<const std::string> sources);

// Returns a text about where the layouts of a set come from. The set has for_each(), like openmpi::Layouts.
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
