#pragma once
// ObjectRecords reads MPI objects from the library's memory, one record each, and finds the references between objects.

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
#include "mpidbg/model/objects/object_kinds.h"
#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/objects/part.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/session.h"
#include "mpidbg/model/objects/visibility.h"
#include "mpidbg/model/objects/window.h"

namespace mpidbg::model {

#define MPIDBG_DECLARE_READER(noun, nouns, Record) \
  virtual Result<Record> noun(Handle) {            \
    return missing(HandleKind::noun);              \
  }

class ObjectRecords {
 public:
  static constexpr Part part = Part::objects;

  virtual ~ObjectRecords() = default;

  // Explains in a sentence why no object of the kind can be read; empty if objects can be read, and for the kinds that
  // have interfaces of their own (communicators, statuses).
  virtual std::string why_missing(HandleKind kind) const = 0;

  // Declares one function per kind. Each function reads one live object. A library overrides the functions for the
  // kinds that it reads. Errors: not_found if the handle does not name a live object of the kind; not_supported with
  // why_missing() if the kind is not read.
  MPIDBG_OBJECT_KINDS(MPIDBG_DECLARE_READER)
  // Reads only the processes that a group consists of; null if they are unknown.
  virtual Result<GroupMembers> group_members(Handle) { return missing(HandleKind::group); }

  // States how completely the peers, tags and transfers of live point-to-point requests are shown.
  virtual Visibility point_to_point_requests() const = 0;
  // States how completely the tags, protocols and payloads of matched messages are shown.
  virtual Visibility message_contents() const = 0;

  // Returns the live objects that refer to `object`, by kind and within a kind in the order of HandleLists::live().
  virtual Result<std::vector<HandleReference>> users_of(HandleReference object) = 0;
  // Explains why users_of() may miss users of objects of the kind; empty if it misses none. Does not read the objects.
  virtual std::string users_problem(HandleKind kind) = 0;

  // Returns the keyvals, ordered by number. Errors: not_supported if they cannot be found.
  virtual Result<std::vector<Keyval>> keyvals() = 0;

 private:
  Error missing(HandleKind kind) const { return {ErrorCode::not_supported, why_missing(kind)}; }
};
#undef MPIDBG_DECLARE_READER

}  // namespace mpidbg::model
