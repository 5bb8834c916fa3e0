#include "mpidbg/base/installation.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace mpidbg {

namespace {

constexpr std::string_view from_prefix_to_private = "/" MPIDBG_LIBDIR "/mpidbg/" MPIDBG_VERSION;

// Returns the prefix of the installation: the part of `own` before the installation's folder that contains this code.
std::optional<std::string> prefix_of(std::string_view own) {
  for (const std::string_view folder :
       {from_prefix_to_private, std::string_view("/" MPIDBG_LIBDIR), std::string_view("/" MPIDBG_BINDIR)}) {
    if (own.ends_with(folder)) return std::string(own.substr(0, own.size() - folder.size()));
  }
  return std::nullopt;
}

std::optional<std::string> below_prefix(const std::string &own, std::string_view folder) {
  const auto prefix = prefix_of(own);
  return prefix ? std::optional(*prefix + std::string(folder)) : std::nullopt;
}

}  // namespace

Result<std::string> own_directory() {
  Dl_info info{};
  link_map *module = nullptr;
  if (dladdr1(reinterpret_cast<const void *>(&own_directory), &info, reinterpret_cast<void **>(&module),
              RTLD_DL_LINKMAP) == 0 ||
      info.dli_fname == nullptr) {
    return Error{ErrorCode::not_found, "the dynamic linker does not say in which file this code is"};
  }
  // For the program itself, the dynamic linker has no file name: dladdr() returns the name by which the program was
  // called.
  const bool is_program = module == nullptr || module->l_name[0] == '\0';
  const char *const name = is_program ? "/proc/self/exe" : info.dli_fname;
  const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(name, nullptr), &std::free);
  const std::string file = resolved ? resolved.get() : info.dli_fname;
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash);
}

std::optional<std::string> private_directory_of(const std::string &own) {
  return below_prefix(own, from_prefix_to_private);
}

std::optional<std::string> data_directory_of(const std::string &own) {
  return below_prefix(own, "/" MPIDBG_DATADIR "/mpidbg");
}

std::optional<std::string> private_directory() {
  const auto own = own_directory();
  return own ? private_directory_of(*own) : std::nullopt;
}

std::optional<std::string> data_directory() {
  const auto own = own_directory();
  return own ? data_directory_of(*own) : std::nullopt;
}

}  // namespace mpidbg
