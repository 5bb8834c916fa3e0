#pragma once
// Recognizes MPICH in a process: resolves the layouts of its structs and finds its variables. Everything else is
// reached through these variables.

#include <memory>
#include <optional>
#include <string>

#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/layout/mpich/header_values.h"
#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/static_data.h"

namespace mpidbg::model::mpich {

// Makes the layouts available in this namespace without a prefix.
using namespace layout::mpich;

// Holds a process and the layouts of its MPICH library. All readers of objects refer to an Attachment.
struct Attachment {
  const debugger::Image &image;
  const debugger::Memory &memory;
  layout::mpich::Layouts layouts;
  layout::ChosenProfile profile;
  // The version of MPICH, such as "4.0.2"; empty if the library does not state it.
  std::string version;
  // The device of MPICH, such as "ch4:ofi"; empty if the library does not state it.
  std::string device;
  // A text for the user that states where the layouts come from.
  std::string layout_source;
  // The constants of the mpi.h with which the library was compiled.
  const HeaderValues *header = &own_header;

  // Returns the address of a variable of the library, from its symbol or, for a known build, from the profile.
  std::optional<Address> variable(const std::string &name) const;
  // Returns true if the address is in the code of the library. Returns nullopt if it is unknown where the code is: only
  // a profile of exactly this build gives the load address.
  std::optional<bool> has_code(Address address) const;
  // Returns a copy of the library's static data. The copy is searched for variables without symbols. It is made when
  // first needed, and shared by all copies of this object.
  const StaticData &static_data() const;
  std::shared_ptr<std::optional<StaticData>> kept_static_data = std::make_shared<std::optional<StaticData>>();
};

// Makes an Attachment for a process with MPICH. Errors: layout if neither debug information nor a profile describes the
// structs.
Result<Attachment> attach(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::mpich
