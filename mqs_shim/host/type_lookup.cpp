#include "mqs_shim/host/type_lookup.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "mpidbg/layout/profile_collection.h"

std::optional<std::uint64_t> mqs_type_::field_offset(const char *field) const {
  if (debug_type != nullptr) return debug_type->field_offset(field);
  const auto found = profile_struct->fields.find(std::string_view(field));
  if (found == profile_struct->fields.end()) return std::nullopt;
  return found->second.offset;
}

namespace mqs_shim {
namespace {

using mpidbg::layout::Profile;
using mpidbg::layout::ProfileHead;

// Names a symbol that identifies an MPI library, and the variable that contains the library's version.
struct LibraryMark {
  const char *library;
  const char *symbol;
  const char *version_symbol;
};
// Lists the marks of each library. MPICH has no variable with its version; only MPI_Get_library_version returns it.
constexpr std::array<LibraryMark, 4> library_marks = {{
    {"Open MPI", "ompi_mpi_communicators", "ompi_version_string"},
    {"MPICH", "MPI_Init", nullptr},
    {"MPICH", "MPI_Init_thread", nullptr},  // a statically linked program has only the functions that it calls
    {"MPICH", "MPI_Session_init", nullptr},
}};

bool fits(const ProfileHead &profile, Target &target) {
  return profile.pointer_size == target.pointer_size() && profile.byte_order == target.byte_order();
}

// Returns true if `text` ("v4.1.4", "4.1.4" or "Open MPI v4.1.4, package: ...") names the version "4.1.4".
bool names_version(const std::string &text, const std::string &version) {
  const std::size_t at = text.find(version);
  if (version.empty() || at == std::string::npos) return false;
  const auto continues = [&](std::size_t i) {
    return i < text.size() && (text[i] == '.' || (text[i] >= '0' && text[i] <= '9'));
  };
  return !continues(at + version.size()) && (at == 0 || !continues(at - 1));
}

const Profile *choose_profile(Target &target, bool &exact) {
  enum { none, same_version, same_build };
  for (const LibraryMark &mark : library_marks) {
    if (!target.find_symbol(mark.symbol, SymbolKind::data) && !target.find_symbol(mark.symbol, SymbolKind::function)) {
      continue;
    }
    const std::string build_id = target.build_id_of(mark.symbol);
    std::optional<std::string> version;
    if (mark.version_symbol != nullptr) {
      const auto address = target.find_symbol(mark.version_symbol, SymbolKind::data);
      if (address) version = read_string(target, *address, 256);
    }
    const auto is_same_build = [&](const ProfileHead &profile) {
      return !build_id.empty() && profile.build_id == build_id;
    };
    const auto *best = mpidbg::layout::best_profile(same_build, [&](const ProfileHead &profile) -> int {
      if (!fits(profile, target)) return none;
      if (is_same_build(profile)) return same_build;
      return version && profile.library == mark.library && names_version(*version, profile.version) ? same_version
                                                                                                    : none;
    });
    if (best == nullptr) continue;
    exact = is_same_build(best->head());
    return best->load();
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
