#pragma once
// Finds struct types by name. Searches the target's debug information, then a profile (a stored table of struct
// layouts) for the build or version of the MPI library.
//
// Profiles are used for plugins that know no layouts themselves. A plugin with its own layouts gets debug information
// only, so that it can report where its layouts come from.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "mpidbg/layout/profile.h"
#include "mqs_shim/host/target.h"

struct mqs_image_;

// A plugin's mqs_type * points to this struct. Either `debug_type` or `profile_struct` is set, never both.
struct mqs_type_ {
  std::string name;
  std::uint64_t size = 0;
  const mqs_shim::TargetType *debug_type = nullptr;
  const mpidbg::layout::ProfileStruct *profile_struct = nullptr;
  mqs_image_ *image = nullptr;  // image through which the type was requested; its journal lists missing fields

  std::optional<std::uint64_t> field_offset(const char *field) const;
};

namespace mqs_shim {

// Finds the types that a plugin asks for, and owns them.
class TypeLookup {
 public:
  TypeLookup(Target &target, mqs_image_ *image, bool use_profiles)
      : target_(target), image_(image), use_profiles_(use_profiles) {}

  // Returns the type, which is valid while this object lives. Returns null if neither debug information nor the profile
  // has it; later calls for this name then do not search again.
  mqs_type_ *find(const char *name);

  // Returns the profile with the build-id of the target's MPI library; if there is none, a profile for the same
  // version; otherwise null.
  const mpidbg::layout::Profile *profile();
  bool profile_is_exact() const { return profile_is_exact_; }

 private:
  Target &target_;
  mqs_image_ *image_;
  const bool use_profiles_;
  std::map<std::string, std::unique_ptr<mqs_type_>, std::less<>> types_;  // null for types that do not exist
  bool chosen_ = false;
  bool profile_is_exact_ = false;
  const mpidbg::layout::Profile *profile_ = nullptr;
};

// Reads up to `limit` characters that end with a NUL. Returns nothing if the memory is unreadable or the string is
// longer.
std::optional<std::string> read_string(Target &target, Address address, std::size_t limit);

}  // namespace mqs_shim
