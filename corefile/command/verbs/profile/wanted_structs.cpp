#include "corefile/command/verbs/profile/wanted_structs.h"

#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/layout/openmpi/layouts.h"
#include "mpidbg/layout/ucx/layouts.h"

namespace command {

using mpidbg::layout::DescribedLibrary;
using mpidbg::layout::Profile;

std::vector<DescribedLibrary> described_libraries() {
  return {mpidbg::layout::describe_library<mpidbg::layout::openmpi::Layouts>(),
          mpidbg::layout::describe_library<mpidbg::layout::mpich::Layouts>(),
          mpidbg::layout::describe_library<mpidbg::layout::ofi::Layouts>(),
          mpidbg::layout::describe_library<mpidbg::layout::ucx::Layouts>()};
}

std::map<std::string, WantedStructs, std::less<>> wanted_structs(std::span<const DescribedLibrary> described,
                                                                 std::span<const Profile *const> profiles) {
  std::map<std::string, WantedStructs, std::less<>> wanted;
  for (const DescribedLibrary &library : described) {
    for (const auto &[name, fields] : library.structs) wanted[library.name][name].insert(fields.begin(), fields.end());
  }
  for (const Profile *profile : profiles) {
    for (const auto &[name, type] : profile->structs) {
      std::set<std::string> &fields = wanted[profile->library][name];
      for (const auto &[field, unused] : type.fields)
        if (field.find('.') != std::string::npos) fields.insert(field);
    }
  }
  return wanted;
}

}  // namespace command
