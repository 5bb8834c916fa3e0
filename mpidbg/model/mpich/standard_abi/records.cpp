#include "mpidbg/model/mpich/standard_abi/records.h"

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::model::mpich {

namespace {

void put(ProgramHandles &handles, HandleKind kind, Handle &handle) {
  handle = handles.to_program(kind, handle);
}

// Replaces the handle of the object that the record describes, and its Fortran handle.
template <class Object>
void put_own(ProgramHandles &handles, HandleKind kind, Object &object) {
  if (object.fortran_index != -1)
    object.fortran_index = static_cast<int>(ProgramHandles::to_fortran(kind, object.handle));
  put(handles, kind, object.handle);
}

// Replaces the library's handle in a text, such as a name, by the program's.
void put_text(Handle own, Handle program, std::string &text) {
  const std::string wanted = hex(own);
  for (auto at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at)) {
    const std::size_t end = at + wanted.size();
    const bool is_longer = end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end])) != 0;
    if (!is_longer) text.replace(at, wanted.size(), hex(program));
    ++at;
  }
}

void put_datatype(ProgramHandles &handles, Handle &datatype, std::string &name) {
  const Handle own = datatype;
  put(handles, HandleKind::datatype, datatype);
  if (!own.is_null()) put_text(own, datatype, name);
}

void put_attributes(std::optional<std::vector<Attribute>> &attributes) {
  if (!attributes) return;
  for (Attribute &attribute : *attributes) attribute.keyval = standard_key(attribute.keyval);
}

}  // namespace

void translate(ProgramHandles &handles, Communicator &communicator) {
  const Handle own = communicator.handle;
  put_own(handles, HandleKind::communicator, communicator);
  if (!communicator.named && !own.is_null()) put_text(own, communicator.handle, communicator.name);
  put(handles, HandleKind::group, communicator.local_group);
  put(handles, HandleKind::group, communicator.remote_group);
  put(handles, HandleKind::errhandler, communicator.errhandler);
  put_attributes(communicator.attributes);
}

void translate(ProgramHandles &handles, Group &group) {
  put_own(handles, HandleKind::group, group);
}

void translate(ProgramHandles &handles, Request &request) {
  put_own(handles, HandleKind::request, request);
  put(handles, HandleKind::communicator, request.communicator);
  put(handles, HandleKind::window, request.window);
  if (!request.file.is_null()) put(handles, HandleKind::file, request.file);
  put_datatype(handles, request.datatype, request.datatype_name);
  if (!request.schedule) return;
  for (ScheduleOperation &operation : request.schedule->operations) {
    put_datatype(handles, operation.datatype, operation.datatype_name);
    put(handles, HandleKind::op, operation.op);
    put(handles, HandleKind::request, operation.request);
  }
}

void translate(ProgramHandles &handles, Errhandler &errhandler) {
  put_own(handles, HandleKind::errhandler, errhandler);
  translate(handles, errhandler.users);
}

void translate(ProgramHandles &handles, Datatype &datatype) {
  put_own(handles, HandleKind::datatype, datatype);
}

void translate(ProgramHandles &handles, File &file) {
  put(handles, HandleKind::file, file.handle);
  if (file.is_null) file.fortran_index = static_cast<int>(file.handle.value());  // a constant is its own Fortran handle
  put(handles, HandleKind::communicator, file.communicator);
  put(handles, HandleKind::errhandler, file.errhandler);
  if (!file.access) return;
  put(handles, HandleKind::communicator, file.access->communicator);
  put(handles, HandleKind::info, file.access->info);
  put_datatype(handles, file.access->etype, file.access->etype_name);
  put_datatype(handles, file.access->filetype, file.access->filetype_name);
}

void translate(ProgramHandles &handles, Info &info) {
  put_own(handles, HandleKind::info, info);
  if (info.users) translate(handles, *info.users);
}

void translate(ProgramHandles &handles, Op &op) {
  put_own(handles, HandleKind::op, op);
  translate(handles, op.users);
}

void translate(ProgramHandles &handles, Window &window) {
  put_own(handles, HandleKind::window, window);
  put(handles, HandleKind::group, window.group);
  put(handles, HandleKind::communicator, window.communicator);
  put(handles, HandleKind::communicator, window.origin_communicator);
  put(handles, HandleKind::errhandler, window.errhandler);
  put_attributes(window.attributes);
  if (!window.sync) return;
  put(handles, HandleKind::group, window.sync->start_group);
  put(handles, HandleKind::group, window.sync->post_group);
}

void translate(ProgramHandles &handles, Message &message) {
  put_own(handles, HandleKind::message, message);
  put(handles, HandleKind::communicator, message.communicator);
  put(handles, HandleKind::request, message.request);
}

void translate(ProgramHandles &handles, Session &session) {
  put_own(handles, HandleKind::session, session);
  put(handles, HandleKind::errhandler, session.errhandler);
}

void translate(ProgramHandles &handles, Operation &operation) {
  put(handles, HandleKind::request, operation.request);
  put_datatype(handles, operation.datatype, operation.datatype_name);
}

void translate(ProgramHandles &handles, std::vector<HandleReference> &references) {
  for (HandleReference &reference : references) put(handles, reference.kind, reference.handle);
}

void translate(ProgramHandles &handles, std::vector<BasicType> &basics) {
  for (BasicType &basic : basics) put_datatype(handles, basic.handle, basic.name);
}

void translate(ProgramHandles &, std::vector<Keyval> &keyvals) {
  for (Keyval &keyval : keyvals) keyval.number = standard_key(keyval.number);
}

// Replaces the handles in a tree of datatypes. The texts of calls contain handles, too: those of the types one level
// below.
void translate(ProgramHandles &handles, DatatypeTree &tree) {
  std::vector<std::pair<Handle, Handle>> names;
  for (DatatypeNode &node : tree.nodes) {
    const Handle own = node.handle;
    put(handles, HandleKind::datatype, node.handle);
    names.emplace_back(own, node.handle);
  }
  for (DatatypeNode &node : tree.nodes) {
    for (const auto &[own, program] : names) put_text(own, program, node.call);
  }
}

}  // namespace mpidbg::model::mpich
