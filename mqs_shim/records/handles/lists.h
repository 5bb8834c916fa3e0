#pragma once
// Holds the objects of all kinds except communicators and groups, as lists.

#include <vector>

#include "mqs_shim/records/handles/datatype.h"
#include "mqs_shim/records/handles/errhandler.h"
#include "mqs_shim/records/handles/file.h"
#include "mqs_shim/records/handles/info.h"
#include "mqs_shim/records/handles/message.h"
#include "mqs_shim/records/handles/op.h"
#include "mqs_shim/records/handles/request.h"
#include "mqs_shim/records/handles/session.h"
#include "mqs_shim/records/handles/window.h"

namespace mqs_shim {

// Holds the MPI objects of one kind, such as all requests, that a plugin has reported.
template <class Record>
struct HandleList {
  bool asked = false;   // false: the list was not requested; empty then means nothing
  std::string problem;  // reason why objects are missing; empty if the list is complete
  std::vector<Record> objects;
};

struct HandleLists {
  HandleList<RequestRecord> requests;
  HandleList<ErrhandlerRecord> errhandlers;
  HandleList<DatatypeRecord> datatypes;
  HandleList<FileRecord> files;
  HandleList<InfoRecord> infos;
  HandleList<OpRecord> ops;
  HandleList<WindowRecord> windows;
  HandleList<MessageRecord> messages;
  HandleList<SessionRecord> sessions;

  // Calls visit() with the list of each kind of object.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(requests), visit(errhandlers), visit(datatypes), visit(files), visit(infos), visit(ops), visit(windows),
        visit(messages), visit(sessions);
  }
  template <class Visitor>
  void for_each(Visitor &&visit) const {
    visit(requests), visit(errhandlers), visit(datatypes), visit(files), visit(infos), visit(ops), visit(windows),
        visit(messages), visit(sessions);
  }
};

template <class Record>
KindOf<Record> kind_of(const HandleList<Record> &) {
  return {};
}

}  // namespace mqs_shim
