#pragma once
// Leads from a process with MPICH to resolved layouts and the variables from which everything else is found.

#include <memory>
#include <optional>
#include <string>

#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/layout/mpich/header_values.h"
#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/static_data.h"

namespace mpidbg::model::mpich {

// The layouts are used under their own names here.
using namespace layout::mpich;

// The process and the layouts of its MPICH. All readers refer to it.
struct Attachment {
  const debugger::Image &image;
  const debugger::Memory &memory;
  layout::mpich::Layouts layouts;
  layout::ChosenProfile profile;
  // The version, such as "4.0.2"; empty if the library does not state it.
  std::string version;
  // The device, such as "ch4:ofi"; empty if the library does not state it.
  std::string device;
  // A description of where the layouts come from, for the user.
  std::string layout_source;
  // The constants of the mpi.h with which the library was compiled.
  const HeaderValues *header = &own_header;

  // Returns the address of a variable in the library's static data, from its symbol or, for a known build, from the
  // profile.
  std::optional<Address> variable(const std::string &name) const;
  // Returns the static data, which is searched for everything else. It is read when first needed, and all copies share
  // it.
  const StaticData &static_data() const;
  std::shared_ptr<std::optional<StaticData>> kept_static_data = std::make_shared<std::optional<StaticData>>();
};

// Errors: layout if neither debug information nor a profile describes the structs.
Result<Attachment> attach(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::mpich
