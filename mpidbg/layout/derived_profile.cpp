#include "mpidbg/layout/derived_profile.h"

#include <algorithm>
#include <vector>

namespace mpidbg::layout {

namespace {

constexpr std::size_t max_bases = 16;

Error bad(const Profile &profile, const std::string &what) {
  return {ErrorCode::layout, "profile " + profile.name + ": " + what};
}

bool operator==(const ProfileField &a, const ProfileField &b) {
  return a.offset == b.offset && a.size == b.size && a.kind == b.kind && a.type == b.type;
}

bool is_same(const ProfileStruct &a, const ProfileStruct &b) {
  return a.size == b.size &&
         std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                    [](const auto &x, const auto &y) { return x.first == y.first && x.second == y.second; });
}

}  // namespace

Result<Profile> complete_profile(Profile profile, const FindProfile &find) {
  std::vector<std::string> names = {profile.name};
  while (!profile.like.empty()) {
    const bool is_circle = std::find(names.begin(), names.end(), profile.like) != names.end();
    names.push_back(profile.like);
    if (is_circle) {
      std::string circle;
      for (const std::string &name : names) circle += (circle.empty() ? "" : " is like ") + name;
      return bad(profile, "never ends: " + circle);
    }
    if (names.size() > max_bases + 1) {
      return bad(profile, "is like more than " + std::to_string(max_bases) + " others, one after the other");
    }
    auto base = find(profile.like);
    if (!base) return bad(profile, "is like " + profile.like + ": " + base.error().message);
    if (base->library != profile.library || base->pointer_size != profile.pointer_size ||
        base->byte_order != profile.byte_order) {
      return bad(profile, "is like " + profile.like + ", which is for another library or machine");
    }
    profile.constants.merge(base->constants);
    profile.structs.merge(base->structs);
    profile.like = std::move(base->like);
  }
  std::erase_if(profile.structs, [](const auto &entry) { return entry.second.size == 0; });
  return profile;
}

Profile derive_profile(const Profile &profile, const Profile &base) {
  Profile derived = profile;
  derived.like = base.name;
  std::erase_if(derived.constants, [&](const auto &entry) {
    const auto found = base.constants.find(entry.first);
    return found != base.constants.end() && found->second == entry.second;
  });
  for (const auto &[type, description] : base.structs) {
    const auto found = derived.structs.find(type);
    if (found == derived.structs.end()) {
      derived.structs.emplace(type, ProfileStruct{});
    } else if (is_same(found->second, description)) {
      derived.structs.erase(found);
    }
  }
  return derived;
}

}  // namespace mpidbg::layout
