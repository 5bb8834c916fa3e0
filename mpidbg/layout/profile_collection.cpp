#include "mpidbg/layout/profile_collection.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "mpidbg/base/installation.h"
#include "mpidbg/base/split.h"
#include "mpidbg/layout/embedded_profiles.h"

namespace mpidbg::layout {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_profile_bytes = 16u << 20;

class FileSource final : public KnownProfile::Source {
 public:
  explicit FileSource(fs::path path) : path_(std::move(path)) {}

  Result<Profile> read(const std::string &name) const override {
    MPIDBG_ASSIGN(json, text());
    return parse_profile(name, json);
  }

  Result<std::string> text() const {
    std::error_code error;
    const auto size = fs::file_size(path_, error);
    if (error || size > max_profile_bytes) {
      return Error{ErrorCode::layout, "cannot be read, or is too large for a profile"};
    }
    std::ifstream stream(path_, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

 private:
  fs::path path_;
};

// Everything but the head, which is `profile`'s already.
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

// An unusable profile hides none.
bool hides(const KnownProfiles &known, std::string_view name) {
  return std::any_of(known.profiles.begin(), known.profiles.end(), [&](const KnownProfile &profile) {
    return profile.head().name == name && profile.load() != nullptr;
  });
}

bool is_embedded(std::string_view name) {
  const auto embedded = embedded_profiles();
  return std::any_of(embedded.begin(), embedded.end(),
                     [&](const EmbeddedProfile &profile) { return profile.name == name; });
}

// A directory's profiles in the order of their names, or one profile file, but those whose name `hidden` confirms.
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
    std::string name = file.stem().string();
    if (hidden(name)) continue;
    auto source = std::make_unique<FileSource>(file);
    const auto text = source->text();
    auto head = text ? parse_profile_head(std::move(name), *text) : Result<ProfileHead>(text.error());
    if (head) {
      known.profiles.emplace_back(std::move(*head), file.string(), std::move(source));
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

class EmbeddedSource final : public KnownProfile::Source {
 public:
  explicit EmbeddedSource(const EmbeddedProfile &embedded) : embedded_(embedded) {}

  Result<Profile> read(const std::string &) const override {
    Profile profile;
    static_cast<ProfileHead &>(profile) = head_of(embedded_);
    fill(profile, embedded_);
    return profile;
  }

 private:
  const EmbeddedProfile &embedded_;
};

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
           [](const std::string &name) { return is_embedded(name) || hides(preferred_profiles(), name); });
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
