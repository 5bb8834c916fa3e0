#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

const char *noun(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::communicator:
      return "communicator";
    case ObjectKind::group:
      return "group";
    case ObjectKind::datatype:
      return "datatype";
    case ObjectKind::file:
      return "file";
    case ObjectKind::errhandler:
      return "error handler";
    case ObjectKind::op:
      return "operation";
    case ObjectKind::info:
      return "info object";
    case ObjectKind::window:
      return "window";
    case ObjectKind::keyval:
      return "key of attributes";
    case ObjectKind::attribute:
      return "attribute";
    case ObjectKind::request:
      return "request";
    case ObjectKind::port:
      return "port";
    case ObjectKind::generalized_class:
      return "class of generalized requests";
    case ObjectKind::session:
      return "session";
  }
  return "object";
}

const layout::StructLayout *object_layout(const layout::mpich::Layouts &layouts, ObjectKind kind) {
  switch (kind) {
    case ObjectKind::communicator:
      return &layouts.communicator;
    case ObjectKind::group:
      return &layouts.group;
    case ObjectKind::datatype:
      return &layouts.datatype;
    case ObjectKind::errhandler:
      return &layouts.errhandler;
    case ObjectKind::op:
      return &layouts.op;
    case ObjectKind::info:
      return &layouts.info;
    case ObjectKind::window:
      return &layouts.window;
    case ObjectKind::session:
      return &layouts.session;
    case ObjectKind::keyval:
      return &layouts.keyval;
    case ObjectKind::attribute:
      return &layouts.attribute;
    case ObjectKind::request:
      return &layouts.request;
    default:
      return nullptr;
  }
}

}  // namespace mpidbg::model::mpich
