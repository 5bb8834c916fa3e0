#include "corefile/mpit_tool/lookup.h"

#include <dlfcn.h>
#include <mpi.h>

#include <atomic>
#include <cstdio>
#include <cstring>

namespace {

using Lookup = void *(*)(void *, const char *);

void *find_nothing(void *, const char *) {
  return nullptr;
}

// Returns the C library's dlsym(). The version of that symbol depends on the architecture, so several are tried.
Lookup next_lookup() {
  static std::atomic<Lookup> next;
  if (const Lookup known = next.load()) return known;
  for (const char *const version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.0", "GLIBC_2.1", "GLIBC_2.2",
                                    "GLIBC_2.3", "GLIBC_2.4", "GLIBC_2.27", "GLIBC_2.36"}) {
    if (void *const found = dlvsym(RTLD_NEXT, "dlsym", version)) {
      dlerror();  // clears the errors of the earlier versions
      next = reinterpret_cast<Lookup>(found);
      return next;
    }
  }
  return find_nothing;
}

std::atomic<void *> opened_library;

// Opens the loaded file that contains the address. The handle keeps the file loaded.
void *open_loaded(const void *address) {
  Dl_info place{};
  return dladdr(address, &place) == 0 ? nullptr : dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

#ifdef OPEN_MPI
constexpr char our_name[] = "Open MPI", other_option[] = "mpich";
#else
constexpr char our_name[] = "MPICH", other_option[] = "openmpi";
#endif

// Returns true if the opened MPI library has the handles and constants with which this file was compiled.
bool is_our_library(Lookup next, void *library, const char *file) {
  const bool is_open_mpi = next(library, "ompi_mpi_int") != nullptr;
  dlerror();
#ifdef OPEN_MPI
  static_cast<void>(file);
  return is_open_mpi;
#else
  return !is_open_mpi && std::strstr(file, "libmpi_abi.so") == nullptr;
#endif
}

// Ignores all arguments and fails. The tool gets this function in place of each MPI_T function of an MPI library for
// which this file is not built.
int refuse() {
  return MPI_T_ERR_CANNOT_INIT;
}

void *tool_function(void *library, const char *name) {
  const Lookup next = next_lookup();
  void *const theirs = next(library, name);
  if (theirs == nullptr) return nullptr;
  static void *const own = open_loaded(reinterpret_cast<const void *>(&refuse));
  void *const ours = own == nullptr ? nullptr : next(own, name);
  Dl_info place{};
  if (ours == nullptr || ours == theirs || dladdr(theirs, &place) == 0) {
    dlerror();
    return theirs;
  }
  if (!is_our_library(next, library, place.dli_fname)) {
    static std::atomic_flag is_told;
    if (!is_told.test_and_set())
      std::fprintf(stderr, "mpidbg: the tool opened %s, which is not %s: give --mpi %s if it is of that library\n",
                   place.dli_fname, our_name, other_option);
    return reinterpret_cast<void *>(&refuse);
  }
  opened_library = open_loaded(theirs);
  return ours;
}

}  // namespace

void *mpit_tool::object_of_opened_library(const char *name) {
  void *const library = opened_library;
  return library == nullptr ? nullptr : next_lookup()(library, name);
}

// With RTLD_NEXT, the C library's dlsym() searches the libraries that follow its caller's library. It recognises its
// caller by the return address. Our dlsym() therefore has to jump to the C library's dlsym() instead of calling it.
// <dlfcn.h> declares dlsym() noexcept, and clang makes no jump in a noexcept function. Therefore our dlsym() has
// another name in the source.
#ifdef __clang__
#define JUMP_TO [[clang::musttail]]
#define WITH_JUMPS
#else
#define JUMP_TO
#define WITH_JUMPS __attribute__((optimize("O2")))
#endif

extern "C" {

void *mpidbg_dlsym(void *library, const char *name) __asm__("dlsym");

WITH_JUMPS void *mpidbg_dlsym(void *library, const char *name) {
  const bool is_of_library = library != RTLD_NEXT && library != RTLD_DEFAULT;
  if (is_of_library && std::strncmp(name, "MPI_T_", 6) == 0) return tool_function(library, name);
  JUMP_TO return next_lookup()(library, name);
}
}
