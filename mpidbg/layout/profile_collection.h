#pragma once
// Lists the available profiles. Only their heads are read at once; the rest of a profile is read after it was chosen.
//
// The sources of profiles are, in the order of preference:
//   1. the files of $MPIDBG_PROFILE_PATH: directories and files, separated by ':'
//   2. the profiles embedded in this binary
//   3. the files of the installed share/mpidbg/profiles, except for those with the names of embedded profiles
// A profile hides later ones of the same name. So a profile in $MPIDBG_PROFILE_PATH replaces a shipped one, while the
// installed copies of embedded profiles are never read.
//
// For a derived profile, the profile that it names is looked up in its own directory and then among the embedded
// profiles.
//
// Only one thread at a time may use these functions, like everything in the plugin.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/layout/profile.h"

namespace mpidbg::layout {

class KnownProfile {
 public:
  // A Source reads the complete profile from its file or from this binary.
  class Source {
   public:
    virtual ~Source() = default;
    virtual Result<Profile> read(const std::string &name) const = 0;
  };
  // `origin` states in messages where the profile is: a path, or "embedded profile".
  KnownProfile(ProfileHead head, std::string origin, std::unique_ptr<const Source> source)
      : head_(std::move(head)), origin_(std::move(origin)), source_(std::move(source)) {}

  const ProfileHead &head() const { return head_; }

  // Returns the complete profile. It is read on first use and owned by this object. Returns null if the profile cannot
  // be used; then problem() returns the reason.
  const Profile *load() const;
  const std::string &problem() const { return problem_; }

 private:
  ProfileHead head_;
  std::string origin_;
  std::unique_ptr<const Source> source_;
  mutable bool loaded_ = false;
  mutable std::unique_ptr<const Profile> profile_;
  mutable std::string problem_;
};

// Parses the text of a file, and reads the profile that a derived profile names. The profile gets the name of the file
// without ".json".
Result<Profile> parse_profile_file(const std::filesystem::path &file, std::string_view json);

struct KnownProfiles {
  std::vector<KnownProfile> profiles;
  // `problems` names each file that is not a profile, with the reason.
  std::vector<std::string> problems;
};

// Returns the profiles of sources 1 and 2, which are listed on first use. No file is read unless $MPIDBG_PROFILE_PATH
// is set.
const KnownProfiles &preferred_profiles();

// Returns the profiles of source 3. The directory is read on first use.
const KnownProfiles &installed_profiles();

// Returns the best profile, after loading it. `fitness` rates the head of a profile; the highest value above 0 wins,
// and the first profile among equals. Profiles that cannot be used are skipped. The search ends when a profile reaches
// the value `enough`, so installed profiles are read only if no preferred one is good enough. Returns null if no
// profile fits.
template <class Fitness>
const KnownProfile *best_profile(int enough, Fitness &&fitness) {
  struct Candidate {
    const KnownProfile *profile;
    int value;
  };
  std::vector<Candidate> candidates;
  const auto consider = [&](const KnownProfiles &known) {
    for (const KnownProfile &profile : known.profiles) {
      const int value = fitness(profile.head());
      if (value >= enough && profile.load() != nullptr) return &profile;
      if (value > 0 && value < enough) candidates.push_back({&profile, value});
    }
    return static_cast<const KnownProfile *>(nullptr);
  };
  if (const KnownProfile *found = consider(preferred_profiles())) return found;
  if (const KnownProfile *found = consider(installed_profiles())) return found;
  for (int value = enough - 1; value > 0; --value) {
    for (const Candidate &candidate : candidates) {
      if (candidate.value == value && candidate.profile->load() != nullptr) return candidate.profile;
    }
  }
  return nullptr;
}

}  // namespace mpidbg::layout
