#include "corefile/command/targets/library_name.h"

#include "corefile/elf/elf_file.h"
#include "mpidbg/layout/profile_collection.h"

namespace command {

std::string library_of_build(std::string_view build_id) {
  if (build_id.empty()) return {};
  for (const auto profiles : {mpidbg::layout::preferred_profiles, mpidbg::layout::installed_profiles}) {
    for (const auto &profile : profiles().profiles) {
      const mpidbg::layout::ProfileHead &head = profile.head();
      if (head.build_id == build_id) return head.library + (head.version.empty() ? "" : " " + head.version);
    }
  }
  return {};
}

std::string library_of_file(const std::string &path) {
  if (const auto file = corefile::ElfFile::open(path)) {
    if (std::string name = library_of_build((*file)->build_id()); !name.empty()) return name;
  }
  const std::string file_name = path.substr(path.rfind('/') + 1);
  if (file_name.starts_with("libmpi.so.40")) return "Open MPI (" + file_name + ")";
  if (file_name.starts_with("libmpich.so") || file_name.starts_with("libmpi.so.12")) return "MPICH (" + file_name + ")";
  return file_name;
}

}  // namespace command
