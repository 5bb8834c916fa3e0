#include "mqs_shim/plugin/plugin_search.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <memory>
#include <optional>

#include "mpidbg/base/installation.h"
#include "mpidbg/base/split.h"
#include "mqs_shim/host/type_lookup.h"
#include "mqs_shim/plugin/plugin.h"

namespace mqs_shim {
namespace {

constexpr std::size_t names_limit = 64;
constexpr std::size_t path_limit = 4096;
constexpr std::array<const char *, 4> system_directories = {"/usr/lib", "/lib", "/usr/lib64", "/lib64"};

std::optional<std::string> real_path(const std::string &path) {
  std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path.c_str(), nullptr), &std::free);
  if (!resolved) return std::nullopt;
  return std::string(resolved.get());
}

std::string directory_of(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos || slash == 0 ? "/" : path.substr(0, slash);
}

bool is_regular_file(const std::string &path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// Returns true if the path is below the directory. Neither may contain symbolic links.
bool lies_under(const std::string &path, const std::string &directory) {
  return directory == "/" || (path.size() > directory.size() && path.compare(0, directory.size(), directory) == 0 &&
                              path[directory.size()] == '/');
}

std::vector<std::string> with_environment(std::vector<std::string> safe_path) {
  const char *const value = std::getenv("MPIDBG_PLUGIN_SAFE_PATH");
  for (const std::string_view directory : mpidbg::split_list(value == nullptr ? "" : value, ':')) {
    safe_path.emplace_back(directory);
  }
  return safe_path;
}

bool lies_under_any(const std::string &path, const std::vector<std::string> &directories) {
  for (const std::string &directory : directories) {
    // A relative entry of the list is ignored, because it means another directory in each working directory.
    if (directory.empty() || directory[0] != '/') continue;
    const auto real = real_path(directory);
    if (real && lies_under(path, *real)) return true;
  }
  return false;
}

// Says whether other users could replace the plugin, judged by one opened file or directory of its path. A shared
// directory above the file's own directory is trusted if it has the sticky bit, like /tmp, because users cannot replace
// files of others there.
PluginTrust trust_of(const struct stat &status, bool is_above_own_directory, bool ours_allowed) {
  if (status.st_uid != 0 && !(ours_allowed && status.st_uid == geteuid())) return PluginTrust::foreign_owner;
  const bool shared = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  if (shared && !(is_above_own_directory && (status.st_mode & S_ISVTX) != 0)) return PluginTrust::writable_by_others;
  return PluginTrust::trusted;
}

// Opens a plugin whose path contains no symbolic links, and judges whether it is trusted. Walks the path one component
// at a time, starting at the root, and opens each component relative to the directory that was just checked. Changes to
// the path in the meantime therefore have no effect.
JudgedPlugin open_judged(const std::string &path, bool ours_allowed) {
  JudgedPlugin judged;
  judged.trust = PluginTrust::trusted;
  mpidbg::FileDescriptor at(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::vector<std::string_view> names = mpidbg::split_list(path, '/');
  for (std::size_t i = 0; i <= names.size(); ++i) {
    const bool is_file = i == names.size();
    struct stat status {};
    if (!at || fstat(at.get(), &status) != 0 || (is_file && !S_ISREG(status.st_mode))) return {};
    // If several directories are not trusted, the reason is given for the one nearest to the file.
    const PluginTrust trust = trust_of(status, i + 1 < names.size(), ours_allowed);
    if (trust != PluginTrust::trusted) judged.trust = trust;
    if (is_file) break;
    const int flags = i + 1 == names.size() ? O_RDONLY | O_NONBLOCK : O_PATH | O_DIRECTORY;
    at = mpidbg::FileDescriptor(::openat(at.get(), std::string(names[i]).c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
  }
  if (judged.trust == PluginTrust::trusted) judged.plugin = {path, std::move(at)};
  return judged;
}

std::string distrust_sentence(PluginTrust trust, const std::string &path) {
  const std::string start = "the target names the debug plugin " + path + ", which ";
  const std::string remedy =
      "; if you trust it, give --plugin " + path + " or --plugin-safe-path " + directory_of(path);
  switch (trust) {
    case PluginTrust::missing:
      return start + "does not exist; give --plugin PATH";
    case PluginTrust::outside:
      return start + "is not in a trusted directory and is not loaded" + remedy;
    case PluginTrust::foreign_owner:
      return start +
             "is not loaded because it, or a directory above it, belongs to another user; if you trust it, give "
             "--plugin " +
             path;
    case PluginTrust::writable_by_others:
      return start +
             "is not loaded because it, or a directory above it, is writable by others; if you trust it, give "
             "--plugin " +
             path;
    case PluginTrust::trusted:
      break;
  }
  return {};
}

std::optional<Address> read_pointer(Target &target, Address address) {
  std::array<std::byte, 8> bytes{};
  const std::size_t size = target.pointer_size();
  if (size > bytes.size() || target.read_up_to(address, bytes.data(), size) != size) return std::nullopt;
  return Address(mpidbg::decode_unsigned({bytes.data(), size}, target.byte_order()));
}

void add_list(Target &target, const char *symbol, std::vector<std::string> &names) {
  const auto variable = target.find_symbol(symbol, SymbolKind::data);
  const auto list = variable ? read_pointer(target, *variable) : std::nullopt;
  if (!list || list->is_null()) return;
  for (std::size_t i = 0; i < names_limit; ++i) {
    const auto text = read_pointer(target, *list + i * target.pointer_size());
    if (!text || text->is_null()) return;
    if (const auto name = read_string(target, *text, path_limit); name && !name->empty()) names.push_back(*name);
  }
}

mpidbg::Result<FoundPlugin> target_plugin(const PluginSearch &search, Target &target) {
  const auto names = plugins_named_by(target);
  if (names.empty()) {
    return Error{ErrorCode::not_found,
                 "the target names no debug plugin (its MPIR_dll_name is missing or empty); "
                 "give --plugin PATH"};
  }
  std::string why;
  for (const std::string &name : names) {
    JudgedPlugin judged = judge_plugin(name, search.safe_path);
    if (judged.trust == PluginTrust::trusted) return std::move(judged.plugin);
    // Keeps the reason why an existing file was not loaded: it is more useful than the fact that another file does not
    // exist.
    if (why.empty() || judged.trust != PluginTrust::missing)
      why = distrust_sentence(judged.trust, plain_text(name.c_str(), path_limit));
  }
  return Error{ErrorCode::not_found, why};
}

}  // namespace

mpidbg::Result<FoundPlugin> find_plugin(const PluginSearch &search, Target *target) {
  if (search.plugin.empty()) {
    MPIDBG_ASSIGN(path, own_plugin());
    return FoundPlugin{std::move(path), {}};
  }
  if (search.plugin == "auto" || search.plugin == "vendor") {
    if (target == nullptr) return Error{ErrorCode::not_found, "--plugin auto needs a target that names its plugin"};
    return target_plugin(search, *target);
  }
  return FoundPlugin{search.plugin, {}};
}

mpidbg::Result<std::string> own_plugin() {
  MPIDBG_ASSIGN(here, mpidbg::own_directory());
  const auto installed = mpidbg::private_directory();
  std::vector<std::string> places = {here, here + "/../mpidbg", here + "/../../mpidbg"};
  if (installed) places.insert(places.begin(), *installed);
  for (const std::string &place : places) {
    const std::string candidate = place + "/libmpidbg.so";
    if (is_regular_file(candidate)) return real_path(candidate).value_or(candidate);
  }
  if (!installed) return Error{ErrorCode::not_found, "libmpidbg.so is not beside " + here + "; give --plugin PATH"};
  return Error{ErrorCode::not_found, "this installation is incomplete: " + *installed +
                                         "/libmpidbg.so is missing; install the plugin of the same version, or give "
                                         "--plugin PATH"};
}

std::vector<std::string> plugins_named_by(Target &target) {
  std::vector<std::string> names;
  add_list(target, "mpimsgq_dll_locations", names);
  add_list(target, "mpidbg_dll_locations", names);
  if (const auto address = target.find_symbol("MPIR_dll_name", SymbolKind::data)) {
    if (const auto name = read_string(target, *address, path_limit); name && !name->empty()) names.push_back(*name);
  }
  return names;
}

JudgedPlugin judge_plugin(const std::string &path, const std::vector<std::string> &safe_path) {
  // A relative path is rejected: it would be relative to the debugger's working directory, which the target does not
  // know.
  if (path.empty() || path[0] != '/') return {};
  const auto real = real_path(path);
  if (!real || !is_regular_file(*real)) return {};
  if (lies_under_any(*real, with_environment(safe_path))) return open_judged(*real, true);
  const std::vector<std::string> system(system_directories.begin(), system_directories.end());
  if (lies_under_any(*real, system)) return open_judged(*real, false);
  return {PluginTrust::outside, {}};
}

}  // namespace mqs_shim
