#include "mpidbg/model/openmpi/objects/errhandlers.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// The names of the first predefined error handlers, in the order of the library's table.
constexpr const char *predefined_names[] = {"MPI_ERRHANDLER_NULL", "MPI_ERRORS_ARE_FATAL", "MPI_ERRORS_RETURN"};
// The name of the last predefined error handler. It depends on whether the library has the C++ bindings, which were
// removed after 4.1.
constexpr const char *last_with_cxx = "MPI::ERRORS_THROW_EXCEPTIONS", *last_without_cxx = "MPI_ERRORS_ABORT";

Error strange(const View<ErrhandlerLayout> &view, const char *field, std::int32_t value) {
  return Error{ErrorCode::corrupt,
               "ompi_errhandler_t at " + hex(view.address()) + " has " + field + ' ' + std::to_string(value),
               view.address()};
}

Result<Language> language_of(const View<ErrhandlerLayout> &view, const Numbers &numbers) {
  const std::int32_t language = view.get(&ErrhandlerLayout::eh_lang);
  if (language == constants::errhandler_c) return Language::c;
  MPIDBG_ASSIGN(fortran, numbers.errhandler_fortran.get());
  MPIDBG_ASSIGN(cxx, numbers.errhandler_cxx.get());
  if (language == fortran) return Language::fortran;
  if (language == cxx) return Language::cxx;
  return strange(view, "eh_lang", language);
}

// Fills in the kind of object and the program's function.
Status read_function(const View<ErrhandlerLayout> &view, Errhandler &handler) {
  const std::int32_t type = view.get(&ErrhandlerLayout::eh_mpi_object_type);
  Address function;
  switch (type) {
    case constants::errhandler_comm:
      handler.object_kind = HandleKind::communicator;
      function = view.get(&ErrhandlerLayout::eh_comm_fn);
      break;
    case constants::errhandler_win:
      handler.object_kind = HandleKind::window;
      function = view.get(&ErrhandlerLayout::eh_win_fn);
      break;
    case constants::errhandler_file:
      handler.object_kind = HandleKind::file;
      function = view.get(&ErrhandlerLayout::eh_file_fn);
      break;
    case constants::errhandler_instance:
      if (!view.has(&ErrhandlerLayout::eh_instance_fn)) return strange(view, "eh_mpi_object_type", type);
      handler.object_kind = HandleKind::session;
      function = *view.get(&ErrhandlerLayout::eh_instance_fn);
      break;
    default:
      return strange(view, "eh_mpi_object_type", type);
  }
  handler.function = handler.language == Language::fortran ? view.get(&ErrhandlerLayout::eh_fort_fn) : function;
  return {};
}

}  // namespace

std::vector<PredefinedHandle> Errhandlers::predefined() const {
  std::vector<PredefinedHandle> handles;
  std::vector<const char *> names(std::begin(predefined_names), std::end(predefined_names));
  if (const auto cxx = layouts().numbers.errhandler_cxx.value)
    names.push_back(*cxx < 0 ? last_without_cxx : last_with_cxx);
  for (std::size_t index = 0; index < names.size(); ++index) {
    auto handle = predefined_at(names[index], static_cast<std::int64_t>(index));
    if (!handle) continue;
    const auto view = objects().read_object(layouts().errhandler, handle->handle.address());
    if (view && view->get(&ErrhandlerLayout::eh_mpi_object_type) == constants::errhandler_predefined) {
      handles.push_back(std::move(*handle));
    }
  }
  return handles;
}

std::string Errhandlers::users_problem() {
  for (HandleReader *const user :
       {static_cast<HandleReader *>(&handles_.files), static_cast<HandleReader *>(&handles_.windows)}) {
    if (std::string problem = user->problem(); !problem.empty()) return problem;
  }
  return {};
}

Result<std::string> Errhandlers::name_of(Address handle) {
  MPIDBG_ASSIGN(view, objects().read_object(layouts().errhandler, handle));
  if (view.get(&ErrhandlerLayout::eh_mpi_object_type) != constants::errhandler_predefined) return std::string();
  MPIDBG_ASSIGN(name, view.text(&ErrhandlerLayout::eh_name));
  // The library names the error handler of the C++ bindings as if it belonged to C.
  return name == "MPI_ERRORS_THROW_EXCEPTIONS" ? last_with_cxx : name;
}

Result<Errhandler> Errhandlers::read(Address handle) {
  MPIDBG_ASSIGN(listed, is_live(handle));
  if (!listed) return Error{ErrorCode::not_found, hex(handle) + " is not a live error handler", handle};
  const auto &layout = layouts().errhandler;
  MPIDBG_ASSIGN(view, objects().read_object(layout, handle));

  Errhandler handler;
  handler.handle = handle;
  handler.fortran_index = view.get(&ErrhandlerLayout::eh_f_to_c_index);
  handler.predefined = view.get(&ErrhandlerLayout::eh_mpi_object_type) == constants::errhandler_predefined;
  handler.is_null = handler.predefined && handler.fortran_index == 0;
  MPIDBG_ASSIGN(references, objects().reference_count(view));
  handler.reference_count = references;
  MPIDBG_ASSIGN(language, language_of(view, layouts().numbers));
  handler.language = language;
  if (handler.predefined) {
    MPIDBG_ASSIGN(name, name_of(handle));
    handler.name = std::move(name);
  } else {
    MPIDBG_TRY(read_function(view, handler));
  }
  const HandleReference self{HandleKind::errhandler, handle};
  MPIDBG_ASSIGN(users, handles_.users.of(self));
  handler.users = std::move(users);
  if (!handler.predefined) handler.freed = handles_.users.hold_all(self, references);
  return handler;
}

}  // namespace mpidbg::model::openmpi
