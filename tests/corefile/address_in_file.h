#pragma once
// Where a function of a shared library is in its file.

#include <dlfcn.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace corefile_test {

inline std::uint64_t address_in_file(const std::string &library, const char *symbol) {
  void *const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE_MESSAGE(handle != nullptr, dlerror());
  const auto *const at = static_cast<const char *>(dlsym(handle, symbol));
  Dl_info where{};
  REQUIRE(dladdr(at, &where) != 0);
  const auto offset = static_cast<std::uint64_t>(at - static_cast<const char *>(where.dli_fbase));
  dlclose(handle);
  return offset;
}

}  // namespace corefile_test
