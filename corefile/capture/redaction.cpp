#include "corefile/capture/redaction.h"

#include <algorithm>
#include <cstring>

namespace corefile {

namespace {

constexpr std::string_view of_mpi[] = {"OMPI_", "PMIX_", "PMI_", "PRTE_",  "OPAL_",
                                       "MPI",   "UCX_",  "FI_",  "SLURM_", "HOSTNAME"};
// The variables that corefile/mpi/job_identity.h reads, and OMPI_VERSION, which contains the library's version since
// Open MPI 5.0.
constexpr std::string_view of_identity[] = {"OMPI_COMM_WORLD_RANK",
                                            "OMPI_COMM_WORLD_SIZE",
                                            "OMPI_MCA_ess_base_jobid",
                                            "OMPI_VERSION",
                                            "PMI_RANK",
                                            "PMI_SIZE",
                                            "PMI_ID",
                                            "PMI_JOBID",
                                            "PMIX_RANK",
                                            "PMIX_NAMESPACE",
                                            "PMIX_HOSTNAME",
                                            "MPIR_CVAR_CH3_INTERFACE_HOSTNAME",
                                            "SLURMD_NODENAME",
                                            "HOSTNAME"};
constexpr std::string_view of_launcher[] = {"OMPI_MCA_orte_", "OMPI_MCA_ess_", "OMPI_MCA_pmix_", "OMPI_MCA_prte_"};
constexpr std::string_view of_settings[] = {"OMPI_MCA_", "MPIR_CVAR_", "UCX_", "FI_"};
// Values of environment variables that are not overwritten, because MPI objects often contain the same texts. For
// example, CI=true would otherwise cause the value "true" of a hint to be overwritten, and PMIX_SECURITY_MODE=native
// the data representation "native" of files.
constexpr std::string_view no_secrets[] = {"true",    "false",  "none",    "auto",   "automatic",
                                           "default", "enable", "disable", "native", "external32"};

template <std::size_t Count>
bool begins_with_any(std::string_view name, const std::string_view (&prefixes)[Count]) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [name](std::string_view prefix) { return name.starts_with(prefix); });
}

bool names_identity(std::string_view name) {
  return std::find(std::begin(of_identity), std::end(of_identity), name) != std::end(of_identity);
}

bool is_setting(std::string_view name) {
  return begins_with_any(name, of_settings) && !begins_with_any(name, of_launcher);
}

// A secret of at least this length is overwritten even inside another text, because it does not occur there by chance.
constexpr std::size_t long_enough = 8;

bool is_boundary(char character) {
  return character == '\0' || character == '=' || character == ' ' || character == ',' || character == '"';
}

// The `size` bytes at `at` in `all` are the secret `text`, or the part of it that `all` has not cut off. Returns true
// if these bytes must be overwritten.
bool is_secret(std::string_view text, std::string_view all, std::size_t at, std::size_t size) {
  const std::size_t end = at + size;
  // A path followed by '/' is the directory of another file, such as a module. That file's name must stay.
  const bool is_directory = text.front() == '/' && end < all.size() && all[end] == '/';
  if (size >= long_enough && !is_directory) return true;
  return (at == 0 || is_boundary(all[at - 1])) && (end == all.size() || is_boundary(all[end]));
}

}  // namespace

void Secrets::add(std::string_view text) {
  const bool says_nothing = std::find(std::begin(no_secrets), std::end(no_secrets), text) != std::end(no_secrets);
  if (text.size() >= shortest && !says_nothing) texts_.emplace(text);
}

void Secrets::overwrite(std::span<std::byte> memory) const {
  const std::string_view all(reinterpret_cast<const char *>(memory.data()), memory.size());
  const auto cover = [&](std::size_t at, std::size_t size) { std::memset(memory.data() + at, 'x', size); };
  for (const std::string &text : texts_) {
    for (std::size_t at = all.find(text); at != std::string_view::npos; at = all.find(text, at + 1)) {
      if (is_secret(text, all, at, text.size())) cover(at, text.size());
    }
    for (std::size_t part = std::min(text.size() - 1, all.size()); part >= shortest; --part) {
      const std::size_t at = all.size() - part;
      if (all.substr(at) == std::string_view(text).substr(0, part) && is_secret(text, all, at, part)) cover(at, part);
      if (all.substr(0, part) == std::string_view(text).substr(text.size() - part) && is_secret(text, all, 0, part))
        cover(0, part);
    }
  }
}

bool is_about_mpi(std::string_view variable) {
  return begins_with_any(variable, of_mpi);
}

void redact(Environment &environment) {
  for (auto &[name, value] : environment) {
    if (!names_identity(name)) value = redacted;
  }
}

void add_secrets(const Environment &environment, Secrets &secrets) {
  const auto stays = [&](const std::string &text) {
    return std::any_of(environment.begin(), environment.end(),
                       [&](const auto &one) { return names_identity(one.first) && one.second == text; });
  };
  for (const auto &[name, value] : environment) {
    if (!is_setting(name) && !stays(value)) secrets.add(value);
  }
}

}  // namespace corefile
