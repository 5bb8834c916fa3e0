#pragma once
// MPI objects as the library's memory shows them, one record each, and who refers to whom.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/objects/errhandler.h"
#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/info.h"
#include "mpidbg/model/objects/keyval.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/window.h"

namespace mpidbg::model {

class ObjectRecords {
 public:
  virtual ~ObjectRecords() = default;

  // Each reads one live object. Errors: not_found if there is none of the kind with the handle.
  virtual Result<Group> group(Handle handle) = 0;
  // The members of a group alone; null where they are not known.
  virtual Result<GroupMembers> group_members(Handle handle) = 0;
  virtual Result<Request> request(Handle handle) = 0;
  virtual Result<Errhandler> errhandler(Handle handle) = 0;
  virtual Result<Datatype> datatype(Handle handle) = 0;
  virtual Result<File> file(Handle handle) = 0;
  virtual Result<Info> info(Handle handle) = 0;
  virtual Result<Op> op(Handle handle) = 0;
  virtual Result<Window> window(Handle handle) = 0;
  virtual Result<Message> message(Handle handle) = 0;

  // The live objects that refer to this one, by kind and in the order of HandleLists::live().
  virtual Result<std::vector<HandleReference>> users_of(HandleReference object) = 0;
  // Why users_of does not name all users of objects of the kind; empty if it does.
  virtual std::string users_problem(HandleKind kind) = 0;

  // Keys of attributes, by number. Errors: not_supported where they cannot be found.
  virtual Result<std::vector<Keyval>> keyvals() = 0;
};

}  // namespace mpidbg::model
