#pragma once
// MPI objects as the library's memory shows them, one record each, and who refers to whom.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/library/part.h"
#include "mpidbg/model/objects/errhandler.h"
#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/info.h"
#include "mpidbg/model/objects/keyval.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/session.h"
#include "mpidbg/model/objects/visibility.h"
#include "mpidbg/model/objects/window.h"

namespace mpidbg::model {

class ObjectRecords {
 public:
  static constexpr Part part = Part::objects;

  virtual ~ObjectRecords() = default;

  // Why no object of the kind can be read, as a sentence; empty if they can be. Kinds that are not read here
  // (communicators, statuses) have no reason.
  virtual std::string why_missing(HandleKind kind) const = 0;

  // Each reads one live object; a library overrides those of the kinds that it reads. Errors: not_found if there is
  // none of the kind with the handle; not_supported with why_missing() if the kind is not read.
  virtual Result<Group> group(Handle) { return missing(HandleKind::group); }
  // The members of a group alone; null where they are not known.
  virtual Result<GroupMembers> group_members(Handle) { return missing(HandleKind::group); }
  virtual Result<Request> request(Handle) { return missing(HandleKind::request); }
  virtual Result<Errhandler> errhandler(Handle) { return missing(HandleKind::errhandler); }
  virtual Result<Datatype> datatype(Handle) { return missing(HandleKind::datatype); }
  virtual Result<File> file(Handle) { return missing(HandleKind::file); }
  virtual Result<Info> info(Handle) { return missing(HandleKind::info); }
  virtual Result<Op> op(Handle) { return missing(HandleKind::op); }
  virtual Result<Window> window(Handle) { return missing(HandleKind::window); }
  virtual Result<Message> message(Handle) { return missing(HandleKind::message); }
  virtual Result<Session> session(Handle) { return missing(HandleKind::session); }

  // The point-to-point requests among the live ones, with peer, tag and transfer.
  virtual Visibility point_to_point_requests() const = 0;
  // Tag, protocol and payload of matched messages.
  virtual Visibility message_contents() const = 0;

  // The live objects that refer to this one, by kind and in the order of HandleLists::live().
  virtual Result<std::vector<HandleReference>> users_of(HandleReference object) = 0;
  // Why users_of does not name all users of objects of the kind; empty if it does. Without a look at the objects.
  virtual std::string users_problem(HandleKind kind) = 0;

  // Keys of attributes, by number. Errors: not_supported where they cannot be found.
  virtual Result<std::vector<Keyval>> keyvals() = 0;

 private:
  Error missing(HandleKind kind) const { return {ErrorCode::not_supported, why_missing(kind)}; }
};

}  // namespace mpidbg::model
