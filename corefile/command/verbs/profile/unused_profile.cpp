#include "corefile/command/verbs/profile/unused_profile.h"

#include "corefile/command/verbs/profile/profile_file.h"
#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/base/plain_text.h"

namespace command {

namespace {

// Returns true if `source` says that the layouts come from the profile `name`. The name may be cut at its end, because
// the length of a plugin's texts is limited.
bool is_named(const std::string &source, const std::string &name) {
  const std::string named = "profile " + mpidbg::plain_text(name.c_str(), name.size());
  if (source.find(named + " (") != std::string::npos || source.ends_with(named)) return true;
  if (source.size() + 1 < sizeof mpidbg_process_info_t::layout_source) return false;
  const std::size_t at = source.rfind("profile ");
  return at != std::string::npos && named.starts_with(source.substr(at));
}

}  // namespace

std::string why_unused(const std::string &path, const std::string &library, const std::string &layout_source) {
  const auto profile = read_profile(path);
  if (!profile) return profile.error().message;
  if (is_named(layout_source, profile->name)) return {};
  const std::string made_for = profile->library + " " + profile->version + " on " + profile->architecture;
  const bool is_of_mpi = profile->library == "Open MPI" || profile->library == "MPICH";
  if (is_of_mpi && !library.empty() && !library.starts_with(profile->library))
    return "it is of " + made_for + ", and the process has " + library;
  if (layout_source.starts_with("debug information") && layout_source.find("profile ") == std::string::npos)
    return "the library has debug information, which comes before any profile";
  return "it is of " + made_for +
         ", and neither the library's build nor its version, or its objects contradict it; layouts: " +
         (layout_source.empty() ? "unknown" : layout_source);
}

}  // namespace command
