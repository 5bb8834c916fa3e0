#include "mpidbg/layout/profile_collection.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "mpidbg/base/installation.h"
#include "mpidbg/base/split.h"
#include "mpidbg/layout/derived_profile.h"
#include "mpidbg/layout/embedded_profiles.h"

namespace mpidbg::layout {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_profile_bytes = 16u << 20;

std::string name_of(const fs::path &file) {
  return (file.extension() == ".json" ? file.stem() : file.filename()).string();
}

Result<std::string> read_text(const fs::path &file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error || size > max_profile_bytes) {
    return Error{ErrorCode::layout, "cannot be read, or is too large for a profile"};
  }
  std::ifstream stream(file, std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

class FileSource final : public KnownProfile::Source {
 public:
  explicit FileSource(fs::path path) : path_(std::move(path)) {}

  Result<Profile> read(const std::string &) const override {
    MPIDBG_ASSIGN(json, read_text(path_));
    return parse_profile_file(path_, json);
  }

 private:
  fs::path path_;
};

// Fills in all members except the head, which is already in `profile`.
void fill(Profile &profile, const EmbeddedProfile &embedded) {
  const auto text = [&](TextOffset offset) { return std::string(embedded.texts + offset); };
  for (const EmbeddedNumber &number : embedded.variables) {
    profile.variables.emplace(text(number.name), static_cast<std::uint64_t>(number.value));
  }
  for (const EmbeddedNumber &number : embedded.constants) profile.constants.emplace(text(number.name), number.value);
  for (const EmbeddedStruct &type : embedded.structs) {
    ProfileStruct description;
    description.size = type.size;
    for (const EmbeddedField &field : embedded.fields.subspan(type.first_field, type.field_count)) {
      description.fields.emplace_hint(description.fields.end(), text(field.name),
                                      ProfileField{field.offset, field.size, text(field.kind), text(field.type)});
    }
    profile.structs.emplace_hint(profile.structs.end(), text(type.name), std::move(description));
  }
}

// Returns true if a known profile with this name hides later ones. A profile that cannot be used hides nothing.
bool hides(const KnownProfiles &known, std::string_view name) {
  return std::any_of(known.profiles.begin(), known.profiles.end(), [&](const KnownProfile &profile) {
    return profile.head().name == name && profile.load() != nullptr;
  });
}

// Adds one profile file, or the profiles of a directory in the order of their names. Leaves out a profile if `hidden`
// returns true for its name.
template <class Hidden>
void add_path(KnownProfiles &known, const fs::path &path, Hidden &&hidden) {
  std::error_code error;
  std::vector<fs::path> files;
  if (fs::is_regular_file(path, error)) files.push_back(path);
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path &file : files) {
    std::string name = name_of(file);
    if (hidden(name)) continue;
    const auto text = read_text(file);
    auto head = text ? parse_profile_head(std::move(name), *text) : Result<ProfileHead>(text.error());
    if (head) {
      known.profiles.emplace_back(std::move(*head), file.string(), std::make_unique<FileSource>(file));
    } else {
      known.problems.push_back(file.string() + ": " + head.error().message);
    }
  }
}

ProfileHead head_of(const EmbeddedProfile &embedded) {
  ProfileHead head;
  head.name = embedded.name;
  head.library = embedded.library;
  head.version = embedded.version;
  head.architecture = embedded.architecture;
  head.byte_order = embedded.big_endian ? ByteOrder::big : ByteOrder::little;
  head.pointer_size = embedded.pointer_size;
  head.build_id = embedded.build_id;
  if (!embedded.anchor_symbol.empty()) {
    head.anchor = ProfileAnchor{std::string(embedded.anchor_symbol), embedded.anchor_address};
  }
  return head;
}

Profile profile_of(const EmbeddedProfile &embedded) {
  Profile profile;
  static_cast<ProfileHead &>(profile) = head_of(embedded);
  fill(profile, embedded);
  return profile;
}

class EmbeddedSource final : public KnownProfile::Source {
 public:
  explicit EmbeddedSource(const EmbeddedProfile &embedded) : embedded_(embedded) {}

  Result<Profile> read(const std::string &) const override { return profile_of(embedded_); }

 private:
  const EmbeddedProfile &embedded_;
};

// Returns the embedded profile with this name; null if there is none.
const EmbeddedProfile *find_embedded(std::string_view name) {
  const auto embedded = embedded_profiles();
  const auto found = std::find_if(embedded.begin(), embedded.end(),
                                  [&](const EmbeddedProfile &profile) { return profile.name == name; });
  return found == embedded.end() ? nullptr : &*found;
}

KnownProfiles find_preferred() {
  KnownProfiles known;
  if (const char *path = std::getenv("MPIDBG_PROFILE_PATH")) {
    for (const std::string_view entry : split_list(path, ':')) {
      add_path(known, entry, [&](const std::string &name) { return hides(known, name); });
    }
  }
  for (const EmbeddedProfile &embedded : embedded_profiles()) {
    if (hides(known, embedded.name)) continue;
    known.profiles.emplace_back(head_of(embedded), "embedded profile", std::make_unique<EmbeddedSource>(embedded));
  }
  return known;
}

KnownProfiles find_installed() {
  KnownProfiles known;
  const auto installed = data_directory();
  if (!installed) return known;
  add_path(known, *installed + "/profiles",
           [](const std::string &name) { return find_embedded(name) != nullptr || hides(preferred_profiles(), name); });
  return known;
}

ProfileCollection load_all() {
  ProfileCollection collection;
  for (const KnownProfiles *known : {&preferred_profiles(), &installed_profiles()}) {
    collection.problems.insert(collection.problems.end(), known->problems.begin(), known->problems.end());
    for (const KnownProfile &profile : known->profiles) {
      if (const Profile *loaded = profile.load()) {
        collection.profiles.push_back(loaded);
      } else {
        collection.problems.push_back(profile.problem());
      }
    }
  }
  return collection;
}

}  // namespace

Result<Profile> parse_profile_file(const fs::path &file, std::string_view json) {
  MPIDBG_ASSIGN(profile, parse_profile(name_of(file), json));
  return complete_profile(std::move(profile), [&](const std::string &name) -> Result<Profile> {
    const fs::path beside = file.parent_path() / (name + ".json");
    std::error_code error;
    if (fs::exists(beside, error)) {
      MPIDBG_ASSIGN(text, read_text(beside));
      return parse_profile(name, text);
    }
    if (const EmbeddedProfile *embedded = find_embedded(name)) return profile_of(*embedded);
    return Error{ErrorCode::layout, "no such profile is beside it, and none is embedded"};
  });
}

const Profile *KnownProfile::load() const {
  if (loaded_) return profile_.get();
  loaded_ = true;
  auto profile = source_->read(head_.name);
  if (profile) {
    profile_ = std::make_unique<const Profile>(std::move(*profile));
  } else {
    problem_ = origin_ + ": " + profile.error().message;
  }
  return profile_.get();
}

const KnownProfiles &preferred_profiles() {
  static const KnownProfiles known = find_preferred();
  return known;
}

const KnownProfiles &installed_profiles() {
  static const KnownProfiles known = find_installed();
  return known;
}

const ProfileCollection &profile_collection() {
  static const ProfileCollection collection = load_all();
  return collection;
}

}  // namespace mpidbg::layout
