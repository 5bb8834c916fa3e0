#include "mpidbg/model/openmpi/objects/errhandlers.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// In the order of the table. The last one went with the C++ bindings.
constexpr const char *predefined_names[] = {"MPI_ERRHANDLER_NULL", "MPI_ERRORS_ARE_FATAL", "MPI_ERRORS_RETURN",
                                            "MPI::ERRORS_THROW_EXCEPTIONS"};

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

// The kind of object and the slot that holds the user's function.
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
    default:
      return strange(view, "eh_mpi_object_type", type);
  }
  handler.function = handler.language == Language::fortran ? view.get(&ErrhandlerLayout::eh_fort_fn) : function;
  return {};
}

}  // namespace

Result<std::vector<Address>> Errhandlers::live() {
  MPIDBG_ASSIGN(table, fortran_table());
  return read_live_pointers(objects(), table);
}

std::vector<PredefinedHandle> Errhandlers::predefined() const {
  std::vector<PredefinedHandle> handles;
  std::int64_t index = 0;
  for (const char *name : predefined_names) {
    auto handle = predefined_at(name, index++);
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
  // The library writes the one of the C++ bindings as if it were C's.
  return name == "MPI_ERRORS_THROW_EXCEPTIONS" ? "MPI::ERRORS_THROW_EXCEPTIONS" : name;
}

Result<Errhandler> Errhandlers::read(Address handle) {
  MPIDBG_ASSIGN(is_live, live_.contains(handle, [&] { return live(); }));
  if (!is_live) return Error{ErrorCode::not_found, hex(handle) + " is not a live error handler", handle};
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
  if (!handler.predefined) handler.freed = handles_.users.are_all_references(self, references, handler.users);
  return handler;
}

}  // namespace mpidbg::model::openmpi
