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

// A directory's profiles in the order of their names, or one profile file.
void add_path(ProfileCollection &collection, const fs::path &path) {
  std::error_code error;
  std::vector<fs::path> files;
  if (fs::is_regular_file(path, error)) files.push_back(path);
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
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
    std::istringstream entries{std::string(path)};
    for (std::string entry; std::getline(entries, entry, ':');) {
      if (!entry.empty()) add_path(collection, entry);
    }
  }
  add_path(collection, MPIDBG_INSTALLED_PROFILES);
  for (const EmbeddedProfile &embedded : embedded_profiles()) {
    std::string text;
    for (const std::string_view piece : embedded.json) text += piece;
    add(collection, std::string(embedded.name), text, "embedded profile");
  }
  return collection;
}

}  // namespace

const ProfileCollection &profile_collection() {
  static const ProfileCollection collection = load();
  return collection;
}

}  // namespace mpidbg::layout
