#include "mqs_shim/host/type_lookup.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

std::optional<std::uint64_t> mqs_type_::field_offset(const char *field) const {
  if (debug_type != nullptr) return debug_type->field_offset(field);
  const auto found = profile_struct->fields.find(std::string_view(field));
  if (found == profile_struct->fields.end()) return std::nullopt;
  return found->second.offset;
}

namespace mqs_shim {
namespace {

using mpidbg::layout::Profile;

// A symbol of each MPI library that its profiles can be told by, and where its version stands in memory.
struct LibraryMark {
  const char *library;
  const char *symbol;
  const char *version_symbol;
};
// MPICH keeps its version in a macro only; its string is exported by MPI_Get_library_version alone.
constexpr std::array<LibraryMark, 2> library_marks = {{
    {"Open MPI", "ompi_mpi_communicators", "ompi_version_string"},
    {"MPICH", "MPI_Init", nullptr},
}};

bool fits(const Profile &profile, Target &target) {
  return profile.pointer_size == target.pointer_size() && profile.byte_order == target.byte_order();
}

// "v4.1.4", "4.1.4" or "Open MPI v4.1.4, package: ..." against "4.1.4".
bool names_version(const std::string &text, const std::string &version) {
  const std::size_t at = text.find(version);
  if (version.empty() || at == std::string::npos) return false;
  const auto continues = [&](std::size_t i) {
    return i < text.size() && (text[i] == '.' || (text[i] >= '0' && text[i] <= '9'));
  };
  return !continues(at + version.size()) && (at == 0 || !continues(at - 1));
}

const Profile *choose_profile(Target &target, bool &exact) {
  const auto &profiles = mpidbg::layout::profile_collection().profiles;
  for (const LibraryMark &mark : library_marks) {
    if (!target.find_symbol(mark.symbol, SymbolKind::data) && !target.find_symbol(mark.symbol, SymbolKind::function)) {
      continue;
    }
    const std::string build_id = target.build_id_of(mark.symbol);
    for (const Profile &profile : profiles) {
      if (!build_id.empty() && profile.build_id == build_id && fits(profile, target)) {
        exact = true;
        return &profile;
      }
    }
    if (mark.version_symbol == nullptr) continue;
    const auto address = target.find_symbol(mark.version_symbol, SymbolKind::data);
    if (!address) continue;
    const auto version = read_string(target, *address, 256);
    if (!version) continue;
    for (const Profile &profile : profiles) {
      if (profile.library == mark.library && fits(profile, target) && names_version(*version, profile.version)) {
        return &profile;
      }
    }
  }
  return nullptr;
}

}  // namespace

mqs_type_ *TypeLookup::find(const char *name) {
  if (const auto known = types_.find(std::string_view(name)); known != types_.end()) return known->second.get();
  std::unique_ptr<mqs_type_> type;
  const std::string key = name;
  if (const TargetType *debug_type = target_.find_type(key)) {
    type = std::make_unique<mqs_type_>();
    type->size = debug_type->size();
    type->debug_type = debug_type;
  } else if (const Profile *chosen = profile()) {
    if (const auto *profile_struct = chosen->find_struct(key)) {
      type = std::make_unique<mqs_type_>();
      type->size = profile_struct->size;
      type->profile_struct = profile_struct;
    }
  }
  if (type) {
    type->name = key;
    type->image = image_;
  }
  return types_.emplace(key, std::move(type)).first->second.get();
}

const Profile *TypeLookup::profile() {
  if (!chosen_ && use_profiles_) {
    chosen_ = true;
    profile_ = choose_profile(target_, profile_is_exact_);
  }
  return profile_;
}

std::optional<std::string> read_string(Target &target, Address address, std::size_t limit) {
  std::vector<char> buffer(limit + 1);
  const std::size_t got = std::min(target.read_up_to(address, buffer.data(), buffer.size()), buffer.size());
  const void *end = got == 0 ? nullptr : std::memchr(buffer.data(), 0, got);
  if (end == nullptr) return std::nullopt;
  return std::string(buffer.data());
}

}  // namespace mqs_shim
