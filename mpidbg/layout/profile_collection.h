#pragma once
// These are the profiles that can be chosen from, with the parts that they are chosen by. The rest of a profile is read
// after it was chosen.
//
// They are, in order of preference:
//   1. the files of $MPIDBG_PROFILE_PATH: directories and files, separated by ':'
//   2. those embedded in this binary
//   3. those of the installed share/mpidbg/profiles, except for the names of embedded ones
// A profile hides later ones of the same name. So a shipped profile is replaced by one in $MPIDBG_PROFILE_PATH, while
// the installed copies of embedded ones are never read.
//
// A profile that is like another one takes it from its own directory, else from those embedded.
//
// For one thread at a time, as everything in the plugin.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/layout/profile.h"

namespace mpidbg::layout {

class KnownProfile {
 public:
  // A Source reads the profile from where it is.
  class Source {
   public:
    virtual ~Source() = default;
    virtual Result<Profile> read(const std::string &name) const = 0;
  };
  // `origin` is how problems name the profile's place: by a path, or as "embedded profile".
  KnownProfile(ProfileHead head, std::string origin, std::unique_ptr<const Source> source)
      : head_(std::move(head)), origin_(std::move(origin)), source_(std::move(source)) {}

  const ProfileHead &head() const { return head_; }

  // Returns the complete profile. It is read on first use and owned by this object. Returns null if it cannot be used;
  // then problem() says why.
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

// Parses the text of a profile's file, and reads the profile that its member "like" names, if any. The name of the
// profile is the name of the file without ".json".
Result<Profile> parse_profile_file(const std::filesystem::path &file, std::string_view json);

struct KnownProfiles {
  std::vector<KnownProfile> profiles;
  // `problems` names each file that is not a profile, and says why.
  std::vector<std::string> problems;
};

// Returns the profiles of 1 and 2, which are found on first use. No file is read unless $MPIDBG_PROFILE_PATH is set.
const KnownProfiles &preferred_profiles();

// Returns the profiles of 3. The directory is read on first use.
const KnownProfiles &installed_profiles();

// Returns the best profile by a measure: the first one with the highest value above 0 that can be used. It is loaded.
// `fitness` is called with each head. The search ends at the value `enough`, so that installed profiles are only read
// if no preferred one is that good. Returns null if no profile fits.
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
