#include "mqs_shim/stacks/frame_owner.h"

#include <algorithm>
#include <iterator>

namespace mqs_shim {

namespace {

constexpr std::string_view library_files[] = {
    "libmpi.",           "libmpi_cxx", "libmpi_mpifh", "libmpi_usempi", "libmpich",    "libmpicxx",    "libmpifort",
    "libmpi_ignore_tkr", "libmpi++",   "libopen-",     "libopen_mpi",   "mca_",        "libmca_",
    "libmpi_abi",  // the standard ABI
    "libmpi_cray.",      "libmpi_gnu", "libmpi_intel", "libmpi_nvidia", "libmpi_amd.", "libmpi_aocc.", "libmpi_ibm.",
    "libmpi_mt."};
// An MPI library calls other libraries while it waits: for networks, process managers and accelerators. Lists how their
// file names begin.
constexpr std::string_view used_files[] = {
    "libucp",    "libuct",          "libucs",      "libucm",           "libucc",       "libfabric",
    "libpsm",    "libpmix",         "libpmi.",     "libpmi2.",         "libprrte",     "libevent",
    "libhwloc",  "libibverbs",      "librdmacm",   "libmlx4",          "libmlx5",      "libefa",
    "libhfi1",   "libnl-",          "libhcoll",    "libsharp",         "libxpmem",     "libcxi",
    "libnuma",   "libltdl",         "libz.",       "libslurm",         "libmunge",     "libcuda.",
    "libcudart", "libgdrapi",       "libamdhip64", "libhsa-runtime64", "libze_loader", "libpciaccess",
    "libudev",   "libmpidbg-record"};
constexpr std::string_view system_files[] = {
    "libc.",      "libc-",     "libpthread", "librt.",       "librt-",   "libm.",    "libm-",        "libdl.",
    "libstdc++.", "libgcc_s.", "libc++",     "libgfortran.", "libgomp.", "libomp.",  "libquadmath.", "ld-linux",
    "ld-2.",      "[vdso]",    "linux-vdso", "libasan.",     "libtsan.", "liblsan.", "libubsan."};

template <class Names>
bool begins_with_one_of(std::string_view name, const Names &names) {
  return std::any_of(std::begin(names), std::end(names),
                     [&](std::string_view known) { return name.starts_with(known); });
}

}  // namespace

FrameOwner frame_owner(std::string_view module_path) {
  const std::string_view name = module_path.substr(module_path.rfind('/') + 1);
  if (begins_with_one_of(name, library_files) || begins_with_one_of(name, used_files)) return FrameOwner::mpi;
  return begins_with_one_of(name, system_files) ? FrameOwner::system : FrameOwner::program;
}

bool is_mpi_library(std::string_view module_path) {
  return begins_with_one_of(module_path.substr(module_path.rfind('/') + 1), library_files);
}

}  // namespace mqs_shim
