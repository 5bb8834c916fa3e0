#pragma once
// From a process with MPICH to resolved layouts and the variables that everything starts from.

#include <memory>
#include <optional>
#include <string>

#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/layout/mpich/header_values.h"
#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/static_data.h"

namespace mpidbg::model::mpich {

using namespace layout::mpich;  // the layouts go by their own names here

struct Attachment {
  const debugger::Image &image;
  const debugger::Memory &memory;
  layout::mpich::Layouts layouts;
  layout::ChosenProfile profile;
  std::string version;                       // "4.0.2", or empty if the library does not say
  std::string device;                        // "ch4:ofi", or empty if the library does not say
  std::string layout_source;                 // for the user
  const HeaderValues *header = &own_header;  // the mpi.h that the library was compiled with

  // Static data of the library, by its symbol; else, of a build that is known, by the profile.
  std::optional<Address> variable(const std::string &name) const;
  // What is searched for all else; read when somebody first asks, and kept. Copies share it.
  const StaticData &static_data() const;
  std::shared_ptr<std::optional<StaticData>> kept_static_data = std::make_shared<std::optional<StaticData>>();
};

// Errors: layout if neither debug information nor a profile knows the structs.
Result<Attachment> attach(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::mpich
