#include "corefile/command/verbs/profile/profile_file.h"

#include <sys/stat.h>

#include <utility>

#include "mpidbg/base/regular_file.h"
#include "mpidbg/layout/profile_collection.h"

namespace command {

using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Result;
using mpidbg::layout::Profile;

namespace {

constexpr std::size_t largest_file = std::size_t{16} << 20;

bool is_file(const std::string &path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_there(const std::string &path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

}  // namespace

Result<Profile> read_profile(const std::string &path) {
  const auto text = mpidbg::read_regular_file(path, largest_file);
  if (!text) {
    const std::string &why = text.error().message;
    if (text.error().code == ErrorCode::out_of_range) return Error{ErrorCode::out_of_range, why, {}};
    return Error{ErrorCode::system, "cannot read the profile: " + why, {}};
  }
  auto profile = mpidbg::layout::parse_profile_file(path, *text);
  if (profile) return profile;
  return Error{ErrorCode::corrupt, path + " is not a profile: " + profile.error().message, {}};
}

Result<Profile> find_profile(const std::string &path_or_name) {
  if (is_file(path_or_name) || path_or_name.find('/') != std::string::npos) return read_profile(path_or_name);
  const auto *found = mpidbg::layout::best_profile(
      1, [&](const mpidbg::layout::ProfileHead &head) { return head.name == path_or_name ? 1 : 0; });
  if (found != nullptr) return *found->load();
  if (is_there(path_or_name)) return read_profile(path_or_name);  // its error says what is wrong with the file
  return Error{ErrorCode::not_found,
               path_or_name + " is neither a file nor a known profile; 'mpidbg profile list' shows those",
               {}};
}

}  // namespace command
