#pragma once
// Struct types by name: from the target's debug information, else from a profile of the library's build or version.
//
// Profiles are for plugins that know of no layouts but the debugger's. One that has its own gets debug information
// alone, so that it can say where its layouts come from.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "mpidbg/layout/profile.h"
#include "mqs_shim/host/target.h"

struct mqs_image_;

// What a plugin holds as mqs_type *: exactly one of the two sources.
struct mqs_type_ {
  std::string name;
  std::uint64_t size = 0;
  const mqs_shim::TargetType *debug_type = nullptr;
  const mpidbg::layout::ProfileStruct *profile_struct = nullptr;
  mqs_image_ *image = nullptr;  // that handed it out, for its journal

  std::optional<std::uint64_t> field_offset(const char *field) const;
};

namespace mqs_shim {

class TypeLookup {
 public:
  TypeLookup(Target &target, mqs_image_ *image, bool use_profiles)
      : target_(target), image_(image), use_profiles_(use_profiles) {}

  // Null if no source has it, now and later. Results stay where they are.
  mqs_type_ *find(const char *name);

  // The profile for this target, or null: one with the build-id of its MPI library; else one of the same version.
  const mpidbg::layout::Profile *profile();
  bool profile_is_exact() const { return profile_is_exact_; }

 private:
  Target &target_;
  mqs_image_ *image_;
  const bool use_profiles_;
  std::map<std::string, std::unique_ptr<mqs_type_>, std::less<>> types_;  // null: known not to exist
  bool chosen_ = false;
  bool profile_is_exact_ = false;
  const mpidbg::layout::Profile *profile_ = nullptr;
};

// Up to `limit` characters from target memory, ended by a NUL; nothing if it is unreadable or longer.
std::optional<std::string> read_string(Target &target, Address address, std::size_t limit);

}  // namespace mqs_shim
