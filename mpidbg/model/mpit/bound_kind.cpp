#include "mpidbg/model/mpit/bound_kind.h"

namespace mpidbg::model::mpit {

Result<HandleKind> bound_kind(Binding binding) {
  switch (binding) {
    case Binding::communicator:
      return HandleKind::communicator;
    case Binding::datatype:
      return HandleKind::datatype;
    case Binding::errhandler:
      return HandleKind::errhandler;
    case Binding::file:
      return HandleKind::file;
    case Binding::group:
      return HandleKind::group;
    case Binding::op:
      return HandleKind::op;
    case Binding::request:
      return HandleKind::request;
    case Binding::window:
      return HandleKind::window;
    case Binding::message:
      return HandleKind::message;
    case Binding::info:
      return HandleKind::info;
    case Binding::none:
      break;
  }
  return Error{ErrorCode::not_supported, "it is bound to no object"};
}

}  // namespace mpidbg::model::mpit
