#include "mpidbg/model/mpich/objects/sessions.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

namespace {

constexpr std::int32_t most_threads = 3;  // MPI_THREAD_MULTIPLE in mpi.h

}  // namespace

std::string Sessions::problem() {
  return table_problem(pools_, ObjectKind::session, process_.layouts.session);
}

std::string Sessions::why_unseen() {
  return why_no_table(pools_, ObjectKind::session, process_.layouts.session);
}

std::vector<Handle> Sessions::live() {
  return live_handles(pools_, HandleKind::session, ObjectKind::session);
}

Result<Session> Sessions::read(Handle handle) {
  const auto number = value_of(handle);
  Session session;
  session.handle = handle;
  session.fortran_index = static_cast<int>(number);
  session.name = predefined_name(HandleKind::session, number);
  session.is_null = !session.name.empty();
  if (session.is_null) return session;
  MPIDBG_ASSIGN(object, pools_.find(ObjectKind::session, number));
  MPIDBG_ASSIGN(view, View::read(process_.memory, process_.layouts.session, object));
  session.thread_level = view.get(&SessionLayout::thread_level);
  if (session.thread_level && (*session.thread_level < 0 || *session.thread_level > most_threads)) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Session.thread_level at " + hex(object) + " is " + std::to_string(*session.thread_level),
                 object};
  }
  // MPICH 4.0 never sets the level, so the value 0 (MPI_THREAD_SINGLE) means nothing.
  if (session.thread_level == 0) session.thread_level.reset();
  if (const Address errhandler = view.get(&SessionLayout::errhandler); !errhandler.is_null()) {
    AttachedErrhandler attached = errhandlers_.attached(errhandler);
    session.errhandler = attached.handle;
    session.errhandler_name = std::move(attached.name);
  }
  return session;
}

Status Sessions::collect_references(References &references) {
  for (const PooledObject &object : pools_.live(ObjectKind::session)) {
    const auto view = View::read(process_.memory, process_.layouts.session, object.address);
    if (!view || view->get(&SessionLayout::errhandler).is_null()) continue;
    references.add({HandleKind::session, int_handle(object.handle)},
                   {HandleKind::errhandler, errhandlers_.attached(view->get(&SessionLayout::errhandler)).handle});
  }
  return {};
}

}  // namespace mpidbg::model::mpich
