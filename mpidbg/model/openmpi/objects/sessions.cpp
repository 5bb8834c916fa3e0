#include "mpidbg/model/openmpi/objects/sessions.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr std::int32_t null_session_index = 0;
constexpr std::int32_t most_threads = 3;  // the value of MPI_THREAD_MULTIPLE in mpi.h

}  // namespace

std::string Sessions::problem() {
  const auto table = live();
  if (!table) return table.error().message;
  return Attachment::unresolved({&layouts().session});
}

Result<std::vector<Address>> Sessions::live() {
  MPIDBG_ASSIGN(table, fortran_table());
  MPIDBG_ASSIGN(all, read_live_pointers(objects(), table));
  MPIDBG_ASSIGN(of_init, process_.symbol("ompi_mpi_instance_default"));
  MPIDBG_ASSIGN(own, memory().read_pointer(of_init, "ompi_mpi_instance_default"));
  std::vector<Address> sessions;
  for (const Address session : all) {
    if (session == own || std::find(sessions.begin(), sessions.end(), session) != sessions.end()) continue;
    // A slot may lead to freed memory: Open MPI 5.0.7 does not clear the slot of a finalized session.
    const auto view = objects().read_object(layouts().session, session);
    if (view || view.error().code != ErrorCode::not_found) sessions.push_back(session);
  }
  return sessions;
}

std::vector<PredefinedHandle> Sessions::predefined() const {
  std::vector<PredefinedHandle> handles;
  if (auto null = predefined_at("MPI_SESSION_NULL", null_session_index)) handles.push_back(std::move(*null));
  return handles;
}

Result<Session> Sessions::read(Address handle) {
  MPIDBG_ASSIGN(is_live, live_.contains(handle, [this] { return live(); }));
  if (!is_live) return Error{ErrorCode::not_found, hex(handle) + " is not a live session", handle};
  MPIDBG_ASSIGN(view, objects().read_object(layouts().session, handle));
  Session session;
  session.handle = handle;
  session.fortran_index = view.get(&SessionLayout::i_f_to_c_index);
  session.is_null = session.fortran_index == null_session_index;
  if (session.is_null) {
    session.name = "MPI_SESSION_NULL";
    return session;
  }
  const std::int32_t level = view.get(&SessionLayout::i_thread_level);
  if (level < 0 || level > most_threads) {
    return Error{ErrorCode::corrupt,
                 "ompi_instance_t.i_thread_level at " + hex(handle) + " is " + std::to_string(level), handle};
  }
  if (level != 0) session.thread_level = level;  // 5.0.7 never sets it, and 0 is MPI_THREAD_SINGLE
  session.errhandler = view.get(&SessionLayout::error_handler);
  if (!session.errhandler.is_null()) {
    MPIDBG_ASSIGN(name, handles_.errhandlers.name_of(session.errhandler.address()));
    session.errhandler_name = std::move(name);
  }
  return session;
}

Status Sessions::collect_references(References &references) {
  MPIDBG_ASSIGN(table, fortran_table());
  MPIDBG_ASSIGN(all, read_live_pointers(objects(), table));  // includes the session of MPI_Init
  for (const Address handle : all) {
    const auto view = objects().read_object(layouts().session, handle);
    if (!view || view->get(&SessionLayout::error_handler).is_null()) continue;
    references.add({HandleKind::session, handle}, {HandleKind::errhandler, view->get(&SessionLayout::error_handler)});
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
