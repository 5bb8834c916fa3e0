#include "corefile/dwarf/libdwarf_api.h"

#include <dlfcn.h>

namespace corefile {

namespace {

// The interface of release 20210528; later ones have another number.
constexpr const char *library_name = "libdwarf.so.1";

bool load(LibdwarfApi &api) {
  void *const library = ::dlmopen(LM_ID_NEWLM, library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
#define COREFILE_LOAD(name)                                                 \
  api.name = reinterpret_cast<decltype(api.name)>(::dlsym(library, #name)); \
  if (api.name == nullptr) return false;
  COREFILE_LIBDWARF_FUNCTIONS(COREFILE_LOAD)
#undef COREFILE_LOAD
  return true;
}

}  // namespace

const LibdwarfApi *libdwarf() {
  static LibdwarfApi api;
  static const bool is_loaded = load(api);
  return is_loaded ? &api : nullptr;
}

}  // namespace corefile
