// Where profiles are looked for; the contract is in profile.h.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "mpidbg/layout/embedded_profiles.h"
#include "mpidbg/layout/profile.h"

namespace mpidbg::layout {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_profile_bytes = 16u << 20;

void add(ProfileCollection &collection, const std::string &name, std::string_view text, const std::string &origin) {
  const bool hidden = std::any_of(collection.profiles.begin(), collection.profiles.end(),
                                  [&](const Profile &profile) { return profile.name == name; });
  if (hidden) return;
  auto profile = parse_profile(name, text);
  if (profile) {
    collection.profiles.push_back(std::move(*profile));
  } else {
    collection.problems.push_back(origin + ": " + profile.error().message);
  }
}

void add_directory(ProfileCollection &collection, const fs::path &directory) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path &file : files) {
    const auto size = fs::file_size(file, error);
    if (error || size > max_profile_bytes) {
      collection.problems.push_back(file.string() + ": cannot be read, or is too large for a profile");
      continue;
    }
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    add(collection, file.stem().string(), text, file.string());
  }
}

ProfileCollection load() {
  ProfileCollection collection;
  if (const char *path = std::getenv("MPIDBG_PROFILE_PATH")) {
    std::istringstream directories{std::string(path)};
    for (std::string directory; std::getline(directories, directory, ':');) {
      if (!directory.empty()) add_directory(collection, directory);
    }
  }
  add_directory(collection, MPIDBG_INSTALLED_PROFILES);
  for (const EmbeddedProfile &embedded : embedded_profiles()) {
    add(collection, std::string(embedded.name), embedded.json, "embedded profile");
  }
  return collection;
}

}  // namespace

const ProfileCollection &profile_collection() {
  static const ProfileCollection collection = load();
  return collection;
}

}  // namespace mpidbg::layout
