#pragma once
// An MpiLibrary represents the MPI library in one process. It consists of parts, each for one kind of question.
//
// Every answer is read from the process when it is requested, or kept from an earlier request at the same stop;
// refresh() must be called at a new stop. Unknown and unreadable values are errors, never empty answers.

#include <string>

#include "mpidbg/model/library/communicator_records.h"
#include "mpidbg/model/library/datatype_details.h"
#include "mpidbg/model/library/handle_lists.h"
#include "mpidbg/model/library/identity.h"
#include "mpidbg/model/library/object_records.h"
#include "mpidbg/model/library/program_values.h"
#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/mpit/tool_information.h"

namespace mpidbg::model {

class MpiLibrary {
 public:
  virtual ~MpiLibrary() = default;

  // Reports the name of the library and the state of MPI. This part always exists.
  virtual Identity &identity() = 0;

  // These functions return the other parts, which this object owns. If nothing of a kind can be seen, its part is
  // always null, and why_missing() gives the reason.
  virtual HandleLists *handles() { return nullptr; }
  virtual CommunicatorRecords *communicators() { return nullptr; }
  virtual ObjectRecords *objects() { return nullptr; }
  virtual DatatypeDetails *datatype_details() { return nullptr; }
  virtual ProgramValues *program_values() { return nullptr; }
  virtual Queues *queues() { return nullptr; }
  virtual ToolInformation *tool_information() { return nullptr; }

  // Explains in a sentence why a part is null. Must be called only for parts that are null.
  virtual std::string why_missing(Part part) const = 0;

  // These functions call the identity's functions of the same name. A library whose parts come from several sources
  // overrides them in order to include all sources.
  virtual Status refresh() { return identity().refresh(); }
  virtual std::string layout_source() { return identity().layout_source(); }
};

// Returns a part of the library. Errors: not_supported with why_missing() if the part is null.
template <class Interface>
Result<Interface *> need(MpiLibrary &library, Interface *(MpiLibrary::*part)()) {
  Interface *const found = (library.*part)();
  if (found == nullptr) return Error{ErrorCode::not_supported, library.why_missing(Interface::part)};
  return found;
}

}  // namespace mpidbg::model
