#pragma once
// An MPI library in one process, as the parts that can be asked of it.
//
// Every answer is read from the process when asked, but for what Identity::refresh() lets the library keep for one stop
// of the process. Unknown and unreadable things are errors, never empty answers.

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

  virtual Identity &identity() = 0;

  // The parts belong to the library. Null: nothing of the kind can be seen, because of why_missing().
  virtual HandleLists *handles() { return nullptr; }
  virtual CommunicatorRecords *communicators() { return nullptr; }
  virtual ObjectRecords *objects() { return nullptr; }
  virtual DatatypeDetails *datatype_details() { return nullptr; }
  virtual ProgramValues *program_values() { return nullptr; }
  virtual Queues *queues() { return nullptr; }
  virtual ToolInformation *tool_information() { return nullptr; }

  // Why parts are null, as a sentence; empty if none is.
  virtual std::string why_missing() const = 0;
};

// A part that an answer needs. Errors: not_supported with the library's reason if it has none.
template <class Part>
Result<Part *> need(MpiLibrary &library, Part *(MpiLibrary::*part)()) {
  Part *const found = (library.*part)();
  if (found == nullptr) return Error{ErrorCode::not_supported, library.why_missing()};
  return found;
}

}  // namespace mpidbg::model
