#include "corefile/command/profile_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

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

std::string name_of(const std::string &path) {
  std::string name = path.substr(path.rfind('/') + 1);
  if (name.ends_with(".json")) name.erase(name.size() - 5);
  return name;
}

}  // namespace

Result<Profile> read_profile(const std::string &path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rbe"), std::fclose);
  if (!file) return Error{ErrorCode::system, "cannot read the profile " + path + ": " + std::strerror(errno), {}};
  std::string text;
  char piece[65536];
  for (std::size_t size; (size = std::fread(piece, 1, sizeof piece, file.get())) != 0;) {
    text.append(piece, size);
    if (text.size() > largest_file) return Error{ErrorCode::out_of_range, path + " is too large for a profile", {}};
  }
  if (std::ferror(file.get()) != 0)
    return Error{ErrorCode::system, "cannot read the profile " + path + ": " + std::strerror(errno), {}};
  auto profile = mpidbg::layout::parse_profile(name_of(path), text);
  if (profile) return profile;
  return Error{ErrorCode::corrupt, path + " is not a profile: " + profile.error().message, {}};
}

Result<Profile> find_profile(const std::string &path_or_name) {
  if (is_file(path_or_name) || path_or_name.find('/') != std::string::npos) return read_profile(path_or_name);
  const auto *found = mpidbg::layout::best_profile(
      1, [&](const mpidbg::layout::ProfileHead &head) { return head.name == path_or_name ? 1 : 0; });
  if (found != nullptr) return *found->load();
  return Error{ErrorCode::not_found,
               path_or_name + " is neither a file nor a known profile; 'mpidbg profile list' shows those",
               {}};
}

}  // namespace command
