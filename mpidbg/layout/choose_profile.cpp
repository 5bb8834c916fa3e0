#include "mpidbg/layout/choose_profile.h"

#include <algorithm>

#include "mpidbg/debugger/build_id.h"
#include "mpidbg/layout/profile_collection.h"

namespace mpidbg::layout {

namespace {

std::string series(const std::string &version) {
  const auto first = version.find('.');
  const auto second = first == std::string::npos ? first : version.find('.', first + 1);
  return version.substr(0, second);
}

// Returns the number of the patch release, such as 4 for "4.1.4"; 0 if the version has none.
int patch_release(const std::string &version) {
  constexpr int largest = 200;
  const std::string rest = version.substr(series(version).size());
  int number = 0;
  for (std::size_t at = 1; at < rest.size() && rest[at] >= '0' && rest[at] <= '9' && number < largest; ++at)
    number = 10 * number + (rest[at] - '0');
  return std::min(number, largest);
}

// Rates a profile of the same series. The rating is lower than `best`, the rating for the same version. Layouts change
// at a patch release and stay the same afterwards, so the highest rating goes to the newest profile that is not newer
// than the library. The oldest of the newer profiles follows.
int nearness(const std::string &profile, const std::string &version, int best) {
  const int behind = patch_release(version) - patch_release(profile);
  const int newer = best / 2;
  return behind >= 0 ? std::max(best - 1 - behind, newer + 1) : std::max(newer + behind, 1);
}

bool is_of_machine(const ProfileHead &profile, std::string_view library, const debugger::Memory &memory) {
  return profile.library == library && profile.pointer_size == memory.pointer_size() &&
         profile.byte_order == memory.byte_order();
}

// Returns the load address of the library if the profile was made from exactly this build.
std::optional<Address> load_address(const ProfileHead &profile, const debugger::Image &image,
                                    const debugger::Memory &memory) {
  if (profile.build_id.empty() || !profile.anchor) return std::nullopt;
  const auto symbol = image.find_symbol(profile.anchor->symbol);
  if (!symbol) return std::nullopt;
  const Address address(*symbol - profile.anchor->address);
  const auto build_id = debugger::read_build_id(memory, address);
  if (!build_id || *build_id != profile.build_id) return std::nullopt;
  return address;
}

// Returns the profiles whose heads fit according to `fits`.
template <class Fits>
std::vector<ChosenProfile> profiles_if(std::string_view library, const debugger::Memory &memory, Fits &&fits) {
  std::vector<ChosenProfile> result;
  for (const KnownProfiles *known : {&preferred_profiles(), &installed_profiles()}) {
    for (const KnownProfile &profile : known->profiles) {
      if (!is_of_machine(profile.head(), library, memory) || !fits(profile.head())) continue;
      if (profile.load() != nullptr) result.push_back({profile.load(), LayoutOrigin::profile_by_version, {}});
    }
  }
  return result;
}

}  // namespace

std::optional<Address> ChosenProfile::variable(const std::string &name) const {
  if (origin != LayoutOrigin::profile_by_build_id) return std::nullopt;
  const auto found = profile->variables.find(name);
  if (found == profile->variables.end()) return std::nullopt;
  return load_address + found->second;
}

std::vector<ChosenProfile> profiles_of_version(std::string_view library, const debugger::Memory &memory,
                                               const std::string &version) {
  std::vector<ChosenProfile> found =
      profiles_if(library, memory, [&](const ProfileHead &profile) { return profile.version == version; });
  if (!found.empty()) return found;
  return profiles_if(library, memory,
                     [&](const ProfileHead &profile) { return series(profile.version) == series(version); });
}

std::vector<ChosenProfile> profiles_of_machine(std::string_view library, const debugger::Memory &memory) {
  return profiles_if(library, memory, [](const ProfileHead &) { return true; });
}

ChosenProfile choose_profile(std::string_view library, const debugger::Image &image, const debugger::Memory &memory,
                             const std::string &version, UnknownVersion unknown) {
  // The ratings of a profile. Their distance leaves room for the ratings within a series. If the version is unknown,
  // profiles with a build-id (made from packaged builds) take precedence over profiles that were made from sources.
  enum { none, same_machine, packaged_for_machine, other_series, same_version = other_series + 500, same_build };
  const ProfileHead *same = nullptr;
  Address loaded_at{};
  const KnownProfile *best = best_profile(same_build, [&](const ProfileHead &profile) -> int {
    if (!is_of_machine(profile, library, memory)) return none;
    if (const auto address = load_address(profile, image, memory)) {
      same = &profile;
      loaded_at = *address;
      return same_build;
    }
    if (version.empty()) {
      if (unknown != UnknownVersion::any_of_machine) return none;
      return profile.build_id.empty() ? same_machine : packaged_for_machine;
    }
    if (profile.version == version) return same_version;
    if (series(profile.version) != series(version)) return none;
    return other_series + nearness(profile.version, version, same_version - other_series);
  });
  if (best == nullptr) return {};
  if (&best->head() == same) return {best->load(), LayoutOrigin::profile_by_build_id, loaded_at};
  return {best->load(), LayoutOrigin::profile_by_version, {}};
}

std::string join_sources(std::span<const std::string> sources) {
  std::string text;
  for (const std::string &source : sources) text += (text.empty() ? "" : ", ") + source;
  return text;
}

std::string describe_profile(const ChosenProfile &chosen, const std::string &version) {
  const std::string text = "profile " + chosen.profile->name;
  if (chosen.origin == LayoutOrigin::profile_by_build_id) return text + " (build-id, checked)";
  if (chosen.profile->version == version) return text + " (version, checked)";
  if (version.empty()) return text + " (version unknown, checked)";
  return text + " (series " + series(version) + ", checked)";
}

}  // namespace mpidbg::layout
