#include "mpidbg/model/mpich/objects/errhandlers.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/objects/language.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

namespace {

// The handle MPI_ERRORS_ARE_FATAL. Source: src/include/mpi.h.
constexpr std::uint32_t errors_are_fatal = 0x54000000;

Result<HandleKind> attaches_to(std::uint32_t kind, Address object) {
  switch (static_cast<ObjectKind>(kind)) {
    case ObjectKind::communicator:
      return HandleKind::communicator;
    case ObjectKind::window:
      return HandleKind::window;
    case ObjectKind::file:
      return HandleKind::file;
    case ObjectKind::session:
      return HandleKind::session;
    default:
      return Error{ErrorCode::corrupt, "MPIR_Errhandler.kind at " + hex(object) + " is " + std::to_string(kind),
                   object};
  }
}

}  // namespace

std::string Errhandlers::problem() {
  return table_problem(pools_, ObjectKind::errhandler, process_.layouts.errhandler);
}

std::string Errhandlers::why_unseen() {
  return why_no_table(pools_, ObjectKind::errhandler, process_.layouts.errhandler);
}

std::vector<Handle> Errhandlers::live() {
  return live_handles(pools_, HandleKind::errhandler, ObjectKind::errhandler);
}

std::string Errhandlers::name_of(Handle handle) {
  return std::string(predefined_name(HandleKind::errhandler, value_of(handle)));
}

AttachedErrhandler Errhandlers::attached(Address errhandler) {
  AttachedErrhandler result;
  if (errhandler.is_null()) {
    result.handle = int_handle(errors_are_fatal);
  } else if (const auto handle = pools_.handle_of(ObjectKind::errhandler, errhandler)) {
    result.handle = int_handle(*handle);
  }
  result.name = name_of(result.handle);
  return result;
}

Result<Errhandler> Errhandlers::read(Handle handle) {
  const auto number = value_of(handle);
  Errhandler errhandler;
  errhandler.handle = handle;
  errhandler.fortran_index = static_cast<int>(number);
  errhandler.name = name_of(handle);
  errhandler.predefined = !errhandler.name.empty();
  errhandler.is_null = errhandler.name == "MPI_ERRHANDLER_NULL";
  if (!errhandler.predefined) {
    MPIDBG_ASSIGN(object, pools_.find(ObjectKind::errhandler, number));
    MPIDBG_ASSIGN(view, layout::View<ErrhandlerLayout>::read(process_.memory, process_.layouts.errhandler, object));
    MPIDBG_ASSIGN(header, view.as(process_.layouts.object));
    errhandler.reference_count = header.get(&ObjectLayout::ref_count);
    MPIDBG_ASSIGN(language, language_of(view.get(&ErrhandlerLayout::language), "MPIR_Errhandler.language", object));
    errhandler.language = language;
    MPIDBG_ASSIGN(object_kind, attaches_to(view.get(&ErrhandlerLayout::kind), object));
    errhandler.object_kind = object_kind;
    errhandler.function = view.get(&ErrhandlerLayout::errfn);
  }
  const HandleReference self{HandleKind::errhandler, handle};
  MPIDBG_ASSIGN(users, users_.of(self));
  errhandler.users = std::move(users);
  if (!errhandler.predefined) errhandler.freed = users_.hold_all(self, errhandler.reference_count);
  return errhandler;
}

}  // namespace mpidbg::model::mpich
