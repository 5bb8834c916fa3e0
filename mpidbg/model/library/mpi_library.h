#pragma once
// An MpiLibrary is an MPI library in one process, as the parts that can be asked about it.
//
// Every answer is read from the process when it is asked for, or kept from an earlier question at the same stop:
// refresh() says that a new stop has come. Unknown and unreadable things are errors, never empty answers.

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

  // Never missing: names the library and its state.
  virtual Identity &identity() = 0;

  // The library owns its parts. Each exists, or is null, from the start. Null means that nothing of the kind can be
  // seen; why_missing() says why.
  virtual HandleLists *handles() { return nullptr; }
  virtual CommunicatorRecords *communicators() { return nullptr; }
  virtual ObjectRecords *objects() { return nullptr; }
  virtual DatatypeDetails *datatype_details() { return nullptr; }
  virtual ProgramValues *program_values() { return nullptr; }
  virtual Queues *queues() { return nullptr; }
  virtual ToolInformation *tool_information() { return nullptr; }

  // Says in a sentence why a part is null. It must only be called for parts that are null.
  virtual std::string why_missing(Part part) const = 0;

  // These functions call the identity's functions of the same name. A library whose parts come from several sources
  // overrides them in order to include all sources.
  virtual Status refresh() { return identity().refresh(); }
  virtual std::string layout_source() { return identity().layout_source(); }
};

// Returns a part that an answer needs. Errors: not_supported with the library's reason if it lacks the part.
template <class Interface>
Result<Interface *> need(MpiLibrary &library, Interface *(MpiLibrary::*part)()) {
  Interface *const found = (library.*part)();
  if (found == nullptr) return Error{ErrorCode::not_supported, library.why_missing(Interface::part)};
  return found;
}

}  // namespace mpidbg::model
