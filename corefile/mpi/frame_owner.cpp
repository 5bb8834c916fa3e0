#include "corefile/mpi/frame_owner.h"

#include <algorithm>
#include <iterator>

namespace corefile {

namespace {

constexpr std::string_view mpi_files[] = {
    "libmpi.",  "libmpi_cxx", "libmpi_mpifh", "libmpi_usempi", "libmpi_ignore_tkr",
    "libmpich", "libmpicxx",  "libmpifort",   "libmpi++",      "libopen-",
    "mca_",     "libmca_",    "libucp",       "libuct",        "libucs",
    "libucm",   "libfabric",  "libpsm",       "libpmix",       "libpmi.",
    "libpmi2.", "libprrte",   "libevent",     "libhwloc",      "libmpidbg-record"};
constexpr std::string_view system_files[] = {"libc.",    "libc-",        "libpthread", "librt.",     "librt-",
                                             "libm.",    "libm-",        "libdl.",     "libstdc++.", "libgcc_s.",
                                             "libc++",   "libgfortran.", "libgomp.",   "libomp.",    "libquadmath.",
                                             "ld-linux", "ld-2.",        "[vdso]",     "linux-vdso"};

template <class Names>
bool begins_with_one_of(std::string_view name, const Names &names) {
  return std::any_of(std::begin(names), std::end(names),
                     [&](std::string_view known) { return name.starts_with(known); });
}

}  // namespace

FrameOwner frame_owner(std::string_view module_path) {
  const std::string_view name = module_path.substr(module_path.rfind('/') + 1);
  if (begins_with_one_of(name, mpi_files)) return FrameOwner::mpi;
  return begins_with_one_of(name, system_files) ? FrameOwner::system : FrameOwner::program;
}

}  // namespace corefile
